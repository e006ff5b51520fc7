"""How often the home of bands, of loops and of songs is found: its tonic, and its third.

SONGS hold MIDI files. Bands and game music are those of `ANNOTATED`, whose homes a reader took from
their basses, from the chords that they begin and end with, and from what is held: the first 8 and
16 bars. Loops are generated (`home_loops.py`). Of all other songs the key must be known, as for
`python -m benchmarks keys`; a tune whose last note is the second or the fifth degree of its one key
signature is Dorian or Mixolydian. Their first 8 and 16 bars are read, 8 from the middle, and all.

For each kind: the share with the right tonic, and with tonic and third, of the key that the notes
are in (`estimate_key`) and of the home (`engine/harmony/homes.py`), with a 95 % interval of the
gain.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from benchmarks.arguments import add_songs
from benchmarks.harness import Benchmark
from benchmarks.home_loops import loops
from benchmarks.measures.keys import bars_of, key_beside, key_written
from benchmarks.quality.statistics import mean_of
from benchmarks.songs import Half, SongFile, Split, first_songs, folders_of
from engine.cli.command import Arguments
from engine.cli.output import Output, table
from engine.harmony.homes import home_of
from engine.harmony.keys import Key, Mode, estimate_key
from engine.values.score import Note, Score

LOOPS = 600
"""That are generated for each half."""
# Files of freedoom, blasphemer and helland, by pitch class of their home.
ANNOTATED = {
    0: """
        Assault_on_Mist_Castle Clowns Cyaron_s_Gate Dark_Knight Faith Fate
        Honky-Tonk_Villain King_of_the_Desert Lost_Islands Surreptitious
        The_Journey_Kroc_s_Theme d_dm11 d_dm15 d_e2m9 d_map12 d_map19 h_e2m5
    """,
    1: """
        From_Here d_dm29 d_e1m7 d_e1m8 d_e2m4 d_map20 d_map28 d_victor
    """,
    2: """
        A_Memory_Away Daybreak Deeper Familiar_Roads Hidden_Tears March_of_the_Zargansk
        Now_or_Never Ominosity Purgatory_s_Mansion The_Forest_Awakes d_dm22 d_dm23 d_dm30
        d_e1m5 d_e3m3 d_e3m6 d_e4m6 d_map09 d_map31 h_e1m3 h_e1m5 h_e1m8 h_e2m1 h_e2m9
        h_e3m1
    """,
    3: """
        d_e4m4 d_map03
    """,
    4: """
        Crossroads Deserve_to_be_Loved Find_You_march_remix Thugs d_dm10 d_dm26 d_e1m6
        d_e3m2 d_e3m5 d_e3m8 d_fdmrdm d_map10 d_map17 h_e2m4 h_e4m1 h_e4m7 h_e4m8
    """,
    5: """
        d_dm04 d_dm21 d_map04
    """,
    6: """
        Home d_dm01 d_dm13 d_dm16 d_dm18 d_dm27 d_e1m1 d_map05 h_e3m2
    """,
    7: """
        The_Haunting Wild_Waters d_dm24 d_e2m1 d_e3m7 d_map25 d_map29 d_map30
    """,
    8: """
        Find_You h_e3m5
    """,
    9: """
        Destiny Halls_of_Despair Leaving_Millie Retribution Syntheticity Unknown d_dm06
        d_dm17 d_dm20 d_e2m2 d_e3m4 d_e4m3 d_e4m8 d_fdmint d_map11 h_cptd h_e1m2 h_e1m4
        h_e1m6 h_e1m7 h_e1m9 h_e2m6 h_e3m3 h_e3m6 h_e4m2 h_e4m3 h_intr
    """,
    10: """
        Tiberian_National_Anthem d_e3m9 d_e4m5 d_e4m9 h_e3m7 h_e5m1
    """,
    11: """
        d_dm14 d_e2m7 d_map08 d_map14 d_map27 d_map32
    """,
}
_HOMES = {name: tonic for tonic, names in ANNOTATED.items() for name in names.split()}
_SEEDS: dict[Half, int] = {"choose": 1, "judge": 2}
_FEWEST_NOTES, _FEWEST_BARS, _MOST_BARS = 5, 4, 300
# By how many semitones the last note of a tune lies above the major tonic.
_MODAL: dict[int, Key] = {2: Key(2, minor=True, mode="dorian"), 7: Key(7, mode="mixolydian")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """Bars whose home is known.

    Attributes:
        kind: Loops, bands, songs or modal tunes, and which bars.
        name: Of the song.
        notes: Sorted, drums left out.
        bar_lines: Ticks where its bars begin, and where the last one ends.
        tonic: Of its home.
        minor: Whether its third is minor; None where nobody said.
        mode: Where it is known.
    """

    kind: str
    name: str
    notes: tuple[Note, ...]
    bar_lines: tuple[int, ...]
    tonic: int
    minor: bool | None = None
    mode: Mode | None = None


def generated(split: Split) -> Iterator[Excerpt]:
    """Yield the loops of a half."""
    for half, seed in _SEEDS.items():
        if split not in {half, "all"}:
            continue
        for number, loop in enumerate(loops(seed, LOOPS)):
            yield Excerpt(
                kind="loops" if loop.begins else "loops that end at home",
                name=f"{half} {number}",
                notes=loop.notes,
                bar_lines=loop.bar_lines,
                tonic=loop.home.tonic,
                minor=loop.home.minor,
                mode=loop.home.mode,
            )


def excerpts_of(file: SongFile, score: Score) -> tuple[Excerpt, ...] | None:
    """Return the excerpts of a song whose home is known; None of others."""
    notes = tuple(sorted(score.pitched_notes()))
    if not notes:
        return None
    annotated = _HOMES.get(file.path.stem)
    if annotated is not None:
        found = _cut(file, score, notes, kind="bands", tonic=annotated)
        return tuple(each for each in found if "first" in each.kind)
    if (key := key_beside(file) or key_written(score, notes)) is not None:
        mode: Mode = "aeolian" if key.minor else ""
        return tuple(_cut(file, score, notes, "songs", key.tonic, minor=key.minor, mode=mode))
    if file.collection == "CRE" and (modal := _modal(score, notes)) is not None:
        found = _cut(
            file, score, notes, "modal tunes", modal.tonic, minor=modal.minor, mode=modal.mode
        )
        return tuple(found)
    return None


def _modal(score: Score, notes: Sequence[Note]) -> Key | None:
    signatures = {each.fifths for each in score.key_signatures}
    if len(signatures) != 1:
        return None
    major_tonic = signatures.pop() * 7 % 12
    key = _MODAL.get((notes[-1].pitch - major_tonic) % 12)
    return key and Key((major_tonic + key.tonic) % 12, key.minor, key.mode)


def _cut(
    file: SongFile,
    score: Score,
    notes: Sequence[Note],
    kind: str,
    tonic: int,
    *,
    minor: bool | None = None,
    mode: Mode | None = None,
) -> Iterator[Excerpt]:
    lines = [*bars_of(file, score), score.end + 1]
    first = max(0, int(np.searchsorted(lines[:-1], notes[0].start, "right")) - 1)
    past = len(lines) - 1
    middle = (first + past) // 2
    parts = {
        "first 8 bars": (first, first + 8),
        "first 16 bars": (first, first + 16),
        "middle 8 bars": (middle, middle + 8),
        "whole": (first, min(past, first + _MOST_BARS)),
    }
    for name, (begin, end) in parts.items():
        within = tuple(lines[begin : min(end, past) + 1])
        if len(within) <= _FEWEST_BARS:
            continue
        inside = tuple(note for note in notes if within[0] <= note.start < within[-1])
        if len(inside) >= _FEWEST_NOTES:
            yield Excerpt(
                kind=f"{kind}, {name}",
                name=file.name,
                notes=inside,
                bar_lines=within,
                tonic=tonic,
                minor=minor,
                mode=mode,
            )


def read(folders: Sequence[str], *, split: Split, songs: int) -> list[Excerpt]:
    """Return the loops and the excerpts of songs, by kind."""
    taken = first_songs(folders_of(folders), excerpts_of, split=split, count=songs)
    found = [*generated(split), *(each for song in taken for each in song)]
    return sorted(found, key=lambda each: each.kind)


def _define(parser: argparse.ArgumentParser) -> None:
    add_songs(parser, count=150, needed=False)


def _measure(arguments: Arguments, _output: Output) -> None:
    rows: list[tuple[str, ...]] = [
        ("excerpts", "", "key: tonic", "third", "home: tonic", "third", "gain in tonic")
    ]
    found = read(arguments.folders, split=arguments.split, songs=arguments.songs)
    for kind, group in groupby(found, key=lambda each: each.kind):
        rows.append(_row(kind, list(group)))
    print("\n".join(table(rows)))


def _row(kind: str, excerpts: Sequence[Excerpt]) -> tuple[str, ...]:
    keys = [estimate_key(each.notes) for each in excerpts]
    homes = [home_of(each.notes, each.bar_lines) for each in excerpts]
    shares = [
        _right(excerpts, named, with_third=third)
        for named in (keys, homes)
        for third in (False, True)
    ]
    gain = mean_of([float(b - a) for a, b in zip(shares[0], shares[2], strict=True)])
    return (
        kind,
        str(len(excerpts)),
        *(f"{np.mean(each):.3f}" for each in shares),
        f"{gain.value:+.3f} ({gain.low:+.3f} to {gain.high:+.3f})",
    )


def _right(
    excerpts: Sequence[Excerpt], named: Sequence[Key | None], *, with_third: bool
) -> list[int]:
    return [
        int(
            key is not None
            and key.tonic == each.tonic
            and (not with_third or each.minor is None or key.minor == each.minor)
        )
        for each, key in zip(excerpts, named, strict=True)
    ]


BENCHMARKS = {"homes": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
