"""`python -m benchmarks taste MODEL SONGS...`: is what a user likes offered first?

Eight alternatives of each song are drawn. Simulated users, each with one known taste and some
whims, choose among the four that are offered; half of the songs teach, the other half are asked.
A user's favourite is the one of all eight that suits the taste best. Beside that stands how varied
the offered ones are, as a share of the variety without a taste.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import dist, log
from random import Random
from statistics import fmean, pstdev
from types import MappingProxyType
from typing import Any

from benchmarks.arguments import add_model, add_seed, add_songs
from benchmarks.harness import Benchmark, Figures
from benchmarks.quality.songs import ChosenSong, find_songs
from benchmarks.songs import folders_of
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.generation.choose.ranking import Candidate, ComparedPrompt, alike, best, spread
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.model.network.processor import use_processor
from engine.request import BEST_OF, Request, same_role
from engine.taste.learning import Choice, learned
from engine.taste.taste import NO_TASTE, Taste, relative
from engine.taste.traits import Traits, TraitsAfter
from engine.values.config import SamplingConfig

OFFERED = 4
# How much one standard deviation of its trait adds to the log odds that an alternative is kept.
_RESOLVE = 2.0

USERS: Mapping[str, Traits] = MappingProxyType(
    {
        "dense": Traits(density=1),
        "sparse": Traits(density=-1),
        "high": Traits(height=1),
        "low": Traits(height=-1),
        "wide": Traits(width=1),
        "narrow": Traits(width=-1),
        "chromatic": Traits(chromatic=1),
        "diatonic": Traits(chromatic=-1),
        "off the beat": Traits(off_beat=1),
        "on the beat": Traits(off_beat=-1),
        "loud": Traits(loudness=1),
        "soft": Traits(loudness=-1),
        "leaps": Traits(leaps=1),
        "steps": Traits(leaps=-1),
        "rests": Traits(rests=1),
        "filled": Traits(rests=-1),
        "long": Traits(length=1),
        "short": Traits(length=-1),
        "like": Traits(likeness=1),
        "unlike": Traits(likeness=-1),
    }
)
"""The one thing that each simulated user likes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The alternatives that were drawn for one place.

    Attributes:
        prompt: The bars before it.
        candidates: All of them, with their traits.
    """

    prompt: ComparedPrompt
    candidates: tuple[Candidate, ...]

    def offered(self, taste: Taste) -> tuple[int, ...]:
        """Return the indices of those that are offered, the first of them first."""
        ranked = best(self.prompt, self.candidates, count=OFFERED, taste=taste)
        return tuple(one.candidate for one in ranked)

    def unlike(self, one: int, other: int) -> float:
        """Return the share of notes that two candidates do not have in common."""
        bars = [self.prompt.bars_of(self.candidates[index].notes) for index in (one, other)]
        return 1.0 - alike(*bars)

    def apart(self, one: int, other: int) -> float:
        """Return the distance between the traits of two candidates, in standard deviations."""
        steps = relative([candidate.traits for candidate in self.candidates])
        return dist(steps[one], steps[other])


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The offers of a user, as means over the places that are asked.

    Attributes:
        first: Share of places where the favourite is among the first two.
        best_offered: Share where the best of those that are offered is among the first two.
        notes: How unlike the notes of the offered ones are, 0 to 1.
        traits: How far their traits are apart, in standard deviations.
    """

    first: float
    best_offered: float
    notes: float
    traits: float


def told(user: Traits, candidates: Sequence[Candidate]) -> list[float]:
    """Return how much a user likes each candidate, in standard deviations of what matters."""
    values = [
        sum(like * value for like, value in zip(user.values, one.traits.values, strict=True))
        for one in candidates
    ]
    middle, deviation = fmean(values), pstdev(values)
    return [(value - middle) / deviation if deviation else 0.0 for value in values]


def choices_of(
    user: Traits, places: Sequence[Drawn], *, count: int, random: Random
) -> Iterator[tuple[Choice, ...]]:
    """Yield what a user has chosen after each choice, while the offers follow them.

    Args:
        user: What they like.
        places: Places that are offered, in turn.
        count: Choices that are made.
        random: Draws what the user likes against their taste.
    """
    made: tuple[Choice, ...] = ()
    for number in range(count):
        drawn = places[number % len(places)]
        shown = [drawn.candidates[index] for index in drawn.offered(learned(made))]
        # Gumbel noise makes the choice that of the model by Luce.
        odds = [_RESOLVE * value - log(random.expovariate(1.0)) for value in told(user, shown)]
        kept = shown.pop(odds.index(max(odds)))
        made = (*made, Choice(kept=kept.traits, passed=tuple(one.traits for one in shown)))
        yield made


