/* The opening book, as data/README.md says it was made; empty where there is none. */
    .section .rodata
    .globl connect4_book_begin
    .globl connect4_book_end
    .balign 8
connect4_book_begin:
#ifdef BOOK
    .incbin BOOK
#endif
connect4_book_end:
    .section .note.GNU-stack, "", %progbits
