#!/usr/bin/env python3
"""A second checker of the certificates that a side cannot lose at Hasami Shogi.

It shares no code with the program that makes them: rules, test of fortresses and sum are written again,
on another board. It needs Python 3.8 and nothing
else.

    tools/check_hasami.py data/hasami-black.cert                  every record
    tools/check_hasami.py FILE --audit 10000 --seed 1             records by lot, the same ones as
                                                                  plateau prove hasami --check draws
    tools/check_hasami.py FILE --jobs 8                           on eight cores
"""
import argparse
import multiprocessing
import sys

SIZE, CELLS = 9, 81  # cell = 9 * (rank - 1) + file
DEFAULTS = {"corner": "single", "losing_count": "2", "difference": "3",
            "repetition": "3", "no_capture": "100"}
TITLE = "plateau hasami certificate 1"


class Refused(Exception):
    pass


# ---- the board ----------------------------------------------------------------------------------
#
# A set of cells is a number, with bit 9 * (rank - 1) + file; a position is the pair of Black's and
# White's sets.

BLACK, WHITE = 0, 1


def cells_of(cells):
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def set_of(cells):
    return sum(1 << cell for cell in cells)


def lines_of_cells():
    lines = [[SIZE * rank + file for file in range(SIZE)] for rank in range(SIZE)]
    return lines + [[SIZE * rank + file for rank in range(SIZE)] for file in range(SIZE)]


def rays_from(cell):
    """The cells that a rook sees from there on an empty board, outwards, in four directions."""
    rank, file = divmod(cell, SIZE)
    return [[SIZE * rank + f for f in range(file + 1, SIZE)],
            [SIZE * rank + f for f in range(file - 1, -1, -1)],
            [SIZE * r + file for r in range(rank + 1, SIZE)],
            [SIZE * r + file for r in range(rank - 1, -1, -1)]]


LINES = lines_of_cells()
RAYS = [rays_from(cell) for cell in range(CELLS)]
BESIDE = [set_of(ray[0] for ray in RAYS[cell] if ray) for cell in range(CELLS)]
CORNERS = [0, SIZE - 1, CELLS - SIZE, CELLS - 1]
ALL = (1 << CELLS) - 1
NOT_FIRST = ALL ^ set_of(range(0, CELLS, SIZE))
NOT_LAST = ALL ^ set_of(range(SIZE - 1, CELLS, SIZE))


def read_grid(text):
    """Ranks from 9 down to 1, gaps as digits."""
    ranks = text.split("/")
    if len(ranks) != SIZE:
        raise Refused("not nine ranks: " + text)
    board = [0, 0]
    for rank, row in zip(range(SIZE - 1, -1, -1), ranks):
        file, gap = 0, False
        for char in row:
            if char in "123456789" and not gap:
                file += int(char)
            elif char in ("b", "w"):
                board["bw".index(char)] |= 1 << SIZE * rank + file
                file += 1
            else:
                raise Refused("not a position: " + text)
            gap = char not in ("b", "w")
        if file != SIZE:
            raise Refused("not nine files: " + text)
    return tuple(board)


def write_grid(board):
    ranks = []
    for rank in range(SIZE - 1, -1, -1):
        text, gap = "", 0
        for cell in LINES[rank]:
            if not (board[BLACK] | board[WHITE]) >> cell & 1:
                gap += 1
                continue
            text += (str(gap) if gap else "") + "bw"[board[WHITE] >> cell & 1]
            gap = 0
        ranks.append(text + (str(gap) if gap else ""))
    return "/".join(ranks)


def mirrored(grid):
    return "/".join(rank[::-1] for rank in grid.split("/"))


def order_of(grid):
    """The order of the file: Black's cells as a number, then White's; a8 is worth 2^10 of a9."""
    sums = {"b": 0, "w": 0}
    for row, rank in enumerate(grid.split("/")):
        column = 0
        for char in rank:
            if char in sums:
                sums[char] += 1 << (10 * row + column)
            column += 1 if char in sums else int(char)
    return sums["b"], sums["w"]


# ---- the rules ----------------------------------------------------------------------------------

def moves_of(board, side):
    full = board[BLACK] | board[WHITE]
    moves = []
    for start in cells_of(board[side]):
        for ray in RAYS[start]:
            for target in ray:
                if full >> target & 1:
                    break
                moves.append((start, target))
    return moves


