#!/usr/bin/env python3
"""Trains a net with PyTorch, on a GPU where there is one: the same games as `plateau train` reads, the
same net file as it writes.

    tools/train_torch.py GAME GAMES -o NET [--hidden 32] [--epochs 20] …
    tools/train_torch.py GAME GAMES --check NET

The program itself turns games into positions (`plateau train GAME GAMES --samples FILE`; the layout is
told in src/learn/samplefile.h), since a record of moves means nothing without the rules. The steps are
those of src/learn/trainer.c: Adam, mini-batches, a symmetry by lot, weights that still fit when they are
whole numbers. What is drawn by lot differs, and the mean of the last weights is kept here, so that nets of the two
are alike, not the same.

Gomoku's nets are of lines (src/games/gomoku/net/gomoku_net.h), with another net file and other positions, but
by the same commands; their size is the program's. Which move was played is learnt beside the value, as
src/games/gomoku/net/gomoku_learner.c does it, without what the shapes of a point promise.

--check needs no PyTorch: it computes the net in whole numbers, position by position, and holds it against
what the program says; every score must be the same.
"""
import argparse
import os
import struct
import subprocess
import sys
import tempfile
from array import array
from itertools import accumulate

ONE, OUTPUT_ONE, MAX_OUTPUT, MAX_SCORE = 255, 64, 127, 500000  # src/eval/net.h
LANES, MAX_HIDDEN, NAME_SIZE, RULES_SIZE = 16, 128, 16, 104
LINES_ONE, HEAD_ONE, OUT_ONE, THREATS, HIDDEN_MOST, LINES_SCALE, LINES_MOST = 64, 4096, 1024, 9, 4, 400, 100000  # gomoku_net.h
MAX_POINTS, REACH, RENJU = 400, 4, b'rule=renju'
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (-1, 1))
FRAME = struct.Struct('<8sII16s104s')  # src/eval/netfile.h
OF_CELLS, OF_LINES = 1, 2
CELLS_HEAD = struct.Struct('<IIIII')
LINES_HEAD = struct.Struct('<III')
SAMPLES_HEAD = struct.Struct('<8sIIIII16s104sQQ')
WORD = (1 << 64) - 1


def stop(why):
    sys.exit(f'train_torch.py: {why}')


# ---- files ------------------------------------------------------------------------------------------


def mix(word):
    """rng_mix of src/base/rng.h."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


def checksum(data):
    """checksum_bytes of src/base/checksum.c."""
    lanes = [1, 2, 3, 4]
    whole = len(data) // 32 * 32
    words = struct.unpack(f'<{whole // 8}Q', data[:whole])
    for at in range(0, len(words), 4):
        for i in range(4):
            mixed = (lanes[i] ^ words[at + i]) * 0x9E3779B97F4A7C15 & WORD
            lanes[i] = (mixed << 29 | mixed >> 35) & WORD
    rest = struct.unpack('<4Q', data[whole:].ljust(32, b'\0'))
    total = mix(len(data))
    for lane, word in zip(lanes, rest):
        total = mix(total ^ mix(lane ^ word))
    return total


def packed(kind, values):
    row = array(kind, values)
    if sys.byteorder == 'big':
        row.byteswap()
    return row.tobytes()


def framed(kind, game, rules, body):
    data = FRAME.pack(b'PLATNET\n', 1, kind, game, rules) + body
    return data + struct.pack('<Q', checksum(data))


def read_net(path):
    """A net of either kind."""
    with open(path, 'rb') as file:
        data = file.read()
    if len(data) < FRAME.size + 8 or not data.startswith(b'PLATNET\n'):
        stop(f'{path}: not a net')
    if struct.unpack('<Q', data[-8:])[0] != checksum(data[:-8]):
        stop(f'{path}: damaged (wrong checksum)')
    _, version, kind, game, rules = FRAME.unpack_from(data)
    if version != 1 or kind not in (OF_CELLS, OF_LINES):
        stop(f'{path}: a net of another version or kind')
    net = (Net if kind == OF_CELLS else LineNet).read(path, game, rules, Rows(data[FRAME.size:-8]))
    if net.bytes() != data:
        stop(f'{path}: written again, it is another file')
    return net


class Rows:
    """Rows of whole numbers, one behind the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def head(self, layout):
        self.at += layout.size
        return layout.unpack_from(self.data, self.at - layout.size)

    def row(self, kind, count):
        row = array(kind)
        size = count * row.itemsize
        row.frombytes(self.data[self.at:self.at + size])
        if sys.byteorder == 'big':
            row.byteswap()
        self.at += size
        return row


