/* The net, made as data/README.md describes. */
    .section .rodata
    .balign 64
    .globl connect4_net
    .globl connect4_net_end
connect4_net:
    .incbin "data/connect4.net"
connect4_net_end:
    .byte 0
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
