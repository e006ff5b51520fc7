"""How a note of a file is spelled, kept where the page would choose another letter.

A page spells notes by the music around them, which is right but for a few: a file's own letter is
kept as a mark at these alone. It holds as long as the note has its pitch.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.form.strikes import written_notes
from engine.harmony.keys import fifths_at
from engine.notation.page import Spelling
from engine.notation.read_parts import ReadNote
from engine.notation.spelling import midi_pitch, spell
from engine.values.mark_kinds import SPELLED, Mark, in_words, marks_in
from engine.values.score import KeySignature, Note, Track

# Of the notes of a track, by tick and sounding pitch of what is heard first of each.
Spellings = dict[tuple[int, int], Spelling]


def sounding_spelling(note: ReadNote) -> Spelling | None:
    """Return how a read note is spelled at the pitch that sounds; None for drums.

    None, too, for an instrument that is written in another key: its letter says nothing of that.
    """
    if note.spelling is None or note.is_drum:
        return None
    octaves, semitones = divmod(note.pitch - midi_pitch(note.spelling), 12)
    return None if semitones else replace(note.spelling, octave=note.spelling.octave + octaves)


def with_kept_spellings(
    tracks: Sequence[tuple[Track, Spellings]], keys: Sequence[KeySignature], quarter: int
) -> tuple[Track, ...]:
    """Return tracks whose notes keep their spelling where a page would choose another one.

    Args:
        tracks: With the spellings of the file.
        keys: The key signatures that sound.
        quarter: Ticks of a quarter.
    """
    entries = sorted(
        (whole.start, whole.pitch, number, heard.start, heard.pitch)
        for number, (track, _) in enumerate(tracks)
        if not track.is_drum
        for heard, whole in _on_page(track, quarter)
    )
    fifths = list(_fifths((start for start, *_ in entries), keys))
    chosen = spell([pitch for _, pitch, *_ in entries], fifths)
    kept: list[Spellings] = [{} for _ in tracks]
    for (_, pitch, number, *heard), other in zip(entries, chosen, strict=True):
        start, first = heard
        own = tracks[number][1].get((start, first))
        if own is not None and own != other and midi_pitch(own) == pitch:
            kept[number][start, first] = own
    return tuple(
        _keeping(track, found) if found else track
        for (track, _), found in zip(tracks, kept, strict=True)
    )


def _on_page(track: Track, quarter: int) -> Iterator[tuple[Note, Note]]:
    """Yield the notes that a page shows: what is heard first of each, and the note as written."""
    written = written_notes(track.notes, quarter)
    for number, note in enumerate(track.notes):
        if number not in written.strikes:
            yield note, written.written.get(number, note)


def kept_spelling(marks: str, pitch: int) -> Spelling | None:
    """Return the spelling that a note keeps; None if it has none, or another pitch by now."""
    if SPELLED not in marks:
        return None
    detail = next((mark.detail for mark in marks_in(marks) if mark.name == SPELLED), "")
    step, _, numbers = detail.partition("=")
    alter, _, octave = numbers.partition("=")
    try:
        found = Spelling(step, int(alter), int(octave))
        return found if midi_pitch(found) == pitch else None
    except (ValueError, KeyError):
        return None  # of a damaged file


def _keeping(track: Track, found: Spellings) -> Track:
    """Return a track with marks for some spellings."""
    marked = {}
    for note in track.notes:
        spelling = found.get((note.start, note.pitch))
        if spelling is not None:
            mark = Mark(SPELLED, f"{spelling.step}={spelling.alter}={spelling.octave}")
            marked[note] = replace(note, marks=in_words((*marks_in(note.marks), mark)))
    return track.exchanging(marked.keys(), marked.values())


def _fifths(ticks: Iterable[int], keys: Sequence[KeySignature]) -> Iterator[int]:
    """Yield the key signature at each of some rising ticks."""
    ahead = list(reversed(keys))
    fifths = fifths_at(keys, 0) or 0
    for tick in ticks:
        while ahead and ahead[-1].tick <= tick:
            fifths = ahead.pop().fifths
        yield fifths