class Net:
    """A net of cells as in its file (src/eval/net.c): rows of whole numbers."""

    def __init__(self, game, rules, cells, hidden, scale, pieces, bias, output, output_bias):
        self.game, self.rules, self.cells, self.hidden, self.scale = game, rules, cells, hidden, scale
        self.pieces, self.bias, self.output, self.output_bias = pieces, bias, output, output_bias

    def bytes(self):
        body = CELLS_HEAD.pack(self.cells, self.hidden, ONE, OUTPUT_ONE, self.scale)
        body += packed('h', self.pieces) + packed('h', self.bias) + packed('h', self.output) + struct.pack('<i', self.output_bias)
        return framed(OF_CELLS, self.game, self.rules, body)

    @staticmethod
    def read(path, game, rules, rows):
        cells, hidden, one, output_one, scale = rows.head(CELLS_HEAD)
        if (one, output_one) != (ONE, OUTPUT_ONE):
            stop(f'{path}: a net of another version or kind')
        pieces, bias, output = (rows.row('h', count) for count in (2 * cells * hidden, hidden, 2 * hidden))
        return Net(game, rules, cells, hidden, scale, pieces, bias, output, rows.row('i', 1)[0])

    def judge(self, samples, i):
        first, width = samples.firsts[i], 2 * samples.cells
        pieces = samples.pieces[first:first + samples.counts[i]]
        own, other = ([samples.features[view * samples.symmetries * width + piece] for piece in pieces] for view in range(2))
        return self.score(own, other)

    def score(self, own, other):
        """Hundredths of a point; the features of a position as the mover and the other see it."""
        total = 0
        for side, features in enumerate((own, other)):
            for j in range(self.hidden):
                value = self.bias[j] + sum(self.pieces[f * self.hidden + j] for f in features)
                value = min(max(value, 0), ONE)
                total += value * value * self.output[side * self.hidden + j]
        value = divide(total, ONE) + self.output_bias
        return min(max(divide(value * self.scale, ONE * OUTPUT_ONE), -MAX_SCORE), MAX_SCORE)


class LineNet:
    """A net of lines as in its file (src/games/gomoku/net/gomoku_net.c): for each colour that has its own numbers, in
    the order of PARTS, rows of whole numbers."""

    PARTS = (('line', 'b'), ('head', 'h'), ('bias', 'i'), ('threat', 'i'), ('out', 'h'), ('last', 'i'), ('shapes', 'i'))

    def __init__(self, game, rules, sizes, colours):
        self.game, self.rules, self.sizes, self.colours = game, rules, sizes, colours

    @staticmethod
    def counts(sizes):
        lines, width, hidden = sizes
        return {'line': lines * width, 'head': hidden * 2 * width, 'bias': hidden, 'threat': THREATS * hidden, 'out': hidden,
                'last': 1, 'shapes': 1}

    def bytes(self):
        body = LINES_HEAD.pack(*self.sizes)
        body += b''.join(packed(kind, colour[name]) for colour in self.colours for name, kind in self.PARTS)
        return framed(OF_LINES, self.game, self.rules, body)

    @staticmethod
    def read(path, game, rules, rows):
        sizes = rows.head(LINES_HEAD)
        counts = LineNet.counts(sizes)
        colours = [{name: rows.row(kind, counts[name]) for name, kind in LineNet.PARTS} for _ in range(views_of(rules))]
        return LineNet(game, rules, sizes, colours)

    def vector(self, samples, colour, lines):
        """Of a point, clipped; the lines through it."""
        width, rows = self.sizes[1], self.colours[colour % len(self.colours)]['line']
        at = [width * (line if colour == 0 else samples.exchanged[line]) for line in lines]
        return [min(max(sum(rows[a + i] for a in at), 0), LINES_ONE) for i in range(width)]

    def judge(self, samples, i):
        _, width, hidden = self.sizes
        shapes, threats, _, turn, cells = samples.record(i)
        sums = [[0] * width, [0] * width]
        for cell, stone in enumerate(cells):
            lines, bare = samples.lines_at(cells, cell), samples.bare[cell]
            if stone or lines == bare:
                continue
            for colour in range(2):
                now, before = self.vector(samples, colour, lines), self.vector(samples, colour, bare)
                sums[colour] = [s + a - b for s, a, b in zip(sums[colour], now, before)]
        part, total = self.colours[turn % len(self.colours)], 0
        seen = sums[turn] + sums[1 - turn]
        for j in range(hidden):
            value = sum(w * s for w, s in zip(part['head'][2 * width * j:2 * width * (j + 1)], seen)) + part['bias'][j]
            value += sum(part['threat'][bit * hidden + j] for bit in range(THREATS) if threats >> bit & 1)
            total += part['out'][j] * min(max(value >> 8, 0), 4095)
        score = ((total + part['last'][0]) * LINES_SCALE + part['shapes'][0] * shapes * OUT_ONE) >> 20
        return min(max(score, -LINES_MOST), LINES_MOST)


