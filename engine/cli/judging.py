"""Judging what a model makes: a model as a function that continues, songs to go on from, tables."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from engine.cli.output import table
from engine.config import SamplingConfig
from engine.errors import SegueError
from engine.evaluation.against_real import Song
from engine.evaluation.likeness import FIGURES
from engine.evaluation.passages import Continue, passage_of
from engine.evaluation.song import NO_COLLECTION, EvaluatedSong
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.library.normalizing import normalized
from engine.library.reading import read_score
from engine.music.formats import MIDI
from engine.music.score import Score
from engine.request import PartNote, Request

Figures = dict[str, Any]
Rows = list[tuple[str, ...]]
# Multiples of it, less the whole part, fill a range evenly however many are taken.
_GOLDEN = 0.6180339887498949
_T = TypeVar("_T")


def continuer(
    model: LiveModel, *, best_of: int = 0, sampling: SamplingConfig | None = None
) -> Continue:
    """Return a model as evaluation asks it: it goes on as the window and `segue continue` do.

    Args:
        model: What goes on.
        best_of: Draw so many and take the best, as they do; 0 takes what is drawn, and so judges
            the model and not the choice.
        sampling: How it draws, but for the seed; None draws as they do.
    """
    generator = MusicGenerator(model)
    drawn = sampling or SamplingConfig()

    def continue_(score: Score, start: int, bars: int, seed: int) -> list[PartNote]:
        request = Request(
            start=start,
            bars=bars,
            alternatives=1,
            best_of=best_of,
            sampling=replace(drawn, seed=seed),
        )
        (made,) = continuations(generator, score, request)
        return list(made.parts)

    return continue_


def songs_of(collection: str, folder: Path, *, count: int) -> list[Song]:
    """Return songs of a folder, evenly spread over it, that are long enough to be gone on with.

    Args:
        collection: What figures call them.
        folder: Of MIDI files.
        count: So many at most; 0 takes all.

    Raises:
        SegueError: There is no such folder.
    """
    if not folder.is_dir():
        raise SegueError(f"There is no folder ‘{folder}’.")
    found = []
    for path in evenly(
        sorted(path for path in folder.rglob("*") if path.suffix.lower() in MIDI.read)
    ):
        song = _song(collection, path)
        if song is not None:
            found.append(song)
        if len(found) == count:
            break
    return sorted(found, key=lambda song: song.name)


def passages_among(songs: Iterable[EvaluatedSong], *, count: int) -> list[Song]:
    """Return those of some songs that are long enough to be gone on with, evenly spread.

    Args:
        songs: Each named by its path; the first folder is its collection.
        count: So many at most.
    """
    fitting = [
        Song(name=song.name, collection=song.collection, passage=passage)
        for song in songs
        if (passage := passage_of(song.score)) is not None
    ]
    return sorted(evenly(fitting)[:count], key=lambda song: (song.collection, song.name))


def evenly(values: Sequence[_T]) -> list[_T]:
    """Return values so that the first few of them, however many, lie evenly among all."""
    order = sorted(range(len(values)), key=lambda index: index * _GOLDEN % 1.0)
    return [values[index] for index in order]


def _song(collection: str, path: Path) -> Song | None:
    try:
        passage = passage_of(normalized(read_score(path, notation=False).score))
    except SegueError:
        # What cannot be read is the importer's to report; here it is no song.
        return None
    return Song(name=path.stem, collection=collection, passage=passage) if passage else None


def judgement_lines(values: Figures) -> list[str]:
    """Return what was found as lines to print.

    Args:
        values: As from `engine.evaluation.judgement.judge`, and `by_note`.
    """
    lines = []
    for name, show in _SHOWN.items():
        found = values.get(name)
        if found is None:
            continue
        if "left_out" in found:
            lines.append(f"{name.replace('_', ' ')}: left out, {found['left_out']}")
        else:
            lines += show(found)
    return lines


def _against_real(found: Figures) -> list[str]:
    lines = []
    collections = found["collections"]
    if set(collections) != {NO_COLLECTION} and len(collections) > 1:
        for name, one in collections.items():
            lines += [f"made against real, {name}: {_songs(one)}", *_figures(one)]
    lines += [f"made against real: {_songs(found)}", *_figures(found)]
    rows = [
        ("bars before", *found["lags"]),
        *(
            (kind, *(f"{both[index]:.2f}" for both in found["lags"].values()))
            for index, kind in enumerate(("made", "real"))
        ),
    ]
    lines += ["likeness by lag:", *table(rows, indent="  ")]
    if found["real_of_other_songs"]:
        lines.append(
            f"real bars of other songs beside real: {_distance(found, 'real_of_other_songs')}"
        )
    if found["another_song_after_it"]:
        wrong = _distance(found, "another_song_after_it")
        lines.append(f"the bars of another song after each prompt: {wrong}")
    return lines


def _songs(found: Figures) -> str:
    return f"{found['songs']} songs, distance {_distance(found, 'distance')}"


def _distance(found: Figures, name: str) -> str:
    value, low, high = found[name]
    return f"{value:.2f} ({low:.2f} to {high:.2f})"


def _figures(found: Figures) -> list[str]:
    rows: Rows = [("", "songs", "made", "", "real", "")]
    for name, row in found["figures"].items():
        cells = [
            text
            for value, low, high in (row["made"], row["real"])
            for text in (f"{value:.2f}", f"{low:.2f}-{high:.2f}")
        ]
        rows.append((FIGURES[name].says, str(row["songs"]), *cells))
    return table(rows, indent="  ")


def _which_next(found: Figures) -> list[str]:
    shares = " and ".join(
        f"{value:.0%} ({low:.0%} to {high:.0%}) {says}"
        for (value, low, high), says in (
            (found["likeliest"], "by likelihood"),
            (found["helped"], "by what the prompt is worth"),
        )
    )
    return [f"which comes next, real among four: {shares} of {found['choices']}"]


def _distributions(found: Figures) -> list[str]:
    rows = [
        (name, f"{one['kl']:.3f}", f"{one['area']:.2f}") for name, one in found["features"].items()
    ]
    head = ("", "KL divergence, nats", "overlapping area")
    return [
        f"distributions of features, {found['pieces']} pieces:",
        *table([head, *rows], indent="  "),
    ]


def _by_note(found: Figures) -> list[str]:
    parts = (("by field", "by_field"), ("notes heard", "by_heard"), ("collection", "by_collection"))
    rows = [
        (title, name, f"{value:.3f}")
        for title, part in parts
        for name, value in found[part].items()
    ]
    sums = f"{found['nats']:.3f} nats a note, {found['with_echo']:.3f} with echo"
    return [f"{sums}, {found['notes']:,} notes:", *table(rows, indent="  ")]


def _ten_minutes(found: Figures) -> list[str]:
    names = ("minute", "notes", "key_clarity", "kit", "repeated", "longest_loop")
    rows = [tuple(str(minute[name]) for name in names) for minute in found["minutes"]]
    head = tuple(name.replace("_", " ") for name in names)
    return [f"ten minutes from {found['song']}:", *table([head, *rows], indent="  ")]


_SHOWN = {
    "by_note": _by_note,
    "made_against_real": _against_real,
    "which_next": _which_next,
    "distributions": _distributions,
    "ten_minutes": _ten_minutes,
}
