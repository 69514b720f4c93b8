#!/usr/bin/env python3
"""Trains the network of the evaluation with PyTorch, on a GPU if there is one.

The same model, the same choice of samples and the same defaults as `outflank-train network`, which needs no
Python and no GPU; the random numbers and the optimiser's treatment of contents that a batch does not touch
differ, so the networks are alike in quality and not in bytes.

    python3 training/train.py --samples DIR.. --theory FILE --out FILE.f32
    outflank-train quantise --from FILE.f32 --out FILE.zst

Needs numpy and torch. File formats: crates/trainer/src/samples.rs and crates/trainer/src/network.rs.
"""

import argparse
import glob
import math
import os
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional

# The shapes of crates/engine/src/eval/features.rs, in the same order.
SHAPES = [
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
    "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2",
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "a2 b3 c4 d5 e6 f7 g8",
    "a3 b4 c5 d6 e7 f8",
    "a4 b5 c6 d7 e8",
]
SYMMETRIES = [
    lambda x, y: (x, y),
    lambda x, y: (7 - x, y),
    lambda x, y: (x, 7 - y),
    lambda x, y: (7 - x, 7 - y),
    lambda x, y: (y, x),
    lambda x, y: (7 - y, x),
    lambda x, y: (y, 7 - x),
    lambda x, y: (7 - y, 7 - x),
]
CLASSES = 173_367  # classes of mirrored contents, as the engine counts them
WIDTH, HIDDEN, HEADS = 32, 15, 61
SCALE = 16.0  # discs in a value of one

HELD_OUT_EVERY = 40  # chunks
THEORY_HELD_OUT_EVERY = 5  # theoretical scores
FEWEST_EMPTIES = 6  # boards with fewer are solved
WARM_UP = 200  # steps
STAGES = [(6, 11), (12, 16), (17, 20), (21, 24), (25, 30), (31, 40), (41, 60)]

HEADER = np.dtype([
    ("magic", "S8"), ("version", "<u2"), ("exact_from", "u1"), ("depth", "u1"),
    ("chunk", "<u4"), ("seed", "<u8"), ("count", "<u8"),
])
RECORD = np.dtype([("own", "<u8"), ("opp", "<u8"), ("result", "i1"), ("search", "i1")])
NO_SEARCH = -128


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--samples", nargs="+", required=True, help="folders of samples")
    parser.add_argument("--theory", help="file of theoretical scores")
    parser.add_argument("--out", required=True, help="file of floats to write")
    parser.add_argument("--from", dest="start", help="file of floats to start from")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=math.inf, help="time for learning")
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=0.002, help="the highest learning rate")
    parser.add_argument("--mix", type=float, default=0.7, help="share of the game's result in a target")
    parser.add_argument("--close", type=float, default=math.inf,
                        help="targets so many discs from even count half, those further away less")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


