/* The net, made as data/README.md describes. */
    .section .rodata
    .balign 64
    .globl hasami_net
    .globl hasami_net_end
hasami_net:
    .incbin "data/hasami.net"
hasami_net_end:
    .byte 0
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
