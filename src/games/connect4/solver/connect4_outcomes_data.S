/* The file of outcomes, as data/README.md says it was made; empty where there is none. */
    .section .rodata
    .globl connect4_outcomes_begin
    .globl connect4_outcomes_end
    .balign 8
connect4_outcomes_begin:
#ifdef OUTCOMES
    .incbin OUTCOMES
#endif
connect4_outcomes_end:
    .section .note.GNU-stack, "", %progbits