def play(board, side, move, rules):
    """The board after the move; the mover's captures are seen from the cell that he reaches."""
    start, target = move
    own, other = board[side] ^ 1 << start ^ 1 << target, board[1 - side]
    if BESIDE[target] & other:
        taken = 0
        for ray in RAYS[target]:
            run = 0
            for cell in ray:
                if not other >> cell & 1:
                    if own >> cell & 1:
                        taken |= run
                    break
                run |= 1 << cell
        if rules["corner"] == "single":
            for cell in CORNERS:
                if (BESIDE[target] & other) >> cell & 1 and BESIDE[cell] & ~own == 0:
                    taken |= 1 << cell
        other &= ~taken
    return (own, other) if side == BLACK else (other, own)


def count(cells):
    return bin(cells).count("1")


def loser(board, to_move, rules):
    """Who has lost by counting; None while the game goes on."""
    counts = count(board[BLACK]), count(board[WHITE])
    for side in (to_move, 1 - to_move):
        if counts[side] <= rules["losing_count"]:
            return side
    if rules["difference"]:
        for side in (to_move, 1 - to_move):
            if counts[1 - side] - counts[side] > rules["difference"]:
                return side
    return None


# ---- fortresses ---------------------------------------------------------------------------------

def around(cells):
    return ((cells & NOT_LAST) << 1 | (cells & NOT_FIRST) >> 1 | cells << SIZE | cells >> SIZE) & ALL


def reachable(board, core):
    """Cells outside the core that hang together with one of an enemy, or of an own piece that is
    given up."""
    free = ALL & ~core
    reach, before = (board[BLACK] | board[WHITE]) & free, 0
    while reach != before:
        before = reach
        reach |= around(reach) & free
    return reach


def grown(cells, core, way):
    """Pieces of the core next to the cells, in one direction, and those behind them in a row."""
    found = way(cells) & core
    more = way(found) & core
    while more:
        found |= more
        more = way(more) & core
    return found


WAYS = [(lambda cells: (cells & NOT_LAST) << 1, lambda cells: (cells & NOT_FIRST) >> 1),
        (lambda cells: cells << SIZE, lambda cells: cells >> SIZE)]


def takeable(core, reach, rules):
    """Pieces of the core that enemies standing in `reach` could take."""
    lost = 0
    for ahead, back in WAYS:
        lost |= grown(reach, core, ahead) & grown(reach, core, back)
    if rules["corner"] == "single":
        for cell in CORNERS:
            if core >> cell & 1 and BESIDE[cell] & ~reach == 0:
                lost |= 1 << cell
    return lost


def has_fortress(board, side, rules):
    """Pieces that can never be taken, enough of them, and a move to and fro out of reach: then all
    that enemies can reach, otherwise nothing."""
    core = board[side]
    while True:
        reach = reachable(board, core)
        movers = core & around(ALL & ~core & ~reach) & ~around(reach)
        if not movers:
            return None
        lost = takeable(core, reach, rules)
        if not lost:
            break
        core &= ~lost
    if count(core) <= rules["losing_count"]:
        return None
    if rules["difference"] and count(board[1 - side]) - count(core) > rules["difference"]:
        return None
    for start in cells_of(movers):
        for target in cells_of(BESIDE[start] & ~core):
            if not takeable(core ^ 1 << start | 1 << target, reach, rules):
                return reach
    return None


# ---- the certificate ----------------------------------------------------------------------------

MASK = (1 << 64) - 1


def mix(z):
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9 & MASK
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb & MASK
    return z ^ (z >> 31)


def checksum(data):
    lanes, whole = [1, 2, 3, 4], len(data) // 32 * 32
    for at in range(0, whole, 32):
        for lane in range(4):
            word = int.from_bytes(data[at + 8 * lane:at + 8 * lane + 8], "little")
            mixed = (lanes[lane] ^ word) * 0x9e3779b97f4a7c15 & MASK
            lanes[lane] = (mixed << 29 | mixed >> 35) & MASK
    rest = data[whole:] + bytes(32 - (len(data) - whole))
    total = mix(len(data))
    for lane in range(4):
        word = int.from_bytes(rest[8 * lane:8 * lane + 8], "little")
        total = mix(total ^ mix(lanes[lane] ^ word))
    return total


