/* The nets, made as data/README.md describes. */
    .section .rodata
    .globl gomoku_net_freestyle
    .globl gomoku_net_freestyle_end
gomoku_net_freestyle:
    .incbin "data/gomoku-freestyle.net"
gomoku_net_freestyle_end:
    .globl gomoku_net_freestyle20
    .globl gomoku_net_freestyle20_end
gomoku_net_freestyle20:
    .incbin "data/gomoku-freestyle20.net"
gomoku_net_freestyle20_end:
    .globl gomoku_net_standard
    .globl gomoku_net_standard_end
gomoku_net_standard:
    .incbin "data/gomoku-standard.net"
gomoku_net_standard_end:
    .globl gomoku_net_renju
    .globl gomoku_net_renju_end
gomoku_net_renju:
    .incbin "data/gomoku-renju.net"
gomoku_net_renju_end:
    .byte 0
#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
