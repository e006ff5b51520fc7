"""Finds the notes of a recording, one way or the other, as often as asked."""

from dataclasses import dataclass
from itertools import islice

from engine.listening.choosing import voices_of
from engine.listening.many_voices import notes_of_many
from engine.listening.one_voice import OneVoice, OneVoiceHeard
from engine.listening.salience import Salience, joined
from engine.listening.store import SalienceStore
from engine.values.hearing import Hearing, Voices

# Stretches by which is chosen what sounds: a minute.
_CHOSEN_BY = 37
# Strength of the notes of one voice, on average over their time, below which they are noise: white
# and pink noise have 67 and 72, voices in noise at 15 dB 75 and more. Speech, with 74, has a pitch.
_NOISE = 73
# On the songs for choosing F was as good at 60 as at 50, and fewer notes were an octave off.
_LEAST_OF_MANY = 60


@dataclass(frozen=True, slots=True)
class Found:
    """The music that was found in a recording.

    Attributes:
        hearing: Its notes.
        line: The pitch of one voice, as in `Sounded`; empty with many.
    """

    hearing: Hearing
    line: tuple[int, ...] = ()

    @property
    def is_clear(self) -> bool:
        """Whether there are notes, and they are more than noise."""
        notes = self.hearing.kept()
        if self.hearing.voices == "many" or not notes:
            return bool(notes)
        seconds = sum(note.end_s - note.start_s for note in notes)
        sure = sum(note.strength * (note.end_s - note.start_s) for note in notes)
        return sure >= _NOISE * seconds


class Finder:
    """Takes what the network heard, stretch after stretch.

    One voice is followed while it sings, so that its notes are there soon after its end.

    Args:
        voices: How notes are found; None chooses by the beginning.
    """

    def __init__(self, voices: Voices | None = None) -> None:
        self._wanted = voices
        self._stretches = SalienceStore()
        self._voice = OneVoice() if voices != "many" else None

    def add(self, part: Salience) -> None:
        """Take the next stretch."""
        self._stretches.add(part)
        if self._voice is not None:
            self._voice.feed(part)

    def found(self, seconds: float, voices: Voices | None = None) -> Found:
        """Return the notes of what has come.

        Args:
            seconds: Length of the recording so far.
            voices: How, if not as it was wanted first.
        """
        if (voices or self._wanted or self._chosen()) == "many":
            notes = tuple(notes_of_many(self._stretches))
            hearing = Hearing(seconds=seconds, voices="many", notes=notes, least=_LEAST_OF_MANY)
            return Found(hearing)
        heard = self._one_voice()
        return Found(
            Hearing(
                seconds=seconds, voices="one", notes=heard.notes, tuning_cents=heard.tuning_cents
            ),
            heard.line,
        )

    def _chosen(self) -> Voices:
        return voices_of(joined(islice(self._stretches, _CHOSEN_BY)))

    def _one_voice(self) -> OneVoiceHeard:
        if self._voice is None:
            self._voice = OneVoice()
            for part in self._stretches:
                self._voice.feed(part)
        return self._voice.heard()
