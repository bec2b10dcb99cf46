/* The endgame tables of data/, made part of the program. */
    .section .rodata
    .balign 64
    .globl fousfous_built_in
    .globl fousfous_built_in_end
fousfous_built_in:
    .incbin "data/fousfous-2.tbl"
    .incbin "data/fousfous-3.tbl"
    .incbin "data/fousfous-4.tbl"
    .incbin "data/fousfous-5.tbl"
    .incbin "data/fousfous-6.tbl"
fousfous_built_in_end:
    .byte 0
/* The net, made as data/README.md describes. */
    .balign 64
    .globl fousfous_net
    .globl fousfous_net_end
fousfous_net:
    .incbin "data/fousfous.net"
fousfous_net_end:
    .byte 0
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
