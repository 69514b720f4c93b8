#!/usr/bin/env python3
"""A teacher for the evaluation: a large convolutional network learns the samples of self-play, then labels many more
positions than self-play can.

    python3 training/teacher.py train --samples DIR.. --theory FILE --out teacher.pt --seconds 600
    python3 training/teacher.py label --samples DIR.. --teacher teacher.pt --out DIR --variations 3
    python3 training/train.py --samples DIR --theory FILE --out FILE.f32 --mix 0.6

The samples to learn from may still be growing: `train` looks for new files as it goes. The labels are files of samples
again. Of a position that self-play met, the teacher's opinion takes the place of the game's result, unless it was
solved; the others are reached from those by a few random moves, and have the teacher's opinion alone.

Needs numpy and torch, and a GPU to be of use. File formats: crates/trainer/src/samples.rs.
"""

import argparse
import glob
import os
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from train import FEWEST_EMPTIES, HEADER, HELD_OUT_EVERY, NO_SEARCH, RECORD, SCALE, THEORY_HELD_OUT_EVERY

PLANES = 6
LOOK_FOR_FILES = 30.0  # seconds
KEEP = 0.999  # of the mean of weights at each step
BLOCK = 1 << 15


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["train", "label"])
    parser.add_argument("--samples", nargs="+", required=True, help="folders of samples")
    parser.add_argument("--theory", help="file of theoretical scores")
    parser.add_argument("--teacher", help="the teacher that labels")
    parser.add_argument("--out", required=True, help="file of the teacher, or folder of labels, to write")
    parser.add_argument("--seconds", type=float, default=600, help="time for learning or labelling")
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=0.002, help="the highest learning rate")
    parser.add_argument("--channels", type=int, default=96)
    parser.add_argument("--blocks", type=int, default=8)
    parser.add_argument("--variations", type=int, default=3, help="positions made of each sample")
    parser.add_argument("--plies", type=int, default=3, help="most random moves that lead to one")
    parser.add_argument("--blend", type=float, default=0.5, help="share of the expected result in an opinion")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def signed(word):
    """A word of 64 binary digits as torch writes it."""
    return word - (1 << 64) if word >> 63 else word


NOT_A, NOT_H = signed(0xFEFE_FEFE_FEFE_FEFE), 0x7F7F_7F7F_7F7F_7F7F


def right(words, count):
    return (words >> count) & ((1 << (64 - count)) - 1)


WAYS = [
    lambda w: (w << 1) & NOT_A, lambda w: right(w, 1) & NOT_H,
    lambda w: w << 8, lambda w: right(w, 8),
    lambda w: (w << 9) & NOT_A, lambda w: (w << 7) & NOT_H,
    lambda w: right(w, 7) & NOT_A, lambda w: right(w, 9) & NOT_H,
]


def run_of(way, start, through):
    """The squares of `through` in a row beside `start`."""
    run = way(start) & through
    for _ in range(5):
        run = run | (way(run) & through)
    return run


def legal_moves(own, opp):
    moves = torch.zeros_like(own)
    for way in WAYS:
        moves |= way(run_of(way, own, opp))
    return moves & ~(own | opp)


def play(own, opp, move):
    """Returns the boards after moves, for the other side; a move of 0 passes."""
    flips = torch.zeros_like(own)
    for way in WAYS:
        run = run_of(way, move, opp)
        flips |= torch.where((way(run) & own) != 0, run, torch.zeros_like(run))
    return opp & ~flips, own | flips | move


def squares(words):
    """Words as rows of 64 binary digits."""
    return (words[:, None] >> torch.arange(64, device=words.device)) & 1


def random_moves(moves):
    """One of the squares of each word, 0 if there is none."""
    chance = squares(moves) * torch.rand((len(moves), 64), device=moves.device)
    return torch.where(moves != 0, torch.ones_like(moves) << chance.argmax(1), torch.zeros_like(moves))


def planes(own, opp):
    """What the teacher sees of boards."""
    mine, theirs = squares(own), squares(opp)
    empties = 64 - mine.sum(1) - theirs.sum(1)
    ones = torch.ones_like(mine)
    seen = [mine, theirs, squares(legal_moves(own, opp)), squares(legal_moves(opp, own)),
            ones * (empties % 2)[:, None], ones * empties[:, None] / 60]
    return torch.stack([plane.float() for plane in seen], 1).view(-1, PLANES, 8, 8)