def views_of(rules):
    """Under renju the colours differ, and each has numbers of its own."""
    return 2 if RENJU in rules.rstrip(b'\0').split(b' ') else 1


def divide(number, by):
    """As C divides: towards zero."""
    return -(-number // by) if number < 0 else number // by


class Samples(Rows):
    """What src/learn/samplefile.h lays out."""

    def __init__(self, data):
        super().__init__(data)
        head = self.head(SAMPLES_HEAD)
        magic, version, self.cells, self.symmetries, self.scale, scored, self.game, self.rules, self.count, self.pieces_size = head
        if magic != b'PLSAMPL\n' or version != 1:
            stop('samples of another version')
        self.features = self.row('H', 2 * self.symmetries * 2 * self.cells)
        self.scores = self.row('i', self.count)
        self.points = self.row('B', self.count)
        self.held_out = self.row('B', self.count)
        self.read_positions()
        self.judged = self.row('i', self.count) if scored else None
        if self.at != len(data):
            stop('samples of another size than they say')

    def read_positions(self):
        self.counts = self.row('B', self.count)
        self.firsts = [0, *accumulate(self.counts)]
        self.pieces = self.row('H', self.pieces_size)


class LineSamples(Samples):
    """Positions for nets of lines: records, and the tables of lines."""

    RECORD = struct.Struct('<iHHB')

    def read_positions(self):
        self.record_size, self.size = self.pieces_size, round(self.cells ** 0.5)
        self.records = memoryview(self.data)[self.at:self.at + self.count * self.record_size]
        self.at += len(self.records)
        self.sizes = self.head(LINES_HEAD)
        self.lines = self.row('H', 1 << 4 * REACH)
        self.exchanged = self.row('H', self.sizes[0])
        self.bare = [self.lines_at(bytes(self.cells), cell) for cell in range(self.cells)]

    def record(self, i):
        """What shapes are worth, threats, the cell played, the colour to move, the cells."""
        record = self.records[i * self.record_size:(i + 1) * self.record_size]
        return (*self.RECORD.unpack_from(record), bytes(record[self.RECORD.size:]))

    def lines_at(self, cells, cell):
        """The numbers of the lines through a cell: gomoku_net_index(), outside being of both colours."""
        row, col, found = cell // self.size, cell % self.size, []
        for down, right in DIRECTIONS:
            key = 0
            for far in range(1, REACH + 1):
                for sign, bit in ((-1, REACH - far), (1, 2 * REACH + far - 1)):
                    r, c = row + sign * far * down, col + sign * far * right
                    stone = cells[r * self.size + c] if 0 <= r < self.size and 0 <= c < self.size else 3
                    key |= (stone & 1) << bit | (stone >> 1) << (bit + REACH)
            found.append(self.lines[key])
        return found


def read_samples(options, net=None):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'samples')
        command = [options.plateau, 'train', options.game, options.games, '--samples', path, '--held-out', str(options.held_out)]
        command += ['--net', net] if net else []
        command += ['--scale', str(options.scale)] if options.scale else []
        if subprocess.run(command, check=False).returncode != 0:
            stop('the program could not read the games')
        data = bytearray(os.path.getsize(path))
        with open(path, 'rb') as file:
            file.readinto(data)
    has_records = SAMPLES_HEAD.unpack_from(data)[3] == 0
    return (LineSamples if has_records else Samples)(data)


# ---- --check ----------------------------------------------------------------------------------------


