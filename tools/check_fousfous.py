#!/usr/bin/env python3
"""A second checker of flat Fous-Fous certificates, which shares no code with the first.

    tools/check_fousfous.py FILE                     every record
    tools/check_fousfous.py FILE --audit N --seed S  N records by lot, those that Plateau draws

The certificate is a list of positions that are won or lost for the player to move. A won one needs
a lost one among those a move later, a lost one needs won ones alone. Play cannot return, so where
that holds for each record, each is true. Positions of few pieces are not in the list. Those of up
to --most pieces are searched here, by trying all moves and remembering what was found. For larger
ones the program named by --witness is asked for a certificate of its own, of that position down to
fewer pieces, and all of it is checked here in the same way: the witness is believed in nothing.
With --skip-leaves such positions are left open, and the answer says how many.

Exit status: 0 all right, 1 refused, 2 bad arguments. Nothing but the standard library is needed.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

MASK = (1 << 64) - 1
HEADER, RECORD = 64, 8
WITNESS_PIECES = 7  # a witness goes down to positions of so many pieces


class Refused(Exception):
    """The certificate is wrong."""


# ---- the rules: pieces walk along diagonals --------------------------------------------------

# Squares in the file's order: by column less row, then by row plus column; rows from the top, both
# from 0, those with an odd sum.
SQUARES = sorted(((r, c) for r in range(8) for c in range(8) if (r + c) % 2 == 1),
                 key=lambda s: (s[1] - s[0], s[0] + s[1]))
NUMBER = {square: i for i, square in enumerate(SQUARES)}


class Board:
    """A board of some size: the rays of each square, the start, the reflections."""

    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.cells = 0
        self.rays = [()] * 32
        start = [0, 0]
        for (r, c), i in NUMBER.items():
            if r >= rows or c >= columns:
                continue
            self.cells |= 1 << i
            start[r % 2] |= 1 << i
            rays = []
            for dr, dc in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                ray, y, x = [], r + dr, c + dc
                while 0 <= y < rows and 0 <= x < columns:
                    ray.append(1 << NUMBER[y, x])
                    y, x = y + dr, x + dc
                if ray:
                    rays.append(tuple(ray))
            self.rays[i] = tuple(rays)
        self.reflections = []
        if rows == 8 and columns == 8:
            for turn in (lambda r, c: (c, r), lambda r, c: (7 - c, 7 - r),
                         lambda r, c: (7 - r, 7 - c)):
                self.reflections.append([1 << NUMBER[turn(r, c)] for r, c in SQUARES])
        self.start = self.lowest(start[0], start[1])
        self.known = {}

    def lowest(self, mine, theirs):
        """Of a position and its reflections the one with the lowest number."""
        best = mine << 32 | theirs
        for turned in self.reflections:
            best = min(best, turn_set(mine, turned) << 32 | turn_set(theirs, turned))
        return best

    def sees(self, square, enemies, occupied):
        for ray in self.rays[square]:
            for bit in ray:
                if occupied & bit:
                    if enemies & bit:
                        return True
                    break
        return False

    def moves(self, mine, theirs):
        """The positions a move later, as (the other's pieces, the mover's)."""
        captures, quiet = [], []
        occupied = mine | theirs
        left = mine
        while left:
            piece = left & -left
            left ^= piece
            rays = self.rays[piece.bit_length() - 1]
            rest, seen = mine ^ piece, False
            for ray in rays:
                for bit in ray:
                    if occupied & bit:
                        if theirs & bit:
                            seen = True
                            captures.append((theirs ^ bit, rest | bit))
                        break
            if seen:
                continue
            for ray in rays:
                for bit in ray:
                    if occupied & bit:
                        break
                    if self.sees(bit.bit_length() - 1, theirs, occupied ^ piece):
                        quiet.append((theirs, rest | bit))
        return captures + quiet

    def wins(self, mine, theirs):
        """Does the player to move win? By trying everything; a player without pieces, or with
        pieces and no move, has lost."""
        if mine == 0 or theirs == 0:
            return mine != 0
        key = mine << 32 | theirs
        known = self.known.get(key)
        if known is None:
            if len(self.known) > 4000000:
                self.known.clear()
            known = any(not self.wins(m, t) for m, t in self.moves(mine, theirs))
            self.known[key] = known
        return known

    def text(self, position):
        """The position as Plateau writes it, the player to move being Blanc."""
        rows = [["."] * self.columns for _ in range(self.rows)]
        for (r, c), i in NUMBER.items():
            if position >> (32 + i) & 1:
                rows[r][c] = "b"
            elif position >> i & 1:
                rows[r][c] = "n"
        text = "/".join("".join(row) for row in rows)
        return re.sub(r"\.+", lambda gap: str(len(gap.group())), text) + " b"


def turn_set(pieces, turned):
    out = 0
    while pieces:
        low = pieces & -pieces
        out |= turned[low.bit_length() - 1]
        pieces ^= low
    return out


# ---- the file ----------------------------------------------------------------------------------

def mix(z):
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9 & MASK
    z = (z ^ z >> 27) * 0x94d049bb133111eb & MASK
    return z ^ z >> 31


def word(data, at):
    return int.from_bytes(data[at:at + 8], "little")


def checksum(data):
    lanes = [1, 2, 3, 4]
    whole = len(data) // 32 * 32
    for at in range(0, whole, 8):
        lane = at >> 3 & 3
        mixed = (lanes[lane] ^ word(data, at)) * 0x9e3779b97f4a7c15 & MASK
        lanes[lane] = (mixed << 29 | mixed >> 35) & MASK
    rest = data[whole:].ljust(32, b"\0")
    total = mix(len(data))
    for lane in range(4):
        total = mix(total ^ mix(lanes[lane] ^ word(rest, 8 * lane)))
    return total


class Certificate:
    def __init__(self, data):
        if len(data) < HEADER or data[:24] != b"plateau proof 1\nfousfous":
            raise Refused("not a flat certificate of fousfous")
        self.rows, self.columns, self.pieces, value = data[24:28]
        self.won, self.lost, self.root = word(data, 32), word(data, 40), word(data, 48)
        if len(data) != HEADER + RECORD * (self.won + self.lost):
            raise Refused("it is cut short, or too long")
        if word(data, 56) != mix(checksum(data[:56]) + mix(checksum(data[HEADER:])) & MASK):
            raise Refused("damaged: its sum is wrong")
        if not (2 <= self.rows <= 8 and 2 <= self.columns <= 8 and value <= 1) or any(data[28:32]):
            raise Refused("its header is wrong")
        self.root_wins = value == 1
        self.board = Board(self.rows, self.columns)
        self.records = [word(data, at) for at in range(HEADER, len(data), RECORD)]
        self.value = {}
        for i, position in enumerate(self.records):
            self.place(i, position)
        if self.value.get(self.root) is not self.root_wins:
            raise Refused("it does not hold the position that it is about")

    def place(self, i, position):
        mine, theirs = position >> 32, position & 0xffffffff
        where = "record %d" % (i + 1)
        if mine & theirs or not mine or not theirs or (mine | theirs) & ~self.board.cells:
            raise Refused(where + " is no position of this board")
        if bin(position).count("1") <= self.pieces:
            raise Refused("%s has %d pieces or fewer" % (where, self.pieces))
        if self.board.lowest(mine, theirs) != position:
            raise Refused(where + " is not the lowest of its reflections")
        if i not in (0, self.won) and self.records[i - 1] >= position:
            raise Refused(where + " is out of order")
        if position in self.value:
            raise Refused(where + " is said to be won and lost")
        self.value[position] = i < self.won


# ---- the check ---------------------------------------------------------------------------------

class Checker:
    def __init__(self, options):
        self.options = options
        self.searched = self.witnessed = self.witness_records = self.skipped = 0

    def leaf_wins(self, board, position):
        """The value of a position that the certificate leaves to us; None: left open."""
        mine, theirs = position >> 32, position & 0xffffffff
        if not mine or not theirs or bin(position).count("1") <= self.options.most:
            self.searched += 1
            return board.wins(mine, theirs)
        if self.options.skip_leaves:
            self.skipped += 1
            return None
        if self.options.witness is None:
            raise Refused("it leaves positions of %d pieces to the checker: give --witness PROGRAM"
                          " or --skip-leaves" % bin(position).count("1"))
        return self.ask_witness(board, position)

    def ask_witness(self, board, position):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "leaf")
            subprocess.run([self.options.witness, "prove", "fousfous",
                            "--option", "rows=%d" % board.rows,
                            "--option", "columns=%d" % board.columns,
                            "--position", board.text(position), "--flat",
                            "--pieces", str(WITNESS_PIECES), "-o", path],
                           check=True, stdout=subprocess.DEVNULL)
            leaf = read(path)
        if (leaf.rows, leaf.columns, leaf.root) != (board.rows, board.columns, position):
            raise Refused("the witness speaks of another position")
        for i in range(len(leaf.records)):
            self.record(leaf, i)
        self.witnessed += 1
        self.witness_records += len(leaf.records)
        return leaf.root_wins

    def record(self, certificate, i):
        board, position = certificate.board, certificate.records[i]
        children = [board.lowest(m, t)
                    for m, t in board.moves(position >> 32, position & 0xffffffff)]
        where = "record %d (%s) is not " % (i + 1, board.text(position))
        if i < certificate.won:
            if any(child >> 32 == 0 or certificate.value.get(child) is False
                   for child in children):
                return
            if bin(position).count("1") > certificate.pieces + 1:
                raise Refused(where + "won: no position after it is in the list as lost")
            if self.leaf_wins(board, position) is False:
                raise Refused(where + "won: a search says the contrary")
            return
        for child in children:
            if child >> 32 == 0:
                raise Refused(where + "lost: a move takes the last piece")
            if bin(child).count("1") > certificate.pieces:
                if certificate.value.get(child) is not True:
                    raise Refused(where + "lost: a position after it is not in the list as won")
            elif self.leaf_wins(board, child) is False:
                raise Refused(where + "lost: a search finds a move that wins")


def read(path):
    with open(path, "rb") as file:
        return Certificate(file.read())


def draw(count, seed, total):
    drawn, state = [], seed
    for _ in range(count):
        state = state + 0x9e3779b97f4a7c15 & MASK
        drawn.append(mix(state) % total)
    return sorted(drawn)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("file")
    parser.add_argument("--audit", type=int, metavar="N", help="so many records, by lot")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the lot (1)")
    parser.add_argument("--most", type=int, default=9, metavar="N",
                        help="search positions of so many pieces here (9)")
    parser.add_argument("--witness", metavar="PROGRAM", help="plateau, asked for larger ones")
    parser.add_argument("--skip-leaves", action="store_true", help="leave larger ones open")
    options = parser.parse_args()
    if options.audit is not None and options.audit < 1:
        parser.error("--audit takes a number from 1")
    sys.setrecursionlimit(10000)
    checker = Checker(options)
    try:
        certificate = read(options.file)
        total = len(certificate.records)
        chosen = range(total)
        if options.audit is not None:
            chosen = draw(options.audit, options.seed, total)
        for i in chosen:
            checker.record(certificate, i)
    except (OSError, Refused, subprocess.CalledProcessError) as problem:
        print("%s: %s" % (options.file, problem), file=sys.stderr)
        return 1
    board, root = certificate.board, certificate.root
    print("%s: %d of %d records, all right; %s: the player to move %s"
          % ("proven" if options.audit is None and checker.skipped == 0 else "audited",
             len(chosen), total, "the start" if root == board.start else board.text(root),
             "wins" if certificate.root_wins else "loses"))
    print("%d positions searched, %d by a witness of %d records in all, %d left open"
          % (checker.searched, checker.witnessed, checker.witness_records, checker.skipped))
    return 0


if __name__ == "__main__":
    sys.exit(main())
