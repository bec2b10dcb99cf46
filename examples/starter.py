#!/usr/bin/env python3
"""A starter engine for Connect Four, in UGI: five words are enough to play.

Run it against Plateau, or put your own idea into choose()."""
import random
import sys

COLUMNS, ROWS = 7, 6


def choose(moves):
    """The next column, 1 to 7, after these ones; None when all are full. Replace this."""
    heights = [moves.count(str(column)) for column in range(1, COLUMNS + 1)]
    free = [column + 1 for column in range(COLUMNS) if heights[column] < ROWS]
    return random.choice(free) if free else None


def main():
    moves = []
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "ugi":
            answer("id name Starter (Python)", "ugiok")
        elif words[0] == "isready":
            answer("readyok")
        elif words[0] == "position":  # position startpos [moves 4 4 5 …]
            moves = words[words.index("moves") + 1:] if "moves" in words else []
        elif words[0] == "go":  # its limits are ignored: we are quick
            answer("bestmove %s" % (choose(moves) or "none"))
        elif words[0] == "quit":
            break


def answer(*lines):
    print("\n".join(lines), flush=True)


if __name__ == "__main__":
    main()
