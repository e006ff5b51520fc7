"""Does a critic of plain figures know the bars that come next, and does it rank what is drawn?

    python scripts/research/critic.py gather FIGURES SONGS... [--songs N] [--split choose]
    python scripts/research/critic.py learn FIGURES... [--ridge N ...] [--out WEIGHTS]
    python scripts/research/critic.py families FIGURES...
    python scripts/research/critic.py draw OUT SONGS... [--songs N] [--split choose]
    python scripts/research/critic.py rank OUT [--teachers OUT]

`gather` writes the figures of the candidates of each choice, one JSON line a choice
(`benchmarks/evaluation/which_next.py`); with --middle also after prompts further on in each song.
`learn` prints how often the real bars of each eighth of the songs are chosen by a critic of the
others, with several penalties, and writes the weights of all. `families` prints the same for some
of the figures alone, and without them.
`draw` lets a model go on eight times after each prompt, one JSON file a song. `rank` prints how far
the best of the eight lies from real bars, by several rankings; with --teachers also by a critic
that learned real bars from those draws, and without it by one that learned from the other songs.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.arguments import add_songs  # noqa: E402
from benchmarks.evaluation.against_real import Pair, Song, mean_interval  # noqa: E402
from benchmarks.evaluation.continuity import MARKS, continuity  # noqa: E402
from benchmarks.evaluation.critic import RIDGE, Critic, learned, read_critic, starter_chords  # noqa: E402
from benchmarks.evaluation.judging import songs_of  # noqa: E402
from benchmarks.evaluation.passages import Passage, with_following  # noqa: E402
from benchmarks.evaluation.which_next import choices_of  # noqa: E402
from benchmarks.quality.figures import all_figures  # noqa: E402
from benchmarks.quality.statistics import distance_change, distance_of, pair_of_figures  # noqa: E402
from benchmarks.quality.telling import told_apart  # noqa: E402
from benchmarks.songs import folders_of  # noqa: E402
from engine.config import SamplingConfig  # noqa: E402
from engine.generation.choose.ranking import USUAL, Candidate, ComparedPrompt, alike, best  # noqa: E402
from engine.generation.continuation import continuations  # noqa: E402
from engine.generation.draw import MusicGenerator  # noqa: E402
from engine.generation.model import LiveModel  # noqa: E402
from engine.model.network.processor import use_processor  # noqa: E402
from engine.music.time import BarMap  # noqa: E402
from engine.paths import starter_model  # noqa: E402
from engine.planning.chord_model import ChordModel  # noqa: E402
from engine.request import PartNote, Request, same_role  # noqa: E402

OF = 8
SHOWN = 4
FOLDS = 8
RIDGES = (20.0, 60.0, 200.0, 600.0, 2000.0)
BARS_ON = 16
MOST_ON = 3

Choices = list[list[dict[str, float]]]


@dataclass(frozen=True)
class Gathered:
    """Choices as `gather` writes them, one song each."""

    songs: list[str]
    collections: list[str]
    choices: Choices


def gather(arguments: argparse.Namespace) -> None:
    """Write the figures of each choice."""
    counts = starter_chords()
    songs = songs_of(folders_of(arguments.folders), split=arguments.split, count=arguments.songs)
    if arguments.middle:
        songs = [each for song in songs for each in _later(song)]
    with arguments.out.open("w", encoding="utf-8") as file:
        for choice in choices_of(songs):
            row = {
                "song": choice.name,
                "collection": choice.collection,
                "figures": [continuity(one, counts) for one in choice.candidates],
            }
            file.write(json.dumps(row) + "\n")


def _later(song: Song) -> Iterator[Song]:
    """Yield a song, and the same with prompts further on in it."""
    passage, bars = song.passage, BarMap.of(song.passage.score)
    first, past = bars.bar_at(passage.begin), bars.bars_until(passage.score.end)
    length = bars.bar_at(passage.end) - first
    for on in range(MOST_ON + 1):
        at = first + on * BARS_ON
        if at + length > past:
            return
        ticks = [bars.start_of(at + bar) for bar in (0, length - passage.bars, length)]
        later = Passage(score=passage.score, begin=ticks[0], start=ticks[1], end=ticks[2])
        if later.prompt.note_count and later.following.note_count:
            yield replace(song, passage=later)


def gathered(paths: Sequence[Path]) -> Gathered:
    """Return what `gather` wrote."""
    rows = [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]
    return Gathered(
        songs=[f"{row['collection']}/{row['song']}" for row in rows],
        collections=[row["collection"] for row in rows],
        choices=[row["figures"] for row in rows],
    )


def told_by_others(found: Gathered, *, ridge: float, names: Sequence[str] = ()) -> list[float]:
    """Return of each choice whether a critic of other songs chooses the real bars."""
    counts, keys = starter_chords(), sorted(set(found.songs))
    fold = {
        song: at % FOLDS
        for song, at in zip(keys, np.random.default_rng(0).permutation(len(keys)), strict=True)
    }
    choices = [
        [{name: one[name] for name in names or one} for one in each] for each in found.choices
    ]
    right = [0.0] * len(choices)
    for part in range(FOLDS):
        known = [
            each for song, each in zip(found.songs, choices, strict=True) if fold[song] != part
        ]
        critic = learned(known, counts, ridge=ridge)
        for at, song in enumerate(found.songs):
            if fold[song] == part:
                right[at] = float(_is_first_best([critic.score(one) for one in choices[at]]))
    return right


def learn(arguments: argparse.Namespace) -> None:
    """Print how often songs are told by others, and write the weights of all."""
    found = gathered(arguments.figures)
    print(f"{len(found.choices)} choices of {len(set(found.songs))} songs")
    for ridge in arguments.ridge:
        print(f"ridge {ridge:6.0f}: {_share(told_by_others(found, ridge=ridge))}", flush=True)
    if arguments.out:
        critic = learned(found.choices, starter_chords(), ridge=arguments.ridge[0])
        text = json.dumps(
            {name: round(weight, 5) for name, weight in critic.weights.items()}, indent=1
        )
        arguments.out.write_text(text + "\n", encoding="utf-8")


FAMILIES: dict[str, Callable[[str], bool]] = {
    "likeness of bars": lambda name: name.split()[0] in {"notes", "rhythm", "classes"},
    "distributions of all bars": lambda name: name in MARKS,
    "distributions at the seam": lambda name: (
        name.endswith((", first", ", seam")) and " near" not in name
    ),
    "runs of lines": lambda name: " of " in name and name.split()[-1].isdigit(),
    "the seam itself": lambda name: name.endswith("at the seam") or name in _SEAM,
    "amounts": lambda name: name in _OTHERS,
    "key and chords": lambda name: "key" in name or "chord" in name,
}
_SEAM = {
    "step",
    "bass step",
    "rest",
    "rest of a part",
    "overlap of a part",
    "struck again",
    "loudness of a part",
}
_OTHERS = {
    "density",
    "sounding",
    "height",
    "loudness apart",
    "entering",
    "lost",
    "silent bars",
    "breath",
    "breath of four",
}


def families(arguments: argparse.Namespace) -> None:
    """Print what some figures tell alone, and what is told without them."""
    found = gathered(arguments.figures)
    names = list(found.choices[0][0])
    (ridge,) = arguments.ridge
    print(f"all: {_share(told_by_others(found, ridge=ridge))}")
    for family, belongs in FAMILIES.items():
        own = [name for name in names if belongs(name)]
        rest = [name for name in names if not belongs(name)]
        alone, without = (
            _share(told_by_others(found, ridge=ridge, names=some)) for some in (own, rest)
        )
        print(f"{family} ({len(own)}): alone {alone}, without {without}", flush=True)


def _share(right: Sequence[float]) -> str:
    found = mean_interval(right)
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})"


def _is_first_best(scores: Sequence[float]) -> bool:
    return scores.index(max(scores)) == 0


def draw(arguments: argparse.Namespace) -> None:
    """Draw, and write a file for each song; what is there is not drawn again."""
    use_processor(threads=1)
    arguments.out.mkdir(parents=True, exist_ok=True)
    generator = MusicGenerator(LiveModel.load(starter_model()))
    songs = songs_of(folders_of(arguments.folders), split=arguments.split, count=arguments.songs)
    for song in songs:
        path = arguments.out / f"{song.collection}-{song.name}.json".replace("/", "-")
        if path.exists():
            continue
        request = Request(
            start=song.passage.start,
            bars=song.passage.bars,
            alternatives=OF,
            sampling=SamplingConfig(seed=arguments.seed),
        )
        heard = song.passage.score.between(0, song.passage.start)
        value = {
            "name": song.name,
            "collection": song.collection,
            "passage": msgspec.to_builtins(song.passage),
            "candidates": [
                msgspec.to_builtins(one.parts) for one in continuations(generator, heard, request)
            ],
        }
        path.write_text(json.dumps(value), encoding="utf-8")
        print(f"{song.collection} {song.name}", flush=True)


@dataclass(frozen=True)
class Drawn:
    """A song, what was drawn after its prompt, and the figures of both.

    Attributes:
        song: The song.
        candidates: What was drawn.
        joins: How each goes on from the prompt, the real bars first.
        made: All figures of each, the real bars first.
    """

    song: Song
    candidates: tuple[Candidate, ...]
    joins: list[dict[str, float]]
    made: list[dict[str, float]]

    @property
    def prompt(self) -> ComparedPrompt:
        """The prompt that its candidates are compared with."""
        passage = self.song.passage
        heard = passage.score.between(0, passage.start)
        return ComparedPrompt(heard, same_role("write", len(heard.tracks)), start=passage.start)


def read_drawn(path: Path, counts: ChordModel) -> Drawn:
    """Return a song as `draw` wrote it."""
    value = json.loads(path.read_bytes())
    passage = msgspec.convert(value["passage"], Passage)
    candidates = tuple(
        Candidate(notes=msgspec.convert(one, tuple[PartNote, ...])) for one in value["candidates"]
    )
    passages = [passage, *(with_following(passage, one.notes) for one in candidates)]
    return Drawn(
        song=Song(name=value["name"], collection=value["collection"], passage=passage),
        candidates=candidates,
        joins=[continuity(one, counts) for one in passages],
        made=[all_figures(one) for one in passages],
    )


Order = Callable[[Drawn], Sequence[int]]


def rank(arguments: argparse.Namespace) -> None:
    """Rank in several ways, and print what stands first beside real bars."""
    counts = starter_chords()
    drawn = _all_drawn(arguments.out, counts)
    teachers = _all_drawn(arguments.teachers, counts) if arguments.teachers else []
    print(f"{len(drawn)} songs of {len({one.song.collection for one in drawn})} collections")
    rows = {
        name: [order(one) for one in drawn]
        for name, order in _orders(read_critic(), drawn, teachers).items()
    }
    usual = _pairs(drawn, rows["as it ships"])
    spread = {name: _variety(drawn, orders) for name, orders in rows.items()}
    for name, orders in rows.items():
        pairs = _pairs(drawn, orders)
        whole, change = distance_of(pairs), distance_change(pairs, usual)
        told: dict[str, Any] = told_apart([(pair.made, pair.real) for pair in pairs])
        print(
            f"{name:24} {whole.value:.3f} ({whole.low:.3f} to {whole.high:.3f})"
            f"  less the shipped {change.value:+.3f} ({change.low:+.3f} to {change.high:+.3f})"
            f"  told {told['told']:.2f} ({told['from']:.2f} to {told['to']:.2f})"
            f"  variety {spread[name] / spread['as it ships']:.2f}",
            flush=True,
        )


def _all_drawn(folder: Path, counts: ChordModel) -> list[Drawn]:
    return [read_drawn(path, counts) for path in sorted(folder.glob("*.json"))]


def _orders(critic: Critic, drawn: Sequence[Drawn], teachers: Sequence[Drawn]) -> dict[str, Order]:
    taught = _taught(drawn, teachers, critic.chords)
    return {
        "as drawn": lambda one: range(len(one.candidates)),
        "as it ships": _with(lambda _: critic, 0.0),
        "and half the critic": _with(lambda _: critic, 0.5),
        "and the critic": _with(lambda _: critic, 1.0),
        "and twice the critic": _with(lambda _: critic, 2.0),
        "the critic": _with(lambda _: critic, 1000.0),
        "and who learned of draws": _with(taught, 1.0),
        "who learned of draws": _with(taught, 1000.0),
    }


def _taught(
    drawn: Sequence[Drawn], teachers: Sequence[Drawn], counts: ChordModel
) -> Callable[[Drawn], Critic]:
    """Return the critic for a song that learned real bars among draws of other songs."""
    if teachers:
        critic = learned([one.joins for one in teachers], counts)
        return lambda _: critic
    parts = {
        part: learned([one.joins for at, one in enumerate(drawn) if at % FOLDS != part], counts)
        for part in range(FOLDS)
    }
    part_of = {id(one): at % FOLDS for at, one in enumerate(drawn)}
    return lambda one: parts[part_of[id(one)]]


def _with(critic_of: Callable[[Drawn], Critic], weight: float) -> Order:
    """Return the ranking that ships, with a critic as one more measure."""

    def order(one: Drawn) -> list[int]:
        critic = critic_of(one)
        scored = [
            replace(candidate, wish=critic.score(figures))
            for candidate, figures in zip(one.candidates, one.joins[1:], strict=True)
        ]
        ranked = best(one.prompt, scored, count=SHOWN, weights=replace(USUAL, wish=weight))
        return [each.candidate for each in ranked]

    return order


def _pairs(drawn: Sequence[Drawn], orders: Sequence[Sequence[int]]) -> list[Pair]:
    return [
        pair_of_figures(one.song.collection, made=one.made[1 + order[0]], real=one.made[0])
        for one, order in zip(drawn, orders, strict=True)
    ]


def _variety(drawn: Sequence[Drawn], orders: Sequence[Sequence[int]]) -> float:
    """Return the share of notes in which two of the first four differ, the mean over songs."""
    found = []
    for one, order in zip(drawn, orders, strict=True):
        bars = [one.prompt.bars_of(one.candidates[index].notes) for index in order[:SHOWN]]
        found.append(fmean(1.0 - alike(a, b) for a, b in combinations(bars, 2)))
    return fmean(found)


def main() -> None:
    """Do what is asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    gathering = commands.add_parser("gather")
    gathering.add_argument("out", type=Path)
    add_songs(gathering, count=40)
    gathering.add_argument("--middle", action="store_true")
    gathering.set_defaults(run=gather)
    learning = commands.add_parser("learn")
    learning.add_argument("figures", type=Path, nargs="+")
    learning.add_argument("--ridge", type=float, nargs="+", default=RIDGES)
    learning.add_argument("--out", type=Path, help="the weights with the first penalty")
    learning.set_defaults(run=learn)
    parting = commands.add_parser("families")
    parting.add_argument("figures", type=Path, nargs="+")
    parting.add_argument("--ridge", type=float, nargs=1, default=(RIDGE,))
    parting.set_defaults(run=families)
    drawing = commands.add_parser("draw")
    drawing.add_argument("out", type=Path)
    add_songs(drawing, count=8)
    drawing.add_argument("--seed", type=int, default=1)
    drawing.set_defaults(run=draw)
    ranking = commands.add_parser("rank")
    ranking.add_argument("out", type=Path)
    ranking.add_argument("--teachers", type=Path)
    ranking.set_defaults(run=rank)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
