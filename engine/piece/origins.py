"""The origin of each note in an exported MIDI file: its take, model and seed."""

from dataclasses import replace

from engine.piece.composition import Composition
from engine.values.score import Other, Score, Track

# Type of the meta event.
_TEXT_EVENT = 0x01


def score_telling_origins(composition: Composition) -> Score:
    """Return the score with a text event at the start of each note of the model.

    The text has pitch, take, model, seed and whether the user changed the note:
    `segue-origin pitch=60 take=3 model="Starter" seed=12 edited=no`.
    """
    return replace(
        composition.score,
        tracks=tuple(_telling(track, composition) for track in composition.score.tracks),
    )


def _telling(track: Track, composition: Composition) -> Track:
    said = []
    for note in track.notes:
        number = abs(note.origin)
        if 0 < number <= len(composition.takes):
            take = composition.take(number)
            changed = "yes" if note.origin < 0 else "no"
            text = (
                f"segue-origin pitch={note.pitch} take={number} "
                f'model="{take.model}" seed={take.seed} edited={changed}'
            )
            said.append(Other(note.start, _TEXT_EVENT, text.encode()))
    if not said:
        return track
    return replace(track, others=tuple(sorted([*track.others, *said], key=lambda o: o.tick)))