def tally(user: Traits, places: Sequence[Drawn], taste: Taste) -> Tally:
    """Return what a user is offered."""
    first, offered, notes, traits = [], [], [], []
    for drawn in places:
        chosen, likes = drawn.offered(taste), told(user, drawn.candidates)
        top = max(likes[index] for index in chosen[:2])
        first.append(top >= max(likes))
        offered.append(top >= max(likes[index] for index in chosen))
        notes.append(spread(chosen, drawn.unlike))
        traits.append(spread(chosen, drawn.apart))
    return Tally(
        first=fmean(first), best_offered=fmean(offered), notes=fmean(notes), traits=fmean(traits)
    )


def drawn_at(generator: MusicGenerator, song: ChosenSong, *, bars: int, seed: int) -> Drawn:
    """Draw alternatives after the prompt of a song."""
    heard = song.passage.score.between(0, song.passage.start)
    request = Request(
        start=song.passage.start,
        bars=bars,
        alternatives=BEST_OF,
        since=song.since,
        sampling=SamplingConfig(seed=seed),
    )
    traits = TraitsAfter(heard, start=request.start, since=song.since)
    return Drawn(
        prompt=ComparedPrompt(
            heard,
            same_role("write", len(heard.tracks)),
            start=request.start,
            since=song.since,
        ),
        candidates=tuple(
            Candidate(notes=made.parts, traits=traits.of(made.parts, end=made.end))
            for made in continuations(generator, heard, request)
        ),
    )


def measured(
    places: Sequence[Drawn], users: Mapping[str, Traits] = USERS, *, choices: int, seed: int
) -> dict[str, dict[str, Any]]:
    """Return the figures of each user before and after their choices.

    Args:
        places: At least two; every other one teaches, the rest are asked.
        users: What each likes.
        choices: Choices of each user.
        seed: Of the users' choices.
    """
    teach, asked = places[::2], places[1::2]
    found = {}
    for name, user in users.items():
        made = list(choices_of(user, teach, count=choices, random=Random(f"{seed} {name}")))  # noqa: S311
        taste = learned(made[-1])
        before, after = tally(user, asked, NO_TASTE), tally(user, asked, taste)
        found[name] = {
            "first_before": before.first,
            "first_after": after.first,
            "offered_before": before.best_offered,
            "offered_after": after.best_offered,
            "notes": after.notes / before.notes if before.notes else 1.0,
            "traits": after.traits / before.traits if before.traits else 1.0,
            "sure": list(taste.sure),
        }
    return found


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=20)
    add_seed(parser, seed=1)
    parser.add_argument("--bars", type=positive, default=4, help="of an alternative (4)")
    parser.add_argument("--choices", type=positive, default=40, help="of each user (40)")


def _measure(arguments: Arguments, output: Output) -> Figures:
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(arguments.model))
    songs = find_songs(
        folders_of(arguments.folders), split=arguments.split, count=arguments.songs
    ).songs
    places = []
    progress = output.progress(f"Drawing, {arguments.split}")
    for number, song in enumerate(songs, 1):
        places.append(drawn_at(generator, song, bars=arguments.bars, seed=arguments.seed))
        progress.update(number / len(songs), song.name)
    progress.done()
    return {
        "places": len(places),
        "users": measured(places, choices=arguments.choices, seed=arguments.seed),
    }


def _lines(figures: Figures) -> list[str]:
    users: Mapping[str, Mapping[str, Any]] = figures["users"]
    names = [name for name in next(iter(users.values())) if name != "sure"]
    head = f"{'':14}" + " ".join(f"{name:>14}" for name in names)
    rows = [
        f"{user:14}"
        + " ".join(f"{row[name]:14.2f}" for name in names)
        + "  "
        + ", ".join(row["sure"])
        for user, row in users.items()
    ]
    means = " ".join(f"{fmean(row[name] for row in users.values()):14.2f}" for name in names)
    return [f"{figures['places']} places", head, *rows, f"{'mean':14}{means}"]


BENCHMARKS = {"taste": Benchmark(define=_define, measure=_measure, lines=_lines, about=__doc__)}