def check(options):
    """Every so many positions, at most options.most of them: our numbers against the program's."""
    samples, net = read_samples(options, options.check), read_net(options.check)
    every = max(1, samples.count // options.most)
    seen = range(0, samples.count, every)
    wrong = sum(net.judge(samples, i) != samples.judged[i] for i in seen)
    print(f'{options.check}: {len(seen)} positions, {wrong} with another score than the program')
    return wrong == 0 and len(seen) > 0


# ---- training ---------------------------------------------------------------------------------------


class Trainer:
    """What both kinds share: aims, steps and errors."""

    KEEP_MEAN = 0.999  # of the mean of weights, at every step

    def __init__(self, torch, samples, options):
        self.torch, self.samples, self.options = torch, samples, options
        self.device = torch.device(options.device or ('cuda' if torch.cuda.is_available() else 'cpu'))
        torch.manual_seed(options.seed)
        share = options.score_share / 100
        chances = torch.sigmoid(self.tensor(samples.scores, torch.int32).float() / samples.scale)
        self.aims = share * chances + (1 - share) * self.tensor(samples.points, torch.uint8).float() / 2
        held_out = self.tensor(samples.held_out, torch.uint8).bool()
        self.held_out = held_out.nonzero().squeeze(1)
        self.order = (~held_out).nonzero().squeeze(1)
        self.load()
        self.begin()
        if options.net:
            self.take(read_net(options.net))
        for weight in self.weights:
            weight.requires_grad_(True)
        self.mean, self.steps = [weight.detach().clone() for weight in self.weights], 0
        self.adam = torch.optim.Adam(self.weights, lr=options.rate, betas=(0.9, self.KEEP_SQUARE), eps=self.TINY)

    def tensor(self, row, kind):
        return self.torch.frombuffer(memoryview(row), dtype=kind).to(self.device)

    def epoch(self, number):
        torch, options = self.torch, self.options
        for group in self.adam.param_groups:
            group['lr'] = options.rate * (1 - 0.95 * number / options.epochs)
        order = self.order[torch.randperm(len(self.order), device=self.device)]
        total = torch.zeros((), device=self.device, dtype=torch.float64)
        for at in range(0, len(order), options.batch):
            index = order[at:at + options.batch]
            loss, chances = self.loss(index)
            self.adam.zero_grad()
            loss.backward()
            self.adam.step()
            total += (chances.detach() - self.aims[index]).double().square().sum()
            with torch.no_grad():
                for weight, limit in zip(self.weights, self.limits):
                    weight.clamp_(-limit, limit)
            self.follow()
        return float(total) / len(order)

    def follow(self):
        """The mean of the last weights, some thousand steps: what a single step does to them is noise."""
        self.steps += 1
        share = 1 - min(self.KEEP_MEAN, self.steps / (self.steps + 10))
        with self.torch.no_grad():
            for mean, weight in zip(self.mean, self.weights):
                mean.lerp_(weight, share)

    def exchange(self):
        """Weights for their mean, and back."""
        with self.torch.no_grad():
            for mean, weight in zip(self.mean, self.weights):
                kept = weight.clone()
                weight.copy_(mean)
                mean.copy_(kept)

    def error(self):
        torch = self.torch
        if len(self.held_out) == 0:
            return float('nan')
        total = 0.0
        with torch.no_grad():
            for index in self.held_out.split(1 << 13):
                total += float((self.look(index) - self.aims[index]).double().square().sum())
        return total / len(self.held_out)

    def rounded(self, weight, one, most):
        """Whole numbers, halves away from zero, as lroundf does it."""
        scaled = (weight.detach() * one).double()
        whole = (scaled.abs() + 0.5).floor() * scaled.sign()
        return [int(value) for value in whole.clamp(-most, most).flatten().tolist()]

    def floats(self, row, one, shape):
        return self.torch.tensor(row, dtype=self.torch.float32, device=self.device).view(shape) / one


class CellTrainer(Trainer):
    KEEP_SQUARE, TINY = 0.999, 1e-8

    def load(self):
        """Pieces as one row of equal width a sample; what is missing is a piece without weights."""
        torch, samples = self.torch, self.samples
        none, counts = 2 * samples.cells, self.tensor(samples.counts, torch.uint8).long()
        flat = self.tensor(samples.pieces, torch.int16).long()
        width = int(counts.max())
        starts = counts.cumsum(0) - counts
        places = torch.arange(width, device=self.device)
        self.pieces = torch.full((samples.count, width), none, dtype=torch.int16, device=self.device)
        for at in range(0, samples.count, 1 << 20):
            part = slice(at, at + (1 << 20))
            inside = places[None, :] < counts[part, None]
            index = (starts[part, None] + places[None, :]).clamp(max=len(flat) - 1)
            self.pieces[part] = torch.where(inside, flat[index], none).short()
        table = self.tensor(samples.features, torch.int16).long().view(2, samples.symmetries, none)
        self.features = torch.cat([table, torch.full((2, samples.symmetries, 1), none, device=self.device)], 2)

    def begin(self):
        """The beginning of src/learn/trainer.c, with other lots."""
        torch, hidden, none = self.torch, self.options.hidden, 2 * self.samples.cells

        def draw(size, most):
            return most * (2 * torch.rand(size, device=self.device) - 1)

        pieces = draw((none + 1, hidden), 0.2)
        pieces[none] = 0
        self.weights = [pieces, 0.3 + draw(hidden, 0.1), draw(2 * hidden, 2 / hidden ** 0.5), torch.zeros(1, device=self.device)]
        most = (32767 - ONE) / ONE / (self.samples.cells + 4)
        self.limits = [min(2, most), 2, MAX_OUTPUT / OUTPUT_ONE, 100]

    def take(self, net):
        cells, hidden = self.samples.cells, self.options.hidden
        if not isinstance(net, Net) or (net.cells, net.hidden) != (cells, hidden):
            stop(f'{self.options.net}: not a net of {cells} cells and {hidden} hidden numbers')
        self.weights[0][:2 * cells] = self.floats(net.pieces, ONE, (2 * cells, hidden))
        self.weights[1:] = [self.floats(net.bias, ONE, hidden), self.floats(net.output, OUTPUT_ONE, 2 * hidden),
                            self.floats([net.output_bias], ONE * OUTPUT_ONE, 1)]

    def chances(self, index, symmetry):
        pieces, bias, output, output_bias = self.weights
        seen = self.pieces[index].long()
        views = []
        for view in range(2):
            features = self.features[view][symmetry[:, None], seen]
            sums = self.torch.nn.functional.embedding_bag(features, pieces, mode='sum', padding_idx=2 * self.samples.cells) + bias
            views.append(sums.clamp(0, 1).square())
        return self.torch.sigmoid(self.torch.cat(views, 1) @ output + output_bias)

    def loss(self, index):
        symmetry = self.torch.randint(self.samples.symmetries, (len(index),), device=self.device)
        chances = self.chances(index, symmetry)
        return (chances - self.aims[index]).square().mean() / 2, chances

    def look(self, index):
        return self.chances(index, self.torch.zeros(len(index), dtype=self.torch.long, device=self.device))

    def net(self):
        samples, (pieces, bias, output, output_bias), rounded = self.samples, self.weights, self.rounded
        return Net(samples.game, samples.rules, samples.cells, self.options.hidden, self.options.unit or samples.scale,
                   rounded(pieces[:2 * samples.cells], ONE, 32767), rounded(bias, ONE, 32767),
                   rounded(output, OUTPUT_ONE, MAX_OUTPUT), rounded(output_bias, ONE * OUTPUT_ONE, 1 << 30)[0])


class LineTrainer(Trainer):
    """Nets of lines. Weights: for each view (one, or one for each colour) the parts of LineNet, and what weighs a
    point's vectors for the chance that it is played, which is in no net."""

    ORDER_SHARE = 0.2  # of the moves in what is learnt
    KEEP_SQUARE, TINY = 0.99, 1e-6

    def load(self):
        torch, samples = self.torch, self.samples
        size, edge = samples.size, REACH
        records = torch.frombuffer(samples.records, dtype=torch.uint8).view(samples.count, samples.record_size).to(self.device)
        numbers = records[:, :8].contiguous()
        self.shapes = numbers[:, :4].contiguous().view(torch.int32).squeeze(1).float() / LINES_SCALE
        self.threats = numbers[:, 4:6].contiguous().view(torch.int16).squeeze(1).long()
        self.played = numbers[:, 6:8].contiguous().view(torch.int16).squeeze(1).long()
        self.turns, self.cells = records[:, 8].long(), records[:, 9:].contiguous()
        self.lines = self.tensor(samples.lines, torch.int16).int()
        self.exchanged = self.tensor(samples.exchanged, torch.int16).int()
        self.board = torch.full((size + 2 * edge, size + 2 * edge), 3, dtype=torch.uint8, device=self.device)
        self.bare = self.number_lines(torch.zeros((1, samples.cells), dtype=torch.uint8, device=self.device))[0]

    def number_lines(self, cells):
        """[positions, cells, directions]: LineSamples.lines_at of every cell."""
        size, edge, count = self.samples.size, REACH, len(cells)
        board = self.board.repeat(count, 1, 1)
        board[:, edge:edge + size, edge:edge + size] = cells.view(count, size, size)
        board, found = board.int(), []
        for down, right in DIRECTIONS:
            key = 0
            for far in range(1, REACH + 1):
                for sign, bit in ((-1, REACH - far), (1, 2 * REACH + far - 1)):
                    row, col = edge + sign * far * down, edge + sign * far * right
                    stone = board[:, row:row + size, col:col + size]
                    key = key | (stone & 1) << bit | (stone >> 1) << (bit + REACH)
            found.append(self.lines[key.flatten(1).long()])
        return self.torch.stack(found, 2)

    def begin(self):
        torch, (lines, width, hidden), views = self.torch, self.samples.sizes, views_of(self.samples.rules)

        def normal(*shape, by=1.0):
            return by * torch.randn(views, *shape, device=self.device)

        def full(*shape, value=0.0):
            return torch.full((views, *shape), value, device=self.device)

        parts = {'line': 0.05 + normal(lines, width, by=0.1), 'head': normal(hidden, 2 * width, by=0.01), 'bias': full(hidden, value=0.5),
                 'threat': full(THREATS, hidden), 'out': normal(hidden, by=0.1), 'last': full(1), 'shapes': full(1, value=1.0),
                 'order': full(2 * width)}
        room = 0.8 * (2 ** 31 - 1) / (LINES_ONE * HEAD_ONE) / MAX_POINTS / (2 * width)
        limits = {'line': 127 / LINES_ONE, 'head': min(0.5, room), 'out': 32767 / OUT_ONE}
        self.parts, self.weights, self.limits = parts, list(parts.values()), [limits.get(name, 100) for name in parts]

    ONES = {'line': (LINES_ONE, 127), 'head': (HEAD_ONE, 32767), 'bias': (LINES_ONE * HEAD_ONE, 1 << 30),
            'threat': (LINES_ONE * HEAD_ONE, 1 << 30), 'out': (OUT_ONE, 32767), 'last': (OUT_ONE * OUT_ONE, 1 << 30), 'shapes': (OUT_ONE, 1 << 30)}

    def take(self, net):
        if not isinstance(net, LineNet) or net.sizes != self.samples.sizes:
            stop(f'{self.options.net}: not a net of lines of these sizes')
        for name, (one, _) in self.ONES.items():
            for view, weight in enumerate(self.parts[name]):
                weight.copy_(self.floats(net.colours[view % len(net.colours)][name], one, weight.shape))

    def whole(self, name):
        """A part as its file will have it, in whole numbers; slopes pass through as if it were not rounded."""
        weight, one = self.parts[name], self.ONES[name][0]
        return weight + ((weight * one).round() / one - weight).detach()

    def see(self, index):
        """The odds' logarithm, and for each point that stones have to do with: its position, cell and chance."""
        torch, parts, turns = self.torch, self.parts, self.turns[index]
        cells, embed = self.cells[index], self.torch.nn.functional.embedding_bag
        lines, views = self.number_lines(cells), len(parts['line'])
        vectors, heads = self.whole('line'), self.whole('head')
        live = (cells == 0) & (lines != self.bare).any(2)
        place, cell = live.nonzero(as_tuple=True)
        lines, changes, sums = lines[place, cell], [], []
        for colour in range(2):
            rows = vectors[colour % views]
            seen, bare = (lines, self.bare) if colour == 0 else (self.exchanged[lines.long()], self.exchanged[self.bare.long()])
            plain = embed(bare, rows, mode='sum').clamp(0, 1)
            changes.append(embed(seen, rows, mode='sum').clamp(0, 1) - plain[cell])
            sums.append(torch.zeros((len(index), rows.shape[1]), device=self.device).index_add(0, place, changes[colour]))

        def by_turn(pair, turn):
            """What the mover has, then what the other has."""
            black = (turn == 0)[:, None]
            return torch.cat([torch.where(black, pair[0], pair[1]), torch.where(black, pair[1], pair[0])], 1)

        def of_view(values, turn):
            """One of the values for each view, by the colour to move."""
            return values[0] if views == 1 else torch.where((turn == 0).view(-1, *[1] * (values[0].dim() - 1)), values[0], values[1])

        seen = by_turn(sums, turns)
        bits = (self.threats[index, None] >> torch.arange(THREATS, device=self.device) & 1).float()
        logits = []
        for view in range(views):
            part = {name: weight[view] for name, weight in parts.items()}
            hidden = (seen @ heads[view].t() + part['bias'] + bits @ part['threat']).clamp(0, HIDDEN_MOST)
            logits.append(hidden @ part['out'] + part['last'] + part['shapes'] * self.shapes[index])
        points = by_turn(changes, turns[place])
        return of_view(logits, turns), place, cell, of_view([points @ weigh for weigh in parts['order']], turns[place])

    def loss(self, index):
        torch, functional = self.torch, self.torch.nn.functional
        logits, place, cell, order = self.see(index)
        value = functional.binary_cross_entropy_with_logits(logits, self.aims[index])
        moves = torch.full(self.cells[index].shape, float('-inf'), device=self.device).index_put((place, cell), order)
        played = self.played[index]
        rows = torch.isfinite(moves.detach().gather(1, played[:, None])).squeeze(1)
        chosen = functional.cross_entropy(moves[rows], played[rows], reduction='sum') / len(index)
        return value + self.ORDER_SHARE * chosen, torch.sigmoid(logits)

    def look(self, index):
        return self.torch.sigmoid(self.see(index)[0])

    def net(self):
        samples, parts = self.samples, self.parts
        colours = [{name: self.rounded(parts[name][view], *ones) for name, ones in self.ONES.items()} for view in range(len(parts['line']))]
        return LineNet(samples.game, samples.rules, samples.sizes, colours)


def train(options):
    try:
        import torch
    except ImportError:
        stop('PyTorch is not installed; `plateau train` needs none')
    samples = read_samples(options)
    trainer = (LineTrainer if isinstance(samples, LineSamples) else CellTrainer)(torch, samples, options)
    print(f'{samples.count} positions, {len(trainer.held_out)} of them held out; on {trainer.device}', flush=True)
    for number in range(options.epochs):
        error = trainer.epoch(number)
        trainer.exchange()
        print(f'epoch {number + 1}: error {error:.5f}, held out {trainer.error():.5f}', flush=True)
        trainer.exchange()
    trainer.exchange()
    data = trainer.net().bytes()
    with open(options.output + '.part', 'wb') as file:
        file.write(data)
    os.replace(options.output + '.part', options.output)
    print(f'{options.output}: {len(data)} bytes, scale {options.unit or samples.scale}')
    return True


def main():
    parser = argparse.ArgumentParser(description='train a net with PyTorch, or check one')
    parser.add_argument('game')
    parser.add_argument('games', help='a file of plateau selfplay')
    parser.add_argument('-o', dest='output', help='the net')
    parser.add_argument('--check', metavar='NET', help='train nothing: compare with the program')
    parser.add_argument('--net', metavar='START', help='begin with this net')
    parser.add_argument('--most', type=int, default=300, help='positions that are compared (300)')
    parser.add_argument('--plateau', default='plateau', help='the program')
    for name, usual in (('hidden', 32), ('epochs', 20), ('batch', 1024), ('score-share', 70), ('scale', 0), ('unit', 0), ('held-out', 10), ('seed', 1)):
        parser.add_argument(f'--{name}', type=int, default=usual)
    parser.add_argument('--rate', type=float, default=0.002)
    parser.add_argument('--device', help='cpu, cuda …')
    options = parser.parse_args()
    if (options.output is None) == (options.check is None):
        parser.error('-o NET or --check NET')
    if options.hidden % LANES or not LANES <= options.hidden <= MAX_HIDDEN:
        parser.error(f'--hidden: 16, 32 … 128, not {options.hidden}')
    if min(options.epochs, options.batch, options.most) < 1 or not 0 <= options.score_share <= 100 or not 0 < options.rate <= 1:
        parser.error('epochs, batch, most: 1 or more; score-share: 0..100; rate: above 0, at most 1')
    sys.exit(0 if (check(options) if options.check else train(options)) else 1)


if __name__ == '__main__':
    main()