def turned(boards):
    """A random symmetry of all boards."""
    if torch.rand(()) < 0.5:
        boards = boards.transpose(2, 3)
    flipped = [axis for axis in (2, 3) if torch.rand(()) < 0.5]
    return boards.flip(flipped) if flipped else boards


class Block(nn.Module):
    """Two convolutions and a look at the whole board, around which the input is carried."""

    def __init__(self, channels):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        self.squeeze = nn.Linear(channels, channels // 2)
        self.excite = nn.Linear(channels // 2, 2 * channels)

    def forward(self, boards):
        inner = functional.relu(self.first_norm(self.first(boards)))
        inner = self.second_norm(self.second(inner))
        whole = self.excite(functional.relu(self.squeeze(inner.mean((2, 3)))))
        gate, shift = whole[:, :, None, None].chunk(2, 1)
        return functional.relu(boards + inner * gate.sigmoid() + shift)


class Teacher(nn.Module):
    """Returns the value of a search and the result of a game, as parts of SCALE discs."""

    def __init__(self, channels, blocks):
        super().__init__()
        self.shape = (channels, blocks)
        self.stem = nn.Sequential(nn.Conv2d(PLANES, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels), nn.ReLU())
        self.body = nn.Sequential(*[Block(channels) for _ in range(blocks)])
        self.head = nn.Sequential(nn.Conv2d(channels, 32, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU(), nn.Flatten(),
                                  nn.Linear(32 * 64, 256), nn.ReLU())
        self.values = nn.Linear(256, 2)

    def forward(self, boards):
        return self.values(self.head(self.body(self.stem(boards))).float())


def on(device):
    """Half the digits where the device is quick with them."""
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda")


@torch.no_grad()
def opinions(teacher, own, opp, device):
    """The two values of each board in discs, from one look."""
    parts = []
    for n in range(0, len(own), BLOCK):
        with on(device):
            seen = planes(own[n:n + BLOCK], opp[n:n + BLOCK]).contiguous(memory_format=torch.channels_last)
            parts.append(teacher(seen))
    return torch.cat(parts).float() * SCALE


def read(path):
    """Returns the header and the records of a file, without boards that are always solved."""
    with open(path, "rb") as file:
        data = file.read()
    header = np.frombuffer(data, HEADER, count=1)[0]
    assert header["magic"] == b"OFSAMPLE" and header["version"] == 1, f"{path}: no file of samples"
    records = np.frombuffer(data, RECORD, offset=HEADER.itemsize)
    empties = 64 - np.bitwise_count(records["own"] | records["opp"])
    solved = (empties <= header["exact_from"]) | (records["search"] == NO_SEARCH)
    keep = empties >= FEWEST_EMPTIES
    return header, records[keep], solved[keep]


def files_of(folders):
    return sorted(file for folder in folders for file in glob.glob(os.path.join(folder, "*.samples")))


class Pool:
    """Samples on the device, more of them whenever files have appeared."""

    def __init__(self, folders, device):
        self.folders, self.device, self.known, self.looked = folders, device, set(), -1e9
        self.columns, self.held_out = None, []

    def add(self, records, solved):
        result = records["result"].astype(np.int8)
        search = np.where(solved, result, records["search"]).astype(np.int8)
        words = [records[name].astype(np.uint64).view(np.int64) for name in ("own", "opp")]
        new = [torch.from_numpy(np.ascontiguousarray(column)).to(self.device) for column in (*words, search, result)]
        self.columns = new if self.columns is None else [torch.cat(pair) for pair in zip(self.columns, new)]

    def grow(self, now):
        """Looks for new files if it is time; returns whether there were any."""
        if now - self.looked < LOOK_FOR_FILES:
            return False
        self.looked = now
        new = [file for file in files_of(self.folders) if file not in self.known]
        self.known.update(new)
        pieces = []
        for file in new:
            header, records, solved = read(file)
            (self.held_out if header["chunk"] % HELD_OUT_EVERY == 0 else pieces).append((records, solved))
        if pieces:
            self.add(*map(np.concatenate, zip(*pieces)))
        return bool(pieces)

    def batch(self, size):
        chosen = torch.randint(len(self.columns[0]), (size,), device=self.device)
        own, opp, search, result = (column[chosen] for column in self.columns)
        return own, opp, torch.stack([search, result], 1).float() / SCALE


def rmse(errors):
    return errors.double().pow(2).mean().sqrt().item()


def report(teacher, pool, theory, device):
    """Says how good a teacher is: on games held out, on solved positions by parity, on theoretical scores."""
    text = ""

    def words(records):
        return [torch.from_numpy(records[name].astype(np.uint64).view(np.int64).copy()).to(device) for name in ("own", "opp")]

    if pool.held_out:
        records, solved = map(np.concatenate, zip(*pool.held_out))
        records, solved = records[:1_000_000], solved[:1_000_000]
        values = opinions(teacher, *words(records), device).cpu()
        empties = torch.from_numpy((64 - np.bitwise_count(records["own"] | records["opp"])).astype(np.int64))
        result, search = (torch.from_numpy(records[name].astype(np.float32)) for name in ("result", "search"))
        solved = torch.from_numpy(solved)
        text += "held out, against search / result:"
        for low, high in [(6, 14), (15, 20), (21, 30), (31, 40), (41, 60)]:
            of_stage = (empties >= low) & (empties <= high)
            found = of_stage & ~solved
            if found.any():
                text += f"  {low}-{high} {rmse((values[:, 0] - search)[found]):.2f}/{rmse((values[:, 1] - result)[found]):.2f}"
        for parity, name in enumerate(("even", "odd")):
            chosen = solved & (empties >= 15) & (empties % 2 == parity)
            if chosen.any():
                errors = values[chosen] - result[chosen][:, None]
                text += f"; solved, {name}: RMSE {rmse(errors[:, 0]):.2f} {rmse(errors[:, 1]):.2f} bias {errors[:, 0].mean():.2f} {errors[:, 1].mean():.2f}"
        endings = solved & (empties <= 14)
        if endings.any():
            text += f"; endings {rmse((values[:, 1] - result)[endings]):.2f}"
    if theory is not None:
        truth = torch.from_numpy(theory["result"].astype(np.float32))
        values = opinions(teacher, *words(theory), device).cpu()
        close = truth.abs() <= 20
        for blend in (0, 0.5, 1):
            errors = values[:, 0] * (1 - blend) + values[:, 1] * blend - truth
            text += f"; theory, {blend} of the result: {rmse(errors):.3f}, close {rmse(errors[close]):.3f}"
    return text


def learn(asked, device, say):
    pool = Pool(asked.samples, device)
    theory = None
    if asked.theory:
        _, records, _ = read(asked.theory)
        kept = np.arange(len(records)) % THEORY_HELD_OUT_EVERY == 0
        theory = records[kept]
        pool.add(records[~kept], np.ones((~kept).sum(), bool))
    teacher = Teacher(asked.channels, asked.blocks).to(device, memory_format=torch.channels_last)
    mean = Teacher(asked.channels, asked.blocks).to(device, memory_format=torch.channels_last)
    mean.load_state_dict(teacher.state_dict())
    mean.eval()
    optimiser = torch.optim.AdamW(teacher.parameters(), lr=asked.rate, weight_decay=1e-4)
    begun = told = time.time()
    squares_sum, step, since = torch.zeros(2, device=device), 0, 0
    while (now := time.time()) - begun < asked.seconds:
        done = (now - begun) / asked.seconds
        if pool.grow(now - begun):
            say(f"{len(pool.columns[0])} samples")
        for group in optimiser.param_groups:
            group["lr"] = asked.rate * min(1, (step + 1) / 500, (1 - done) / 0.6 + 0.001)
        own, opp, targets = pool.batch(asked.batch)
        with on(device):
            seen = turned(planes(own, opp)).contiguous(memory_format=torch.channels_last)
            values = teacher(seen)
        errors = (values - targets).pow(2).mean(0)
        optimiser.zero_grad(set_to_none=True)
        errors.sum().backward()
        nn.utils.clip_grad_norm_(teacher.parameters(), 1.0)
        optimiser.step()
        squares_sum += errors.detach()
        step, since = step + 1, since + 1
        with torch.no_grad():
            keep = min(KEEP, step / (step + 10))
            for into, of in zip(mean.state_dict().values(), teacher.state_dict().values()):
                if into.is_floating_point():
                    into.lerp_(of, 1 - keep)
        if now - told > 60:
            search, result = (SCALE * (squares_sum / since).sqrt()).tolist()
            say(f"step {step}, {since * asked.batch / (now - told):.0f} boards a second: error {search:.2f}/{result:.2f}; "
                f"{report(mean, pool, theory, device)}")
            told, since = time.time(), 0
            squares_sum.zero_()
            torch.save({"shape": teacher.shape, "weights": mean.state_dict()}, asked.out)
    say(f"step {step}: {report(mean, pool, theory, device)}")
    torch.save({"shape": teacher.shape, "weights": mean.state_dict()}, asked.out)


def wandered(own, opp, plies):
    """Boards after one to `plies` random moves each, the mover having a choice of moves; some are lost on the way."""
    count = torch.randint(1, plies + 1, (len(own),), device=own.device)
    for n in range(plies):
        after_own, after_opp = play(own, opp, random_moves(legal_moves(own, opp)))
        goes = n < count
        own, opp = torch.where(goes, after_own, own), torch.where(goes, after_opp, opp)
    passes = legal_moves(own, opp) == 0
    own, opp = torch.where(passes, opp, own), torch.where(passes, own, opp)
    empties = 64 - squares(own | opp).sum(1)
    kept = (legal_moves(own, opp) != 0) & (empties >= FEWEST_EMPTIES)
    return own[kept], opp[kept]


def write(path, chunk, own, opp, result, search):
    header = np.zeros(1, HEADER)
    header["magic"], header["version"], header["chunk"], header["count"] = b"OFSAMPLE", 1, chunk, len(own)
    records = np.empty(len(own), RECORD)
    records["own"], records["opp"] = (words.cpu().numpy().view(np.uint64) for words in (own, opp))
    records["result"], records["search"] = result, search
    with open(path + ".part", "wb") as file:
        file.write(header.tobytes())
        file.write(records.tobytes())
    os.replace(path + ".part", path)


def label(asked, device, say):
    saved = torch.load(asked.teacher, map_location=device)
    teacher = Teacher(*saved["shape"]).to(device, memory_format=torch.channels_last)
    teacher.load_state_dict(saved["weights"])
    teacher.eval()
    os.makedirs(asked.out, exist_ok=True)
    files, begun, chunk, total = files_of(asked.samples), time.time(), 0, 0

    def thought(own, opp):
        """The teacher's opinions in whole discs."""
        values = opinions(teacher, own, opp, device)
        blended = values[:, 0] * (1 - asked.blend) + values[:, 1] * asked.blend
        return blended.round().clamp(-64, 64).to(torch.int8).cpu().numpy()

    at, together = 0, 256
    while at < len(files) and time.time() - begun < asked.seconds:
        group = [read(file) for file in files[at:at + together]]
        at += together
        group = [(records, solved) for header, records, solved in group if header["chunk"] % HELD_OUT_EVERY]
        if not group:
            continue
        records, solved = map(np.concatenate, zip(*group))
        own, opp = (torch.from_numpy(records[name].astype(np.uint64).view(np.int64).copy()).to(device) for name in ("own", "opp"))
        chunk += 1 + (chunk % HELD_OUT_EVERY == HELD_OUT_EVERY - 1)
        path = os.path.join(asked.out, f"{chunk:06}")
        result = np.where(solved, records["result"], thought(own, opp))
        write(path + "-met.samples", chunk, own, opp, result, np.where(solved, NO_SEARCH, records["search"]))
        total += len(own)
        for variation in range(asked.variations):
            near = wandered(own, opp, asked.plies)
            write(f"{path}-near{variation}.samples", chunk, *near, thought(*near), NO_SEARCH)
            total += len(near[0])
        say(f"{at} of {len(files)} files, {total} labels")


def main():
    asked = options()
    start = time.time()

    def say(text):
        print(f"{time.time() - start:7.1f} {text}", flush=True)

    torch.manual_seed(asked.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cudnn.benchmark = True
    (learn if asked.what == "train" else label)(asked, device, say)


if __name__ == "__main__":
    main()
