"""Read a piece for the command line: MIDI, MusicXML, ABC, `.segue` or a recording of sound.

All but MIDI files are read in child processes with limits on time and memory, as for the
window. A MIDI file is read in this process: starting a child takes half a second, and the bounds on
bytes and events keep any MIDI file cheaper than that.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from engine.cli.command import Arguments
from engine.cli.output import Output, counted
from engine.cli.places import is_recording
from engine.form.regridding import Regridding
from engine.ground.errors import LimitError, MidiFileError, NotationFileError, RequestError
from engine.library.tune_books import is_book
from engine.messages import NotationRead, ReadNotation
from engine.midi.file.files import read_file
from engine.midi.file.midifile import read_midi
from engine.notation.formats import is_notation
from engine.notation.reading import EXPORT_FIRST
from engine.piece.composition import Composition
from engine.piece.composition_file import SUFFIX, composition_bytes
from engine.piece.opening import PieceReader
from engine.values.beats import SaidBeats
from engine.values.formats import MUSESCORE_SUFFIXES
from engine.values.ranges import MOST_BARS_AT_ONCE
from engine.values.score import Score
from engine.values.time import BarMap


def read_asked(
    arguments: Arguments,
    output: Output,
    *,
    repeats: bool = True,
    warn: Callable[[Sequence[str]], None] = lambda _sentences: None,
) -> Composition:
    """Return the piece that a command with the arguments of `places.define_piece` reads.

    Args:
        arguments: Of the command.
        output: Gets a remark where a file has other tunes as well, and how far one is heard.
        repeats: As for `read_piece`.
        warn: As for `read_piece`.

    Raises:
        SegueError: As `read_piece`.
    """
    progress = output.progress("Listening")
    piece = read_piece(
        arguments.file,
        tune=arguments.tune or 0,
        repeats=repeats,
        warn=warn,
        remark=output.remark,
        report=progress.update,
    )
    if is_recording(arguments.file):
        progress.done()
    return piece


def read_piece(
    path: Path,
    *,
    tune: int = 0,
    repeats: bool = True,
    warn: Callable[[Sequence[str]], None] = lambda _sentences: None,
    remark: Callable[[str], None] = lambda _sentence: None,
    report: Callable[[float, str], None] = lambda _share, _words: None,
) -> Composition:
    """Return the piece in a file.

    Args:
        path: The file.
        tune: Of an ABC file with several tunes which one, from 1; 0 takes the first.
        repeats: Whether the repeats of notation are unfolded.
        warn: Receives a sentence for each oddity of the file.
        remark: Receives a sentence where a file has several tunes and none was chosen, or where a
            recording was not in tune.
        report: Told which share of a recording was heard, and a few words.

    Raises:
        RequestError: There is no such tune.
        MidiFileError: There is no such file, it cannot be read or is no MIDI file.
        NotationFileError: It is notation that cannot be read, or a MuseScore file.
        DocumentError: It is a `.segue` file that cannot be read.
        SoundError: It is a recording that cannot be read, or without a note.
        EmptyMusicError, LimitError: It has no notes, or too many.
    """
    if tune and not is_book(path):
        raise RequestError(f"‘{path}’ is one piece: --tune is for ABC files.")
    if path.suffix.lower() == SUFFIX:
        with closing(PieceReader()) as reader:
            return reader.piece(composition_bytes(path), name=path.name)
    if path.suffix.lower() in MUSESCORE_SUFFIXES:
        raise NotationFileError(f"‘{path}’ cannot be read.", hint=EXPORT_FIRST)
    if is_recording(path):
        from engine.cli.hearing import hear, heard_piece

        return heard_piece(hear(path, report=report, remark=remark), path)
    if not path.exists():
        raise MidiFileError(f"There is no file ‘{path}’.")
    try:
        data = read_file(path)
    except (MidiFileError, LimitError) as error:
        raise MidiFileError(f"‘{path}’ cannot be read.", hint=error.message) from error
    if is_notation(data, path.name):
        read = _read_notation(ReadNotation(file=str(path), repeats=repeats), tune, remark)
        warn(read.warnings)
        return Composition.of(read.score)
    reading = read_midi(data, title=path.stem)
    warn(reading.warnings)
    return Composition.of(reading.entitled)


def _read_notation(command: ReadNotation, tune: int, remark: Callable[[str], None]) -> NotationRead:
    from engine.worker.notation_reading import read_notation

    read = read_notation(command)
    count = len(read.tunes) or 1
    if tune > count:
        raise RequestError(
            f"There is no tune {tune:,} in ‘{command.file}’: it has {counted(count, 'tune')}."
        )
    if tune and read.tunes:
        return read_notation(replace(command, tune=read.tunes[tune - 1]))
    if count > 1:
        remark(f"‘{command.file}’ has {counted(count, 'tune')}. This is the first: --tune chooses.")
    return read


def with_bars_looked_at(
    composition: Composition,
    *,
    find: bool,
    keep: bool,
    say: Callable[[str], None],
    beats_in_bar: int = 0,
    adds: bool = True,
) -> Composition:
    """Return a piece whose bars fit its notes, or say that they do not.

    Music that was played without a click gets found beats unless `keep` is set: continuations by
    wrong bars are far from real music (experiment 2026-11-29-no-bars). Other bars are corrected on
    request alone.

    Args:
        composition: The piece.
        find: Whether to correct the bars also where the notes lie on a grid of their own.
        keep: Whether to keep the bars of the file.
        say: Called with one sentence if the bars do not fit.
        beats_in_bar: Beats of each bar where they are found; 0 if nobody said how many.
        adds: Whether notes will be added, which wrong bars harm.
    """
    from engine.library.normalizing import bars_fit, right_bars

    found = right_bars(composition.score, said=SaidBeats(beats_in_bar=beats_in_bar))
    if found is None:
        if composition.score.note_count and not bars_fit(composition.score):
            say(
                "Its bars do not fit its notes, and no steady beat was found: --beats other takes"
                " the best guess."
            )
        return composition
    why = "It was played without a click" if found.played else "Its bars do not fit its notes"
    if find or (found.played and not keep):
        beats = f"Beats were found: {found.beats} in most bars, about {found.bpm:.0f} a minute"
        kept = "" if find else " --keep-bars keeps the bars of the file."
        say(f"{why}. {beats}. No note changes its time.{kept}")
        change = Regridding.between(composition.score, found.score, shift_s=found.shift_s)
        return composition.regridded(change)
    harm = ", so what is added may not fit either" if adds else ""
    say(f"{why}{harm}: --find-beats finds beats and bars.")
    return composition


def check_bars(count: int, *, piece_bars: int) -> None:
    """Refuse more bars than one request may have.

    Raises:
        RequestError: There are too many.
    """
    if count > MOST_BARS_AT_ONCE:
        raise RequestError(
            f"{count:,} bars are too many at once: the piece has {piece_bars:,},"
            f" and the limit is {MOST_BARS_AT_ONCE:,}."
        )


def bar_line(number: int, score: Score) -> int:
    """Return the tick where a bar begins, counted from 1; one past the last is the piece's end.

    Raises:
        RequestError: The piece has no such bar.
    """
    bars = BarMap.of(score)
    last = bars.bars_until(score.end)
    if number > last + 1:
        raise RequestError(
            f"There is no bar {number:,}; the piece has {last:,}.",
            hint=f"Say one from 1 to {last + 1:,}: {last + 1:,} is its end.",
        )
    return bars.start_of(number - 1)


def bars_of(text: str, bars: int) -> tuple[int, int]:
    """Return the first and the last bar of a range such as `9-12` or `9`, counted from 1.

    Raises:
        RequestError: The text is no range, or the piece has no such bars.
    """
    match = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", text.strip())
    if match is None:
        raise RequestError(f"‘{text[:20]}’ means no bars.", hint="Write them like 9-12.")
    first = int(match[1])
    last = int(match[2] or first)
    if not 1 <= first <= last:
        raise RequestError(f"There are no bars from {first} to {last}.")
    if first > bars:
        raise RequestError(f"There is no bar {first}; the piece has {bars}.")
    check_bars(last + 1 - first, piece_bars=bars)
    return first, last
