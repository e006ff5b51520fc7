"""Reading a piece from the command line: `.mid` or `.segue`, with the sentence for each mistake."""

from pathlib import Path

from engine.composition import SUFFIX, Composition, open_composition
from engine.errors import MidiFileError
from engine.music.midifile import read_midi


def read_piece(path: Path) -> Composition:
    """Return the piece in a file.

    Raises:
        MidiFileError: It is not there, cannot be read or is no MIDI file.
        DocumentError: It is a damaged `.segue` file.
        EmptyMusicError, LimitError: There is nothing, or too much, in it.
    """
    if path.suffix.lower() == SUFFIX:
        return open_composition(path)
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise MidiFileError(f"There is no file ‘{path}’.") from error
    except OSError as error:
        raise MidiFileError(f"‘{path}’ cannot be read ({error.strerror}).") from error
    return Composition.of(read_midi(data, title=path.stem).score)
