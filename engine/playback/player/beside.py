"""A recording beside the notes: says where in it the music is, through loops, seeks and waits."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.messages import Message, Notice
from engine.playback.clocks.music_clock import MusicClock
from engine.playback.player.console import Console
from engine.playback.ports.outputs import TapeOutput
from engine.playback.sending.cursor import PlaybackCursor
from engine.values.hearing import Recording

if TYPE_CHECKING:
    from engine.sentence import Sentence

# A recording keeps its speed; at another tempo than this it would leave the notes.
_SAME_TEMPO = 0.02
# A device may run faster than the clock: the output gets the place again after so long.
_AGAIN_S = 1.0
# Two reckonings of the same moment differ by less.
_SAME_S = 0.001


class _Said(NamedTuple):
    """A cue that the output got: from a time on a place of the recording sounds, or nothing."""

    at_s: float
    place_s: float | None

    def goes_on(self, other: "_Said") -> bool:
        """Return whether another one, at the same time or later, says the same."""
        if self.place_s is None or other.place_s is None:
            return self.place_s is other.place_s
        moved_s = other.place_s - self.place_s - (other.at_s - self.at_s)
        return abs(moved_s) <= _SAME_S


class Beside:
    """Plays the chosen recording on the output that can.

    Args:
        console: The outputs.
        report: Takes events for the window.
    """

    def __init__(self, console: Console, report: Callable[[Message], None]) -> None:
        self._console = console
        self._report = report
        self._recording: Recording | None = None
        self._output: TapeOutput | None = None
        self._said: list[_Said] = []
        self._said_s = 0.0
        self._reported: Sentence | None = None
        self._silenced = False

    def choose(self, recording: Recording | None) -> bool:
        """Play this recording from now on, or none; return whether routes of tracks change."""
        if (recording and recording.file) != (self._recording and self._recording.file):
            self._reported = None
        self._recording, self._said = recording, []
        self._load()
        before = self._console.notes_heard, self._console.plays_recording
        self._console.notes_heard = recording is None or recording.heard != "recording"
        self._console.plays_recording = recording is not None
        return before != (self._console.notes_heard, self._console.plays_recording)

    @property
    def early_s(self) -> float:
        """How much later its output sounds than the notes, which may go to another one."""
        if self._output is None or self._recording is None:
            return 0.0
        return self._output.latency_s - self._console.latency_s

    def step(self, cursor: PlaybackCursor, clock: MusicClock, now_s: float) -> None:
        """Tell the output where the music is, and where it jumps next.

        Args:
            cursor: The place in the music.
            clock: Converts its time to that of the player.
            now_s: The player's time now.
        """
        recording = self._recording
        if recording is None:
            return
        if self._console.tape_output is not self._output:
            self._load()
        output = self._output
        if output is None:
            return
        self._report_trouble(output)
        if now_s - self._said_s > _AGAIN_S:
            self._said = []
        for said_now in self._places(recording, cursor, clock, now_s):
            told = [each for each in self._said if each.at_s <= said_now.at_s]
            if told and told[-1].goes_on(said_now):
                continue
            self._said, self._said_s = [*told[-1:], said_now], now_s
            output.cue(said_now.at_s - self.early_s, said_now.place_s)

    def _places(
        self, recording: Recording, cursor: PlaybackCursor, clock: MusicClock, now_s: float
    ) -> Iterator[_Said]:
        silent = abs(clock.factor - 1.0) > _SAME_TEMPO
        if silent and not self._silenced and recording.heard != "notes":
            self._report(Notice(message="The recording is heard at the written tempo only."))
        self._silenced = silent
        for elapsed_s, seconds in cursor.stretches(clock.elapsed_at(now_s)):
            at_s = clock.clock_at(elapsed_s)
            place_s = None if seconds is None or silent else seconds - recording.begins_s
            yield _Said(at_s, place_s)

    def goes_on(self, seconds: float) -> bool:
        """Return whether the recording alone is heard and goes on after some seconds of music."""
        recording, output = self._recording, self._output
        if output is None or recording is None or recording.heard != "recording":
            return False
        return not self._silenced and output.tape.plays_at(seconds - recording.begins_s)

    def stop(self, now_s: float) -> None:
        """Be silent at once.

        Args:
            now_s: The player's time now.
        """
        if self._output is not None and self._said:
            self._output.cue(now_s - self._output.latency_s, None)
        self._said = []

    def prepare(self, seconds: float) -> None:
        """Read what playing from some seconds of the music begins with."""
        if self._output is not None and self._recording is not None:
            self._output.tape.prepare(seconds - self._recording.begins_s)

    def _load(self) -> None:
        self._output, self._said = self._console.tape_output, []
        recording = self._recording
        if self._output is None:
            return
        self._output.tape.load(None if recording is None else Path(recording.file))
        if recording is not None:
            heard = recording.heard != "notes"
            self._output.tape.set_level(10 ** (recording.level_db / 20) if heard else 0.0)

    def _report_trouble(self, output: TapeOutput) -> None:
        trouble = output.tape.trouble
        if trouble is not None and self._reported is None:
            self._reported = trouble
            self._report(Notice(message=trouble))