def read_rules(words):
    rules = dict(DEFAULTS)
    for word in words:
        name, _, value = word.partition("=")
        if name == "quiet":
            continue
        if name not in rules or name == "corner" and value not in ("none", "single"):
            raise Refused("a rule that this checker does not know: " + word)
        rules[name] = value
    for name in ("losing_count", "difference"):
        rules[name] = 0 if rules[name] == "off" else int(rules[name])
    return rules


class Certificate:
    def __init__(self, data):
        lines = data.decode("ascii").split("\n")
        if len(lines) < 6 or lines[0] != TITLE or lines[-1] != "":
            raise Refused("not a certificate of hasami")
        cut = data.rindex(b"\n", 0, len(data) - 1) + 1
        if lines[-2] != "sum %016x" % checksum(data[:cut]):
            raise Refused("damaged: its sum is wrong")
        claims = {"black cannot lose": BLACK, "white cannot lose": WHITE}
        if lines[1] not in claims or not lines[2].startswith("position "):
            raise Refused("not a certificate of hasami")
        self.side = claims[lines[1]]
        self.other = 1 - self.side
        words = lines[2].split(" ")
        if len(words) < 3 or words[2] not in ("b", "w"):
            raise Refused("not a certificate of hasami")
        self.start, self.to_move = read_grid(words[1]), "bw".index(words[2])
        self.rules = read_rules(words[3:])
        self.records = [self.read_record(line) for line in lines[4:-2]]
        if lines[3] != "records %d" % len(self.records):
            raise Refused("it does not hold the records that it says")
        orders = [order_of(grid) for grid, _ in self.records]
        if any(a >= b for a, b in zip(orders, orders[1:])):
            raise Refused("records are out of order")
        self.known = {read_grid(form) for grid, _ in self.records for form in (grid, mirrored(grid))}
        self.last = self.next = None  # own moves that served before, tried first

    @staticmethod
    def read_record(line):
        grid, _, text = line.partition(" ")
        if len(text) != 4 or any(text[i] not in "abcdefghi" or text[i + 1] not in "123456789"
                                 for i in (0, 2)):
            raise Refused("not a record: " + line)
        if write_grid(read_grid(grid)) != grid or order_of(mirrored(grid)) < order_of(grid):
            raise Refused("not written as it should be: " + line)
        cells = ["abcdefghi".index(text[i]) + SIZE * (int(text[i + 1]) - 1) for i in (0, 2)]
        return grid, tuple(cells)

    def saves(self, board, move):
        after = play(board, self.side, move, self.rules)
        lost = loser(after, self.other, self.rules)
        if lost is None:
            return has_fortress(after, self.side, self.rules) is not None
        return lost == self.other

    def own_moves(self, board, first):
        moves = moves_of(board, self.side)
        if first in moves:
            moves.remove(first)
            moves.insert(0, first)
        return moves

    def is_near(self, board):
        """The side is to move, and a single move suffices."""
        if has_fortress(board, self.side, self.rules):
            return True
        for move in self.own_moves(board, self.last):
            if self.saves(board, move):
                self.last = move
                return True
        return False

    def idle_cells(self, board):
        """The other side is to move. If a pass would leave a slide to a fortress, so do all moves
        that take nothing, stay out of its way and end where enemies may stand: those cells."""
        for move in self.own_moves(board, self.last):
            after = play(board, self.side, move, self.rules)
            if after[self.other] != board[self.other]:
                continue
            reach = has_fortress(after, self.side, self.rules)
            if reach:
                self.last = move
                way = next(ray for ray in RAYS[move[0]] if move[1] in ray)
                return reach & ~set_of(way[:way.index(move[1]) + 1])
        return 0

    def holds(self, board):
        """The other side is to move, and every reply leaves a single move that suffices."""
        idle = self.idle_cells(board)
        for move in moves_of(board, self.other) or [None]:
            after = play(board, self.other, move, self.rules) if move else board
            lost = loser(after, self.side, self.rules)
            if lost is not None:
                if lost == self.side:
                    return False
                continue
            is_idle = move is not None and idle >> move[1] & 1 and \
                after[self.side] == board[self.side]
            if not is_idle and not self.is_near(after):
                return False
        return True

    def is_far(self, board):
        """The side is to move, and two own moves suffice."""
        for move in self.own_moves(board, self.next):
            if self.holds(play(board, self.side, move, self.rules)):
                self.next = move
                return True
        return False

    def check_replies(self, board, tally):
        moves = moves_of(board, self.other)
        for after in [play(board, self.other, move, self.rules) for move in moves] or [board]:
            tally["replies"] += 1
            lost = loser(after, self.side, self.rules)
            if lost == self.side:
                raise Refused("a reply wins: " + write_grid(after))
            if lost is not None:
                tally["over"] += 1
            elif after in self.known:
                tally["listed"] += 1
            elif self.is_near(after):
                tally["near"] += 1
            elif self.is_far(after):
                tally["far"] += 1
            else:
                raise Refused("a reply without an answer: " + write_grid(after))

    def check_record(self, number, tally):
        grid, move = self.records[number]
        board = read_grid(grid)
        tally["records"] += 1
        if loser(board, self.side, self.rules) is not None:
            raise Refused("the game is over: " + grid)
        if move not in moves_of(board, self.side):
            raise Refused("the move is not legal: " + grid)
        after = play(board, self.side, move, self.rules)
        lost = loser(after, self.other, self.rules)
        if lost is not None:
            tally["won"] += 1
            if lost == self.side:
                raise Refused("the move loses: " + grid)
        elif has_fortress(after, self.side, self.rules):
            tally["fortress"] += 1
        else:
            self.check_replies(after, tally)

    def check_start(self):
        board = self.start
        if loser(board, self.to_move, self.rules) is not None:
            raise Refused("the game is over at the start")
        if self.to_move == self.other:
            if not has_fortress(board, self.side, self.rules):
                self.check_replies(board, new_tally())
        elif board not in self.known and not self.is_near(board) and not self.is_far(board):
            raise Refused("the start has no record")


