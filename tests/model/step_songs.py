"""A small language of steps and songs in it, with everything a NoteXL is trained on by plain loops.

A song: begin; declarations `Part Program`; then bars `Bar` and notes `[Position] [Part] Pitch
Duration`. A declaration, a bar line and a duration end a step.
"""

import random
from typing import NamedTuple

import torch

from engine.values.config import StepConfig

PAD, BEGIN, BAR = 0, 1, 2
FIRST_PITCH, FIRST_PART, PARTS = 3, 131, 4
PROGRAMS = range(135, 141)
DURATIONS = range(141, 149)
POSITIONS = range(149, 157)
VOCABULARY = 160
WIDTH, LONGEST = 8, 6
STEPS = StepConfig(pad=PAD, first_pitch=FIRST_PITCH, first_part=FIRST_PART, parts=PARTS)


class StepState(NamedTuple):
    """As the decoder knows it: parts' programs, the open step's bag, how many ids it has said."""

    programs: tuple[int, ...] = (-1,) * PARTS
    bag: tuple[int, ...] = ()
    said: int = 0
    part: int = -1


class Steps:
    """Groups ids into steps."""

    start = StepState()

    def advance(self, state, token):
        """Say an id: the state after it, and the bag of the step that it ended, or None."""
        part, programs = state.part, state.programs
        added = (token,)
        if part_of(token) is not None:
            part = part_of(token)
            if programs[part] >= 0:
                added = (token, programs[part])
        ends = token in {BEGIN, BAR} or token in DURATIONS
        if token in PROGRAMS:
            programs = tuple(token if p == part else old for p, old in enumerate(programs))
            ends = True
        bag = state.bag + added
        if ends:
            return StepState(programs, part=part), bag
        return StepState(programs, bag, state.said + 1, part), None


def part_of(token):
    """The part that an id means, or None."""
    return token - FIRST_PART if FIRST_PART <= token < FIRST_PART + PARTS else None


def song(seed, notes=40):
    """Ids of a song of two parts."""
    draw = random.Random(seed)  # noqa: S311 - not a secret
    parts = sorted(draw.sample(range(PARTS), 2))
    ids = [BEGIN]
    for part in parts:
        ids += [FIRST_PART + part, draw.choice(PROGRAMS)]
    for note in range(notes):
        if note % 5 == 0:
            ids.append(BAR)
        if draw.random() < 0.6:
            ids.append(draw.choice(POSITIONS))
        if draw.random() < 0.5:
            ids.append(FIRST_PART + draw.choice(parts))
        ids += [FIRST_PITCH + draw.randrange(128), draw.choice(DURATIONS)]
    return ids


class Read(NamedTuple):
    """A song as steps: for each its ids, its bag, what each id added, and whether it declares."""

    ids: list[list[int]]
    bags: list[tuple[int, ...]]
    added: list[list[tuple[int, int]]]
    programs: tuple[int, ...]


def read(ids):
    """Group a song's ids into steps."""
    steps, state = Steps(), Steps.start
    said, added, whole = [], [], Read([], [], [], ())
    for token in ids:
        before = state.bag
        state, ended = steps.advance(state, token)
        said.append(token)
        after = state.bag if ended is None else ended
        more = after[len(before) :]
        added.append((more[0], more[1] if len(more) > 1 else PAD))
        if ended is not None:
            whole.ids.append(said)
            whole.bags.append(ended)
            whole.added.append(added)
            said, added = [], []
    return whole._replace(programs=state.programs)


def padded(bag, width=WIDTH):
    """A bag with PAD up to its full width."""
    return [*bag, *[PAD] * (width - len(bag))]


class Segments(NamedTuple):
    """What `NoteXL.losses` takes, of one row; all of a song or of several joined."""

    bags: torch.Tensor
    targets: torch.Tensor
    said: torch.Tensor
    starts: torch.Tensor
    song: torch.Tensor
    programs: torch.Tensor

    def part(self, begin, end):
        """Some of the steps."""
        cut = [tensor[:, begin:end] for tensor in self[:-1]]
        return Segments(*cut, self.programs)


def segments(*songs):
    """Join songs in a row: each step's input, and the ids of the step after it."""
    rows = {"bags": [], "targets": [], "said": [], "starts": [], "song": []}
    programs = []
    for number, ids in enumerate(songs):
        whole = read(ids)
        programs.append(whole.programs)
        for index, bag in enumerate(whole.bags[:-1]):
            following = whole.ids[index + 1]
            declares = following[-1] in PROGRAMS
            rows["bags"].append(padded(bag))
            rows["targets"].append(
                [-1] * LONGEST if declares else following + [-1] * (LONGEST - len(following))
            )
            added = whole.added[index + 1]
            rows["said"].append([*map(list, added), *[[PAD, PAD]] * (LONGEST - len(added))])
            rows["starts"].append(index == 0)
            rows["song"].append(number)
    tensors = [torch.tensor(row)[None] for row in rows.values()]
    return Segments(*tensors, torch.tensor(programs))


def together(rows):
    """Put rows of equal length side by side, each with its own songs."""
    begun, songs = 0, []
    for row in rows:
        songs.append(row.song + begun)
        begun += len(row.programs)
    columns = [torch.cat(parts) for parts in zip(*(row[:4] for row in rows), strict=True)]
    return Segments(*columns, torch.cat(songs), torch.cat([row.programs for row in rows]))
