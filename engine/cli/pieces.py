"""Reading a piece from the command line: `.mid` or `.segue`, with the sentence for each mistake."""

from pathlib import Path

from engine.composition import SUFFIX, Composition, open_composition
from engine.errors import LimitError, MidiFileError
from engine.music.files import read_file
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
    if not path.exists():
        raise MidiFileError(f"There is no file ‘{path}’.")
    try:
        data = read_file(path)
    except (MidiFileError, LimitError) as error:
        raise MidiFileError(f"‘{path}’ cannot be read.", hint=error.message) from error
    return Composition.of(read_midi(data, title=path.stem).score)