# ---- many records -------------------------------------------------------------------------------

def new_tally():
    return dict.fromkeys(("records", "won", "fortress", "replies", "over", "listed", "near", "far"), 0)


def draw_lot(audit, seed, held):
    lot = []
    for _ in range(audit):
        seed = seed + 0x9e3779b97f4a7c15 & MASK
        lot.append(mix(seed) % held)
    return lot


def check_part(numbers):
    tally = new_tally()
    for number in numbers:
        shared.check_record(number, tally)
    return tally


shared = None  # the certificate, as the parts of a pool of processes inherit it


def check(arguments):
    global shared
    with open(arguments.file, "rb") as file:
        shared = Certificate(file.read())
    shared.check_start()
    held = len(shared.records)
    lot = draw_lot(arguments.audit, arguments.seed, held) if arguments.audit and held else None
    numbers = lot if lot is not None else list(range(held))
    parts = [numbers[at:at + 100] for at in range(0, len(numbers), 100)]
    total = new_tally()
    if arguments.jobs > 1:
        with multiprocessing.get_context("fork").Pool(arguments.jobs) as pool:
            tallies = list(pool.imap(check_part, parts))
    else:
        tallies = [check_part(part) for part in parts]
    for tally in tallies:
        for name in total:
            total[name] += tally[name]
    name = ("Black", "White")[shared.side]
    if lot is None:
        print("proven: %s cannot lose; %d records" % (name, total["records"]), end="")
    else:
        print("audited: %s cannot lose; %d of %d records by lot" % (name, total["records"], held),
              end="")
    print(": %(won)d won, %(fortress)d fortresses, %(replies)d replies: %(over)d over, "
          "%(listed)d in the list, %(near)d one move and %(far)d two moves from a fortress" % total, end="")
    print("" if lot is None else "; were %.3g %% of all wrong, this would be seen in 19 of 20 lots"
          % (100 * (1 - 0.05 ** (1 / total["records"]))))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file")
    parser.add_argument("--audit", type=int, default=0, help="records by lot, instead of all")
    parser.add_argument("--seed", type=int, default=1, help="of that lot")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the work")
    arguments = parser.parse_args()
    try:
        check(arguments)
    except (Refused, UnicodeDecodeError, ValueError) as error:
        sys.exit("%s: %s" % (arguments.file, error))


if __name__ == "__main__":
    main()