class Patterns:
    """From boards to the classes of their patterns' contents."""

    def __init__(self, device):
        placements, starts, ties, total = [], [], [], 0
        for shape in SHAPES:
            squares = [(ord(name[0]) - ord("a"), int(name[1]) - 1) for name in shape.split()]
            size = len(squares)
            seen = []
            for symmetry in SYMMETRIES:
                image = [symmetry(*square) for square in squares]
                if set(image) not in [set(other) for other in seen]:
                    seen.append(image)
            placements += [(total, [x + 8 * y for x, y in image]) for image in seen]
            # A content and its mirror image are one class, named by the smaller number.
            contents = np.arange(3**size)
            class_of = contents
            for symmetry in SYMMETRIES[1:]:
                image = [symmetry(*square) for square in squares]
                if set(image) == set(squares):
                    order = [squares.index(square) for square in image]
                    digits = [contents // 3 ** (size - 1 - n) % 3 for n in range(size)]
                    mirrored = sum(digits[order[n]] * 3 ** (size - 1 - n) for n in range(size))
                    class_of = np.minimum(contents, mirrored)
                    break
            ties.append(class_of + total)
            starts.append(total)
            total += 3**size
        firsts, class_of = np.unique(np.concatenate(ties), return_inverse=True)
        assert len(firsts) == CLASSES
        powers = np.zeros((64, len(placements)), np.float32)
        for n, (_, squares) in enumerate(placements):
            for place, square in enumerate(squares):
                powers[square, n] = 3 ** (len(squares) - 1 - place)
        self.powers = torch.tensor(powers, device=device)
        self.offsets = torch.tensor([start for start, _ in placements], device=device)
        self.class_of = torch.tensor(class_of.astype(np.int32), device=device)
        self.squares = torch.arange(64, device=device)
        self.device = device

    def __call__(self, own, opp):
        """Returns the classes and the numbers of empty squares of boards."""
        count, block = len(own), 1 << 18
        classes = torch.empty((count, self.powers.shape[1]), dtype=torch.int32, device=self.device)
        empties = torch.empty(count, dtype=torch.int64, device=self.device)
        for start in range(0, count, block):
            part = slice(start, start + block)
            words = [torch.from_numpy(side[part].view(np.int64).copy()).to(self.device) for side in (own, opp)]
            mover, other = [(word[:, None] >> self.squares & 1).float() for word in words]
            contents = mover + 2 * other
            numbers = (contents @ self.powers).round().long() + self.offsets
            classes[part] = self.class_of[numbers]
            empties[part] = (contents == 0).sum(1)
        return classes, empties


def read_file(path, mix):
    """Returns whether a file is held out, its records and their targets in discs."""
    with open(path, "rb") as file:
        data = file.read()
    header = np.frombuffer(data, HEADER, count=1)[0]
    assert header["magic"] == b"OFSAMPLE" and header["version"] == 1, f"{path}: no file of samples"
    records = np.frombuffer(data, RECORD, offset=HEADER.itemsize)
    held_out = header["chunk"] % HELD_OUT_EVERY == 0
    result, search = (records[name].astype(np.float32) for name in ("result", "search"))
    empties = 64 - np.bitwise_count(records["own"] | records["opp"])
    exact = (empties <= header["exact_from"]) | (search == NO_SEARCH) | held_out
    targets = np.where(exact, result, mix * result + (1 - mix) * search)
    return held_out, records, targets


def read_samples(folders, mix):
    """Returns the samples to learn from and those held out, each as records and targets."""
    files = [file for folder in folders for file in sorted(glob.glob(os.path.join(folder, "*.samples")))]
    sets = {False: [], True: []}
    for file in files:
        held_out, records, targets = read_file(file, mix)
        empties = 64 - np.bitwise_count(records["own"] | records["opp"])
        keep = empties >= FEWEST_EMPTIES
        sets[bool(held_out)].append((records[keep], targets[keep]))
    return [tuple(map(np.concatenate, zip(*sets[held_out]))) if sets[held_out] else None
            for held_out in (False, True)]


class Network(nn.Module):
    """Rows of all classes, and a head for each number of empty squares."""

    def __init__(self):
        super().__init__()
        self.rows = nn.Parameter(torch.randn(CLASSES, WIDTH) * 0.02)
        self.bias = nn.Parameter(torch.full((HEADS, WIDTH), 0.3))
        weights = torch.randn(HIDDEN, WIDTH) / math.sqrt(WIDTH)
        self.weights = nn.Parameter(weights.repeat(HEADS, 1))
        self.hidden_bias = nn.Parameter(torch.zeros(HEADS * HIDDEN))
        self.hidden_weights = nn.Parameter((torch.randn(HIDDEN) / math.sqrt(HIDDEN)).repeat(HEADS, 1))
        self.linear = nn.Parameter(torch.zeros(HEADS, WIDTH))
        self.sum_bias = nn.Parameter(torch.zeros(HEADS))

    def forward(self, classes, empties):
        """Returns values as parts of SCALE discs."""
        head = empties.clamp(max=HEADS - 1)
        features = functional.embedding_bag(classes.long(), self.rows, mode="sum") + self.bias[head]
        features = features.clamp(0, 1)
        # All heads at once, then the one that counts: faster than gathering weights for every board.
        hidden = (features @ self.weights.t() + self.hidden_bias).view(-1, HEADS, HIDDEN)
        hidden = hidden.gather(1, head[:, None, None].expand(-1, 1, HIDDEN)).squeeze(1).clamp(0, 1)
        return ((hidden * self.hidden_weights[head]).sum(1)
                + (features * self.linear[head]).sum(1) + self.sum_bias[head])

    @torch.no_grad()
    def parts(self):
        """Yields the tensors of the file in its order, as views: the rows, then head by head."""
        yield self.rows
        for head in range(HEADS):
            hidden = slice(head * HIDDEN, (head + 1) * HIDDEN)
            yield from (self.bias[head], self.weights[hidden], self.hidden_bias[hidden],
                        self.hidden_weights[head], self.linear[head], self.sum_bias[head:head + 1])

    @torch.no_grad()
    def fill_untaught_heads(self, taught):
        """Copies heads that no sample taught from the nearest one that was."""
        tensors = [self.bias.data, self.weights.data.view(HEADS, HIDDEN, WIDTH),
                   self.hidden_bias.data.view(HEADS, HIDDEN), self.hidden_weights.data,
                   self.linear.data, self.sum_bias.data]
        for head in set(range(HEADS)) - set(taught):
            nearest = min(taught, key=lambda other: (abs(other - head), other))
            for tensor in tensors:
                tensor[head] = tensor[nearest]

    def write(self, path):
        numbers = torch.cat([part.detach().float().cpu().reshape(-1) for part in self.parts()])
        numbers.numpy().astype("<f4").tofile(path + ".part")
        os.replace(path + ".part", path)

    def read(self, path):
        numbers, at = torch.from_numpy(np.fromfile(path, "<f4")), 0
        assert len(numbers) == sum(part.numel() for part in self.parts()), f"{path}: no network of this shape"
        for part in self.parts():
            part.data.copy_(numbers[at:at + part.numel()].view(part.shape))
            at += part.numel()


@torch.no_grad()
def predict(network, classes, empties):
    step = 1 << 16
    parts = [network(classes[n:n + step], empties[n:n + step]) for n in range(0, len(empties), step)]
    return torch.cat(parts) * SCALE


def report(network, held_out, theory):
    """Says how good a network is, in the words of `outflank-train network`."""
    text = ""
    if held_out is not None:
        classes, empties, targets = held_out
        errors = predict(network, classes, empties) - targets
        text += "held out, RMSE/MAE:"
        for low, high in STAGES:
            of_stage = errors[(empties >= low) & (empties <= high)]
            if len(of_stage):
                text += f"  {low}-{high} {of_stage.pow(2).mean().sqrt():.2f}/{of_stage.abs().mean():.2f}"
    if theory is not None:
        classes, empties, targets = theory
        values = predict(network, classes, empties).double()
        truth = targets.double()
        errors, close = values - truth, truth.abs() <= 20
        stretch = ((values - values.mean()) * (truth - truth.mean())).mean() / values.var(unbiased=False)
        fit = truth - truth.mean() - stretch * (values - values.mean())
        rmse = lambda numbers: numbers.pow(2).mean().sqrt()
        text += (f"; theory: {len(truth)} positions, RMSE {rmse(errors):.3f}, MAE {errors.abs().mean():.3f}, "
                 f"fit {rmse(fit):.3f} (stretch {stretch:.3f}), close {rmse(errors[close]):.3f}")
    return text


def main():
    asked = options()
    start = time.time()

    def say(text):
        print(f"{time.time() - start:7.1f} {text}", flush=True)

    torch.manual_seed(asked.seed)
    torch.backends.cuda.matmul.allow_tf32 = False
    device = "cuda" if torch.cuda.is_available() else "cpu"
    patterns = Patterns(device)

    def prepare(records, targets):
        classes, empties = patterns(records["own"], records["opp"])
        return classes, empties, torch.from_numpy(targets.astype(np.float32)).to(device)

    learned, held_out = read_samples(asked.samples, asked.mix)
    assert learned, "nothing to learn from: chunks whose number is a multiple of 40 are held out"
    theory = None
    if asked.theory:
        _, records, _ = read_file(asked.theory, 1.0)
        targets = records["result"].astype(np.float32)
        kept = np.arange(len(records)) % THEORY_HELD_OUT_EVERY == 0
        theory = prepare(records[kept], targets[kept])
        learned = (np.concatenate([learned[0], records[~kept]]), np.concatenate([learned[1], targets[~kept]]))
    classes, empties, targets = prepare(*learned)
    held_out = prepare(*held_out) if held_out else None
    say(f"{len(targets)} samples to learn from, on {device}")

    network = Network()
    if asked.start:
        network.read(asked.start)
    network.to(device)
    taught = empties.clamp(max=HEADS - 1).unique().tolist()
    optimiser = torch.optim.Adam(network.parameters(), lr=asked.rate, betas=(0.9, 0.99), eps=1e-8)
    count = len(targets)
    batch = min(asked.batch, count)
    per_epoch = count // batch
    steps = asked.epochs * per_epoch
    step, begun = 0, time.time()
    for epoch in range(asked.epochs):
        order = torch.randperm(count, device=device)
        squares = torch.zeros((), device=device)
        made = 0
        for n in range(per_epoch):
            done = max(step / steps, (time.time() - begun) / asked.seconds)
            if done >= 1:
                break
            rise = min(1, (step + 1) / min(WARM_UP, steps // 10 + 1))
            for group in optimiser.param_groups:
                group["lr"] = asked.rate * (rise * 0.5 * (1 + math.cos(math.pi * done)) + 0.0005)
            chosen = order[n * batch:(n + 1) * batch]
            wanted = targets[chosen]
            errors = (network(classes[chosen], empties[chosen]) - wanted / SCALE).pow(2)
            weights = 1 / (1 + (wanted / asked.close).pow(2))
            optimiser.zero_grad(set_to_none=True)
            ((errors * weights).sum() / weights.sum()).backward()
            optimiser.step()
            squares += errors.detach().mean()
            step, made = step + 1, made + 1
        if not made:
            break
        network.fill_untaught_heads(taught)
        network.write(asked.out)
        error = SCALE * math.sqrt(squares.item() / made)
        say(f"epoch {epoch + 1} of {asked.epochs}: error {error:.3f}; {report(network, held_out, theory)}")


if __name__ == "__main__":
    main()
