"""`python -m benchmarks form MODEL SONGS...`: where many bars go, phrase by phrase.

Each song is gone on with after eight bars, as many bars as are asked for, in one draw or the best
of several. The figures of each phrase of eight bars that follows stand beside those of the real
bars. With --out each song becomes a picture, with the chords and the sections that are found in it,
and what is made a MIDI file.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise, product
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.arguments import add_model, add_out_folder, add_seed, add_songs
from benchmarks.evaluation.passages import Passage, with_following
from benchmarks.harness import Benchmark, Figures
from benchmarks.pages.rolls import Roll, draw_rolls
from benchmarks.quality.figures import likeness, near_bars
from benchmarks.quality.harmony import different_roots, longest_stay, root_moves
from benchmarks.quality.songs import ChosenSong, find_songs
from benchmarks.quality.statistics import is_clear, mean_of
from benchmarks.songs import folders_of
from engine.cli.command import Arguments, not_negative, positive
from engine.cli.output import Output, table
from engine.evaluation.musicality import Bar, bars
from engine.form.passage_figures import mean_in_common, share_in_common
from engine.generation.continuation import Continuation, continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.ground.errors import EmptyMusicError
from engine.harmony.chord_symbols import chord_name
from engine.harmony.chord_track import names_by_bar
from engine.midi.file.midifile import write_midi
from engine.model.network.processor import use_processor
from engine.planning.harmony import NONE, chord_of, chords_of_bars, key_of
from engine.planning.phrases import PHRASE
from engine.planning.sections import VARIED, sections_of
from engine.request import Request
from engine.values.config import SamplingConfig
from engine.values.score import Score
from engine.values.sections import Section
from engine.values.time import BarMap

_BARS = 64

_AHEAD = 2 * PHRASE  # bars from which on a continuation has left its prompt

_LATE = 4 * PHRASE  # bars from which on a return counts as one to the beginning

_NEAR = 0.12  # of likeness to the prompt, more is a loop, less a walk that goes astray

Values = dict[str, float | None]


def phrases(passage: Passage) -> list[tuple[Bar, ...]]:
    """Return the bars that follow a prompt, eight by eight."""
    new = bars(passage.score, start=passage.start, end=passage.end)
    return [new[at : at + PHRASE] for at in range(0, len(new), PHRASE)]


def likeness_to_prompt(passage: Passage) -> list[float | None]:
    """Return the mean likeness of the bars of each phrase to the nearest bar of the prompt."""
    prompt = bars(passage.score, start=passage.begin, end=passage.start)
    return [likeness(phrase, prompt) for phrase in phrases(passage)]


def likeness_to_all(passage: Passage) -> list[float | None]:
    """Return the mean likeness of the bars of each phrase to the nearest bar before the phrase."""
    before = list(bars(passage.score, start=passage.begin, end=passage.start))
    found = []
    for phrase in phrases(passage):
        found.append(likeness(phrase, before))
        before += phrase
    return found


def fullness(passage: Passage) -> list[float | None]:
    """Return the notes of a bar in each phrase, divided by those of a bar of the prompt."""
    prompt = bars(passage.score, start=passage.begin, end=passage.start)
    usual = sum(map(len, prompt)) / max(1, len(prompt))
    return [
        sum(map(len, phrase)) / len(phrase) / usual if usual else None
        for phrase in phrases(passage)
    ]


def returning(passage: Passage) -> float | None:
    """Return the share of phrases that are one before them again, as it was or varied."""
    start = BarMap.of(passage.score).bar_at(passage.start)
    known: set[str] = set()
    again = []
    for section in sections_in(passage):
        if section.first >= start:
            again.append(section.letter in known)
        known.add(section.letter)
    return fmean(again) if again else None


def letters(passage: Passage) -> float | None:
    """Return how many different sections the prompt and what follows have."""
    return float(len({section.letter for section in sections_in(passage)})) or None


def comes_back(passage: Passage) -> float | None:
    """Return 1 if eight bars from bar 33 on are eight of the last sixteen heard ones, varied.

    None where fewer bars follow.
    """
    new = bars(passage.score, start=passage.start, end=passage.end)[_LATE:]
    if len(new) < PHRASE:
        return None
    places = BarMap.of(passage.score)
    first = max(0, places.bar_at(passage.start) - 2 * PHRASE)
    heard = bars(passage.score, start=places.start_of(first), end=passage.start)
    pairs = product(_runs(new), _runs(heard))
    nearest = max((mean_in_common(zip(*pair, strict=True)) for pair in pairs), default=0.0)
    return float(nearest >= VARIED)


def _runs(music: Sequence[Bar]) -> Iterator[Sequence[Bar]]:
    """Yield all eight bars in a row that have a note."""
    for at in range(len(music) - PHRASE + 1):
        if any(music[at : at + PHRASE]):
            yield music[at : at + PHRASE]


def standing(passage: Passage) -> float | None:
    """Return the share of bars that are nearly the bar before."""
    new = bars(passage.score, start=passage.start, end=passage.end)
    pairs = [(one, other) for one, other in pairwise(new) if one and other]
    return fmean(share_in_common(*pair) > 0.8 for pair in pairs) if pairs else None


def doubled(passage: Passage) -> float | None:
    """Return the share of pitched notes that another part strikes, too; None for one part."""
    struck = [
        {(note.start, note.pitch) for note in track.notes}
        for track in passage.following.tracks
        if not track.is_drum and track.notes
    ]
    counts = Counter(chain.from_iterable(struck))
    if len(struck) < 2:
        return None
    return sum(count for count in counts.values() if count > 1) / counts.total()


BY_PHRASE: Mapping[str, tuple[str, Callable[[Passage], list[float | None]]]] = {
    "prompt": ("likeness to the prompt", likeness_to_prompt),
    "all": ("likeness to all before", likeness_to_all),
    "full": ("notes ÷ prompt's", fullness),
}
"""The figures that the table shows for each phrase."""

ON_THE_WHOLE: Mapping[str, tuple[str, Callable[[Passage], float | None]]] = {
    "stay": ("most bars on one root", longest_stay),
    "roots": ("different roots", different_roots),
    "moves": ("bars whose root moves", root_moves),
    "near": ("bars > .8 like an earlier one", near_bars),
    "standing": ("bars > .8 like the bar before", standing),
    "doubled": ("notes that another part has, too", doubled),
    "letters": ("different sections", letters),
    "returning": ("sections that return", returning),
    "back": ("songs that come back after bar 32", comes_back),
}
"""The figures that the table shows for all bars."""


def form_figures(passage: Passage) -> Values:
    """Return all figures of what follows a prompt; None where it does not allow the question."""
    found: Values = {}
    for name, (_, by_phrase) in BY_PHRASE.items():
        values = by_phrase(passage)
        found |= {f"{name} {at}": value for at, value in enumerate(values, 1)}
        if name == "prompt":
            late = [value for value in values[_AHEAD // PHRASE :] if value is not None]
            found["prompt late"] = fmean(late) if late else None
    return found | {name: of(passage) for name, (_, of) in ON_THE_WHOLE.items()}


def shortened(song: ChosenSong, *, bars: int) -> ChosenSong:
    """Return a place in a song with the first bars of what really follows."""
    passage = song.passage
    places = BarMap.of(passage.score)
    end = places.start_of(places.bar_at(passage.start) + bars)
    return replace(song, passage=replace(passage, end=end))


def go_on(
    generator: MusicGenerator, song: ChosenSong, *, bars: int, best_of: int, seed: int
) -> Continuation:
    """Return what a model makes after a song's prompt.

    Args:
        generator: The model's.
        song: Whose prompt it is.
        bars: To make.
        best_of: Draw so many and take the best; 0 takes what is drawn.
        seed: Of what is drawn.
    """
    heard = song.passage.score.between(0, song.passage.start)
    request = Request(
        start=song.passage.start,
        bars=bars,
        alternatives=1,
        best_of=best_of,
        since=song.since,
        sampling=SamplingConfig(seed=seed),
    )
    (made,) = continuations(generator, heard, request)
    return made


def sections_in(passage: Passage) -> tuple[Section, ...]:
    """Return the sections of a prompt and what follows it, as they are found."""
    music = passage.score.between(passage.begin, passage.end)
    return sections_of(music, past=BarMap.of(music).bar_at(passage.end))


def draw(song: ChosenSong, made: Continuation, path: Path) -> None:
    """Write a picture of a song's prompt, what is made of it, and what really follows.

    Raises:
        OSError: The file cannot be written.
    """
    real = song.passage
    prompt = replace(real, start=real.begin, end=real.start)
    planned = names_by_bar(made.plan.chords, made.score, start=made.start, end=made.end)
    draw_rolls(
        _roll("prompt", prompt, sections_in(real)),
        [
            _roll("made", with_following(real, made.parts), planned=planned),
            _roll("real", real),
        ],
        path,
        title=f"{song.collection}: {song.name}",
    )


def _roll(
    name: str,
    passage: Passage,
    sections: Sequence[Section] | None = None,
    *,
    planned: Sequence[str] = (),
) -> Roll:
    """Return what follows in a passage as it is drawn."""
    places = BarMap.of(passage.score)
    first, past = places.bar_at(passage.start), places.bar_at(passage.end)
    found = sections_in(passage) if sections is None else sections
    # The last alternative may have been ended early.
    missing = [""] * max(0, past - first - len(planned))
    return Roll(
        name=name,
        score=passage.score,
        first=first,
        bars=past - first,
        chords=_chords(passage.score.between(0, passage.end), first=first, past=past),
        planned=[*planned, *missing] if planned else (),
        sections={section.first: section.name for section in found},
    )


def _chords(music: Score, *, first: int, past: int) -> tuple[str, ...]:
    """Return the names of the chords that are found in bars, on first beats and in the middle."""
    key = key_of(music)
    if key is None:
        return ("",) * (past - first)
    found: list[str] = []
    last = NONE
    for bar in chords_of_bars(music, key, first=first, past=past):
        names = []
        for number in bar:
            if number not in (last, NONE):
                names.append(chord_name(chord_of(number, key, tick=0)))
                last = number
        found.append(" ".join(names))
    return tuple(found)


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=2)
    add_seed(parser)
    parser.add_argument(
        "--bars", type=positive, default=_BARS, metavar="N", help=f"to make ({_BARS})"
    )
    parser.add_argument(
        "--long", type=positive, default=0, metavar="N",
        help="songs with so many bars after the prompt alone (as many as are made)",
    )  # fmt: skip
    parser.add_argument(
        "--best-of", type=not_negative, default=0, help="the best of so many (0: as drawn)"
    )
    add_out_folder(parser, holds="figures, pictures and what is made")


def _measure(arguments: Arguments, output: Output) -> Figures:
    use_processor(threads=1)
    found_songs = find_songs(
        folders_of(arguments.folders),
        split=arguments.split,
        count=arguments.songs,
        bars=max(arguments.bars, arguments.long),
    ).songs
    songs = [shortened(song, bars=arguments.bars) for song in found_songs]
    if not songs:
        raise EmptyMusicError("There is no song here that is long enough to be gone on with.")
    if arguments.out:
        arguments.out.mkdir(parents=True, exist_ok=True)
    generator = MusicGenerator(LiveModel.load(arguments.model))
    rows: list[dict[str, Any]] = []
    progress = output.progress(f"Going on, {arguments.split}")
    for number, song in enumerate(songs, 1):
        made = go_on(
            generator,
            song,
            bars=arguments.bars,
            best_of=arguments.best_of,
            seed=arguments.seed,
        )
        rows.append(
            {
                "song": f"{song.collection}/{song.name}",
                "place": song.place,
                "made": form_figures(with_following(song.passage, made.parts)),
                "real": form_figures(song.passage),
            }
        )
        if arguments.out:
            name = f"{song.collection}-{song.name}-{arguments.bars}".replace("/", "-")
            draw(song, made, arguments.out / f"{name}.svg")
            (arguments.out / f"{name}.mid").write_bytes(write_midi(made.score))
        progress.update(number / len(songs), song.name)
    progress.done()
    found = {"split": arguments.split, "seed": arguments.seed, "bars": arguments.bars, "rows": rows}
    if arguments.out:
        text = json.dumps(found, indent=1, ensure_ascii=False)
        (arguments.out / f"form-{arguments.bars}.json").write_text(text + "\n", encoding="utf-8")
    return found


def _lines(found: Figures) -> list[str]:
    rows = found["rows"]
    lines = [f"{len(rows)} songs of {found['split']}, {found['bars']} bars; means over songs"]
    cells: list[tuple[str, ...]] = [("", "real", "made", "made − real (95 %)", "n")]
    for name, says in _says(found["bars"]):
        pairs = [(row["made"].get(name), row["real"].get(name)) for row in rows]
        known = [(made, real) for made, real in pairs if None not in (made, real)]
        if not known:
            continue
        apart = mean_of([made - real for made, real in known])
        cells.append(
            (
                says,
                f"{fmean(real for _, real in known):.2f}",
                f"{fmean(made for made, _ in known):.2f}",
                f"{apart.value:+.2f} ({apart.low:+.2f} to {apart.high:+.2f})"
                + "*" * is_clear(apart),
                str(len(known)),
            )
        )
    near, asked = near_to_real(rows)
    within = f"likeness to the prompt within {_NEAR} of real, from bar {_AHEAD + 1} on"
    return [*lines, *table(cells, indent="  "), f"  {within}: {near} of {asked} songs"]


def near_to_real(rows: Sequence[Mapping[str, Any]]) -> tuple[int, int]:
    """Return how many songs neither loop nor wander, and of how many.

    Args:
        rows: The figures of each song.
    """
    pairs = [(row["made"].get("prompt late"), row["real"].get("prompt late")) for row in rows]
    known = [abs(made - real) for made, real in pairs if None not in (made, real)]
    return sum(apart <= _NEAR for apart in known), len(known)


def _says(bars: int) -> Iterator[tuple[str, str]]:
    """Yield the name of each figure and what it is."""
    for name, (says, _) in BY_PHRASE.items():
        for at in range(1, -(-bars // PHRASE) + 1):
            yield f"{name} {at}", f"{says}, phrase {at}"
    yield "prompt late", f"{BY_PHRASE['prompt'][0]}, from bar {_AHEAD + 1} on"
    for name, (says, _) in ON_THE_WHOLE.items():
        yield name, says


BENCHMARKS = {"form": Benchmark(define=_define, measure=_measure, lines=_lines, about=__doc__)}
