"""Does a ballad get other notes than a punk song? The same prompt at two tempos.

The first bars of each song get a slow tempo (60 to 75 beats a minute) and a fast one (170 to 190).
Both are continued with the same seeds. Figures in beats, which do not depend on the tempo, are
taken of what is made. A classifier that learned from the other songs says which of a song's two is
the fast one: .5 is chance (how it learns, `benchmarks.quality.telling`).

The network also reads real notes, once at the song's own tempo and once at one of the other kind.
The difference in nats a note says how much of the tempo the network hears.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, pstdev
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.arguments import add_model, add_out_file, add_seed, add_songs
from benchmarks.evaluation.against_real import Interval
from benchmarks.evaluation.loss import token_losses
from benchmarks.evaluation.passages import PROMPT_BARS
from benchmarks.evaluation.reading import Reading, reading_of
from benchmarks.evaluation.samples import samples
from benchmarks.evaluation.song import Ids, song_of
from benchmarks.harness import Benchmark, Figures
from benchmarks.quality.songs import has_bars
from benchmarks.quality.statistics import FEWEST, ratio_of
from benchmarks.quality.telling import told_apart
from benchmarks.songs import SongFile, first_songs, folders_of
from engine.cli.command import Arguments, not_negative, positive
from engine.cli.output import Output
from engine.config import SamplingConfig
from engine.errors import EmptyMusicError
from engine.generation.continuation import Opening
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.model.network.checkpoint import load_model
from engine.model.network.processor import use_processor
from engine.music.score import Note, Score, Tempo
from engine.music.time import BarMap, TempoMap
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind, Vocabulary

SLOW, FAST = (60, 75), (170, 190)
"""Beats a minute of a ballad and of a punk song, from and to."""
# Where a song's own tempo lies above it, the other kind is slow.
_BETWEEN = 110.0
_READ_IDS = 2048
# A note that begins within this part of a beat's division begins on it.
_NEAR = 1 / 32

Values = dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompted:
    """A song whose first bars are gone on with.

    Attributes:
        name: Its collection and its file's name.
        score: The song.
        boundary: Tick after the prompt.
        place: Its place among the songs, by which its two tempos are chosen.
    """

    name: str
    score: Score
    boundary: int
    place: int

    def at(self, bpm: float) -> Opening:
        """Return the prompt at a tempo."""
        heard = at_tempo(self.score.between(0, self.boundary), bpm)
        return Opening(title=self.name, score=heard, boundary=self.boundary)


def at_tempo(score: Score, bpm: float) -> Score:
    """Return a score with one tempo from its beginning to its end."""
    return replace(score, tempos=(Tempo(0, bpm),))


def spread(kind: tuple[int, int], place: int) -> float:
    """Return a tempo of a kind, another one for each song."""
    low, high = kind
    return float(low + 7 * place % (high - low + 1))


def _lengths(notes: Sequence[Note], quarter: int) -> list[float]:
    return [note.duration / quarter for note in notes]


def _share_on(division: int) -> Callable[[Sequence[Note], int], float]:
    """Return a figure: the share of notes that begin on a division of a beat."""

    def share(notes: Sequence[Note], quarter: int) -> float:
        places = (note.start * division / quarter for note in notes)
        return fmean(abs(place - round(place)) <= _NEAR * division for place in places)

    return share


FIGURES: Mapping[str, Callable[[Sequence[Note], int], float]] = MappingProxyType(
    {
        "length": lambda notes, quarter: fmean(_lengths(notes, quarter)),
        "short": lambda notes, quarter: fmean(each <= 0.3 for each in _lengths(notes, quarter)),
        "long": lambda notes, quarter: fmean(each >= 1.5 for each in _lengths(notes, quarter)),
        "on_beats": _share_on(1),
        "on_halves": _share_on(2),
        "on_quarters": _share_on(4),
        "velocity": lambda notes, _: fmean(note.velocity for note in notes),
        "velocity_spread": lambda notes, _: pstdev(note.velocity for note in notes),
        "together": lambda notes, _: len(notes) / len({note.start for note in notes}),
    }
)
"""Figures of the notes that are made, in beats: name, and function of notes and ticks a quarter."""


def figures_of(made: Sequence[tuple[bool, Note]], *, quarter: int, bars: int) -> Values:
    """Return the figures of what is made.

    Args:
        made: Whether each note is a drum's, and the note.
        quarter: Ticks of a quarter.
        bars: How many bars they are of.
    """
    notes = [note for _, note in made]
    pitched = [note for is_drum, note in made if not is_drum]
    found = {
        "notes": len(notes) / bars,
        "drums": (len(notes) - len(pitched)) / bars,
    }
    if notes:
        found |= {name: of(notes, quarter) for name, of in FIGURES.items()}
    if pitched:
        pitches = [note.pitch for note in pitched]
        found |= {"pitch": fmean(pitches), "range": float(max(pitches) - min(pitches))}
    return found


def made_at(
    generator: MusicGenerator, song: Prompted, kind: tuple[int, int], arguments: Arguments
) -> Values:
    """Return the figures of all alternatives that go on with a prompt at a tempo of a kind."""
    # Other seeds for each song: without a prompt, songs of the same instruments are one.
    seed = arguments.seed + song.place * arguments.alternatives
    drawn = samples(
        generator,
        [song.at(spread(kind, song.place))],
        bars=arguments.bars,
        alternatives=arguments.alternatives,
        sampling=SamplingConfig(seed=seed),
    )
    notes, count = [], 0
    for one in drawn:
        count += 1
        tracks = one.score.tracks
        notes += [(tracks[part.track].is_drum, part.note) for part in one.parts]
    generator.forget()
    quarter = song.score.ticks_per_quarter
    return figures_of(notes, quarter=quarter, bars=count * arguments.bars)


def heard(reading: Reading, tokenizer: Tokenizer, song: Prompted) -> tuple[float, int, float]:
    """Return nats that the own tempo gains over one of the other kind, notes, and the own one."""
    first = min(note.start for _, note in song.score.notes())
    own = TempoMap.of(song.score).bpm_at(first)
    other = spread(SLOW if own > _BETWEEN else FAST, song.place)
    nats, notes = [], 0
    for bpm in (other, own):
        ids = song_of(song.name, at_tempo(song.score, bpm), tokenizer).ids[:_READ_IDS]
        lost = token_losses(reading, ids)
        nats.append(float(lost[~_tempo(ids, tokenizer.vocabulary)].sum()))
        notes = int(reading.song(ids).notes.sum())
    return nats[0] - nats[1], notes, own


def _tempo(ids: Ids, vocabulary: Vocabulary) -> NDArray[np.bool_]:
    """Return which ids after the first say a tempo: what is said of it is no music."""
    says_tempo: NDArray[np.bool_] = np.asarray(vocabulary.kinds)[ids[1:]] == TokenKind.TEMPO
    return says_tempo


def prompts(arguments: Arguments) -> Iterator[Prompted]:
    """Yield the songs that go on for as many bars after the prompt as are made."""

    def long_enough(file: SongFile, score: Score) -> tuple[str, Score, int] | None:
        bars = BarMap.of(score)
        boundary = bars.start_of(arguments.prompt)
        goes_on = bars.bars_until(score.end) >= arguments.prompt + arguments.bars
        begun = score.between(0, boundary).note_count or not arguments.prompt
        return (file.name, score, boundary) if goes_on and begun and has_bars(score) else None

    found = first_songs(
        folders_of(arguments.folders), long_enough, split=arguments.split, count=arguments.songs
    )
    for place, (name, score, boundary) in enumerate(found):
        yield Prompted(name=name, score=score, boundary=boundary, place=place)


def _measure(arguments: Arguments, _output: Output) -> Figures:
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(arguments.model))
    loaded = load_model(arguments.model)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    reading = reading_of(loaded.model, tokenizer.vocabulary)
    records: list[dict[str, Any]] = []
    for song in prompts(arguments):
        gained, notes, own = heard(reading, tokenizer, song)
        records.append(
            {
                "song": song.name,
                "bpm": round(own, 1),
                "gained": gained,
                "notes": notes,
                "slow": made_at(generator, song, SLOW, arguments),
                "fast": made_at(generator, song, FAST, arguments),
            }
        )
        if arguments.out:
            arguments.out.write_text(json.dumps(records, indent=1) + "\n")
    return figures(records)


def figures(records: Sequence[Mapping[str, Any]]) -> Figures:
    """Return what songs' records say together.

    Raises:
        EmptyMusicError: They are too few for an interval.
    """
    if len(records) < FEWEST:
        raise EmptyMusicError(f"No song here, or fewer than {FEWEST}, that go on long enough.")
    gained = ratio_of([each["gained"] for each in records], [each["notes"] for each in records])
    told = told_apart([(each["fast"], each["slow"]) for each in records])
    density = ratio_of(
        [each["fast"]["notes"] for each in records], [each["slow"]["notes"] for each in records]
    )
    return {
        **told,
        "notes_fast_to_slow": _bounds(density),
        "own_tempo_gains": _bounds(gained),
    }


def _bounds(found: Interval) -> list[float]:
    """Return a figure and the bounds of its interval."""
    return [round(each, 3) for each in (found.value, found.low, found.high)]


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=6)
    add_seed(parser)
    add_out_file(parser)
    parser.add_argument("--alternatives", type=positive, default=4, help="of each tempo (4)")
    parser.add_argument(
        "--prompt",
        type=not_negative,
        default=PROMPT_BARS,
        help=f"bars of the prompt ({PROMPT_BARS}); 0: only the song's instruments are known",
    )
    parser.add_argument("--bars", type=positive, default=8, help="of each (8)")


BENCHMARKS = {"tempo": Benchmark(define=_define, measure=_measure, about=__doc__)}
