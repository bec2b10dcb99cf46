#!/usr/bin/env python3
"""Trains a net with PyTorch, on a GPU where there is one: the same games as `plateau train` reads, the
same net file as it writes.

    tools/train_torch.py GAME GAMES -o NET [--hidden 32] [--epochs 20] …
    tools/train_torch.py GAME GAMES --check NET

The program itself turns games into positions (`plateau train GAME GAMES --samples FILE`; the layout is
told in src/learn/samplefile.h), since a record of moves means nothing without the rules. The steps are
those of src/learn/trainer.c: Adam, mini-batches, a symmetry by lot, weights that still fit when they are
whole numbers. What is drawn by lot differs, so that nets of the two are alike, not the same.

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

ONE, OUTPUT_ONE, MOST_OUTPUT, MOST_SCORE = 255, 64, 127, 500000  # src/eval/net.h
LANES, MOST_HIDDEN, NAME_SIZE, RULES_SIZE = 16, 128, 16, 104
NET_HEAD = struct.Struct('<8sII16s104sIIIII')
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


def shorts(values):
    row = array('h', values)
    if sys.byteorder == 'big':
        row.byteswap()
    return row.tobytes()


class Net:
    """A net as in its file (src/eval/net.c): rows of whole numbers."""

    def __init__(self, game, rules, cells, hidden, scale, pieces, bias, output, output_bias):
        self.game, self.rules, self.cells, self.hidden, self.scale = game, rules, cells, hidden, scale
        self.pieces, self.bias, self.output, self.output_bias = pieces, bias, output, output_bias

    def bytes(self):
        data = NET_HEAD.pack(b'PLATNET\n', 1, 1, self.game, self.rules, self.cells, self.hidden, ONE, OUTPUT_ONE, self.scale)
        data += shorts(self.pieces) + shorts(self.bias) + shorts(self.output) + struct.pack('<i', self.output_bias)
        return data + struct.pack('<Q', checksum(data))

    @staticmethod
    def read(path):
        with open(path, 'rb') as file:
            data = file.read()
        if len(data) < NET_HEAD.size or not data.startswith(b'PLATNET\n'):
            stop(f'{path}: not a net')
        if struct.unpack('<Q', data[-8:])[0] != checksum(data[:-8]):
            stop(f'{path}: damaged (wrong checksum)')
        _, version, kind, game, rules, cells, hidden, one, output_one, scale = NET_HEAD.unpack_from(data)
        if (version, kind, one, output_one) != (1, 1, ONE, OUTPUT_ONE):
            stop(f'{path}: a net of another version or kind')
        row = array('h', data[NET_HEAD.size:-12])
        if sys.byteorder == 'big':
            row.byteswap()
        first, second = 2 * cells * hidden, 2 * cells * hidden + hidden
        return Net(game, rules, cells, hidden, scale, row[:first], row[first:second], row[second:], struct.unpack('<i', data[-12:-8])[0])

    def score(self, own, other):
        """Hundredths of a point; the features of a position as the mover and the other see it."""
        total = 0
        for side, features in enumerate((own, other)):
            for j in range(self.hidden):
                value = self.bias[j] + sum(self.pieces[f * self.hidden + j] for f in features)
                value = min(max(value, 0), ONE)
                total += value * value * self.output[side * self.hidden + j]
        value = divide(total, ONE) + self.output_bias
        return min(max(divide(value * self.scale, ONE * OUTPUT_ONE), -MOST_SCORE), MOST_SCORE)


def divide(number, by):
    """As C divides: towards zero."""
    return -(-number // by) if number < 0 else number // by


class Samples:
    """What src/learn/samplefile.h lays out."""

    def __init__(self, data):
        head = SAMPLES_HEAD.unpack_from(data)
        magic, version, self.cells, self.symmetries, self.scale, scored, self.game, self.rules, self.count, pieces = head
        if magic != b'PLSAMPL\n' or version != 1:
            stop('samples of another version')
        self.at, self.data = SAMPLES_HEAD.size, data
        self.features = self.row('H', 2 * self.symmetries * 2 * self.cells)
        self.scores = self.row('i', self.count)
        self.points = self.row('B', self.count)
        self.held_out = self.row('B', self.count)
        self.counts = self.row('B', self.count)
        self.pieces = self.row('H', pieces)
        self.judged = self.row('i', self.count) if scored else None
        if self.at != len(data):
            stop('samples of another size than they say')

    def row(self, kind, count):
        row = array(kind)
        size = count * row.itemsize
        row.frombytes(self.data[self.at:self.at + size])
        if sys.byteorder == 'big':
            row.byteswap()
        self.at += size
        return row


def read_samples(options, net=None):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'samples')
        command = [options.plateau, 'train', options.game, options.games, '--samples', path, '--held-out', str(options.held_out)]
        command += ['--net', net] if net else []
        command += ['--scale', str(options.scale)] if options.scale else []
        if subprocess.run(command, check=False).returncode != 0:
            stop('the program could not read the games')
        with open(path, 'rb') as file:
            return Samples(file.read())


# ---- --check ----------------------------------------------------------------------------------------


def check(options):
    """Every so many positions, at most options.most of them: our numbers against the program's."""
    samples, net = read_samples(options, options.check), Net.read(options.check)
    with open(options.check, 'rb') as file:
        if net.bytes() != file.read():
            stop(f'{options.check}: written again, it is another file')
    width, every, first, wrong, seen = 2 * samples.cells, max(1, samples.count // options.most), 0, 0, 0
    for i in range(samples.count):
        pieces = samples.pieces[first:first + samples.counts[i]]
        first += samples.counts[i]
        if i % every:
            continue
        own, other = ([samples.features[view * samples.symmetries * width + piece] for piece in pieces] for view in range(2))
        seen += 1
        wrong += net.score(own, other) != samples.judged[i]
    print(f'{options.check}: {seen} positions, {wrong} with another score than the program')
    return wrong == 0 and seen > 0


# ---- training ---------------------------------------------------------------------------------------


class Trainer:
    def __init__(self, torch, samples, options):
        self.torch, self.samples, self.options = torch, samples, options
        self.device = torch.device(options.device or ('cuda' if torch.cuda.is_available() else 'cpu'))
        torch.manual_seed(options.seed)
        self.load()
        self.begin()

    def tensor(self, row, kind):
        return self.torch.frombuffer(memoryview(row), dtype=kind).to(self.device)

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
        share = self.options.score_share / 100
        chances = torch.sigmoid(self.tensor(samples.scores, torch.int32).float() / samples.scale)
        self.aims = share * chances + (1 - share) * self.tensor(samples.points, torch.uint8).float() / 2
        held_out = self.tensor(samples.held_out, torch.uint8).bool()
        self.held_out = held_out.nonzero().squeeze(1)
        self.order = (~held_out).nonzero().squeeze(1)

    def begin(self):
        """The beginning of src/learn/trainer.c, with other lots."""
        torch, hidden, none = self.torch, self.options.hidden, 2 * self.samples.cells

        def draw(size, most):
            return most * (2 * torch.rand(size, device=self.device) - 1)

        pieces = draw((none + 1, hidden), 0.2)
        pieces[none] = 0
        self.weights = [pieces, 0.3 + draw(hidden, 0.1), draw(2 * hidden, 2 / hidden ** 0.5), torch.zeros(1, device=self.device)]
        for weight in self.weights:
            weight.requires_grad_(True)
        most = (32767 - ONE) / ONE / (self.samples.cells + 4)
        self.limits = [min(2, most), 2, MOST_OUTPUT / OUTPUT_ONE, 100]
        self.adam = torch.optim.Adam(self.weights, lr=self.options.rate, betas=(0.9, 0.999), eps=1e-8)

    def chances(self, index, symmetry):
        pieces, bias, output, output_bias = self.weights
        seen = self.pieces[index].long()
        views = []
        for view in range(2):
            features = self.features[view][symmetry[:, None], seen]
            sums = self.torch.nn.functional.embedding_bag(features, pieces, mode='sum', padding_idx=2 * self.samples.cells) + bias
            views.append(sums.clamp(0, 1).square())
        return self.torch.sigmoid(self.torch.cat(views, 1) @ output + output_bias)

    def epoch(self, number):
        torch, options = self.torch, self.options
        for group in self.adam.param_groups:
            group['lr'] = options.rate * (1 - 0.95 * number / options.epochs)
        order = self.order[torch.randperm(len(self.order), device=self.device)]
        total = torch.zeros((), device=self.device, dtype=torch.float64)
        for at in range(0, len(order), options.batch):
            index = order[at:at + options.batch]
            symmetry = torch.randint(self.samples.symmetries, (len(index),), device=self.device)
            squares = (self.chances(index, symmetry) - self.aims[index]).square()
            self.adam.zero_grad()
            (squares.mean() / 2).backward()
            self.adam.step()
            total += squares.detach().double().sum()
            with torch.no_grad():
                for weight, limit in zip(self.weights, self.limits):
                    weight.clamp_(-limit, limit)
        return float(total) / len(order)

    def error(self):
        torch = self.torch
        if len(self.held_out) == 0:
            return float('nan')
        total = 0.0
        with torch.no_grad():
            for index in self.held_out.split(1 << 16):
                symmetry = torch.zeros(len(index), dtype=torch.long, device=self.device)
                total += float((self.chances(index, symmetry) - self.aims[index]).double().square().sum())
        return total / len(self.held_out)

    def net(self):
        """Whole numbers, halves away from zero, as lroundf does it."""

        def rounded(weight, one, most):
            scaled = (weight.detach() * one).double()
            whole = (scaled.abs() + 0.5).floor() * scaled.sign()
            return [int(value) for value in whole.clamp(-most, most).flatten().tolist()]

        samples, (pieces, bias, output, output_bias) = self.samples, self.weights
        return Net(samples.game, samples.rules, samples.cells, self.options.hidden, samples.scale,
                   rounded(pieces[:2 * samples.cells], ONE, 32767), rounded(bias, ONE, 32767),
                   rounded(output, OUTPUT_ONE, MOST_OUTPUT), rounded(output_bias, ONE * OUTPUT_ONE, 1 << 30)[0])


def train(options):
    try:
        import torch
    except ImportError:
        stop('PyTorch is not installed; `plateau train` needs none')
    samples = read_samples(options)
    trainer = Trainer(torch, samples, options)
    print(f'{samples.count} positions, {len(trainer.held_out)} of them held out; on {trainer.device}', flush=True)
    for number in range(options.epochs):
        error = trainer.epoch(number)
        print(f'epoch {number + 1}: error {error:.5f}, held out {trainer.error():.5f}', flush=True)
    data = trainer.net().bytes()
    with open(options.output + '.part', 'wb') as file:
        file.write(data)
    os.replace(options.output + '.part', options.output)
    print(f'{options.output}: {len(data)} bytes, scale {samples.scale}')
    return True


def main():
    parser = argparse.ArgumentParser(description='train a net with PyTorch, or check one')
    parser.add_argument('game')
    parser.add_argument('games', help='a file of plateau selfplay')
    parser.add_argument('-o', dest='output', help='the net')
    parser.add_argument('--check', metavar='NET', help='train nothing: compare with the program')
    parser.add_argument('--most', type=int, default=300, help='positions that are compared (300)')
    parser.add_argument('--plateau', default='plateau', help='the program')
    for name, usual in (('hidden', 32), ('epochs', 20), ('batch', 1024), ('score-share', 70), ('scale', 0), ('held-out', 10), ('seed', 1)):
        parser.add_argument(f'--{name}', type=int, default=usual)
    parser.add_argument('--rate', type=float, default=0.002)
    parser.add_argument('--device', help='cpu, cuda …')
    options = parser.parse_args()
    if (options.output is None) == (options.check is None):
        parser.error('-o NET or --check NET')
    if options.hidden % LANES or not LANES <= options.hidden <= MOST_HIDDEN:
        parser.error(f'--hidden: 16, 32 … 128, not {options.hidden}')
    if min(options.epochs, options.batch, options.most) < 1 or not 0 <= options.score_share <= 100 or not 0 < options.rate <= 1:
        parser.error('epochs, batch, most: 1 or more; score-share: 0..100; rate: above 0, at most 1')
    sys.exit(0 if (check(options) if options.check else train(options)) else 1)


if __name__ == '__main__':
    main()
