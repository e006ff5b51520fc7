"""A jam: messages and the time go in, plans and reports come out, one slice of work at a time.

The caller passes on all messages that have arrived, calls `work`, and looks for messages again. A
slice takes a few milliseconds, except for the start of an answer.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.copying.fingerprints import Fingerprints
from engine.generation.model import LiveModel
from engine.live.jam.accompaniment import Accompaniment
from engine.live.jam.bar_grid import BarGrid
from engine.live.jam.memory import JamMemory
from engine.live.jam.moment import Moment, moment_at
from engine.live.jam.phrase_ends import FREE_TIME_TIMEOUT, PhraseEnds
from engine.live.jam.planner import JamPart, Planner
from engine.live.jam.turn_taking import TurnTaking
from engine.messages import (
    Anchor,
    HandOver,
    Message,
    PipeMessage,
    PlanBegun,
    PlayedNote,
    PlayedPedal,
    TurnEnded,
)
from engine.messages.jamming import JamCaptured, JamHeard, JamVoice, StartJam
from engine.music.score import Score, TimeSignature, Track
from engine.tokens.parts import Parts
from engine.tokens.vocabulary import DRUMS

if TYPE_CHECKING:
    from engine.request import Request, TrackRole

# Tracks of the jam's score: the user's and Segue's.
ME, SEGUE = 0, 1


class JamSession:
    """One jam, from its start to its end; close it to free the decoder's memory.

    Args:
        model: The model; nothing else may use its decoder meanwhile.
        start: The settings of the jam.
        prints: Fingerprints of the training songs; None if they are not known.

    Attributes:
        memory: The music that was played.

    Raises:
        LimitError: The model does not know the meter.
    """

    def __init__(
        self, model: LiveModel, start: StartJam, *, prints: Fingerprints | None = None
    ) -> None:
        self._model = model
        self._start = start
        self._prints = prints
        self._grid = BarGrid(
            meter=TimeSignature(0, start.numerator, start.denominator),
            bpm=start.bpm,
            ticks_per_quarter=start.ticks_per_quarter,
        )
        self._anchor = Anchor(
            seconds=0.0, tick=0.0, ticks_per_second=0.0, ticks_per_quarter=start.ticks_per_quarter
        )
        self._turns: list[Request] = []
        self._turns_before = _turns_of(start.played)
        self._fresh: tuple[float, int] | None = None  # tick and pitch of the last key pressed
        self._asks_for_rests = False
        self._unread: list[float] = []  # times of key presses that are not read yet
        self._lags: list[float] = []
        self.memory = self._listen()
        self._ends = PhraseEnds(
            beat_s=self._grid.seconds(self._grid.beat),
            patience=FREE_TIME_TIMEOUT if start.time == "free" else None,
        )
        self._planner = self._plan()
        self._players = self._begin()

    @property
    def busy(self) -> bool:
        """Whether there is work that can be done at once."""
        return self._players.busy or not self.memory.is_read

    @property
    def last_number(self) -> int:
        """Number of the latest plan."""
        return self._planner.number

    def moment(self, seconds: float) -> Moment:
        """Return the place of the music at a clock time."""
        return moment_at(self._anchor, seconds)

    def hear(self, message: PipeMessage) -> Iterator[Message]:
        """Handle a message of the player, without reading or drawing."""
        match message:
            case Anchor():
                self._anchor = message
                self._ends.beat_s = self._beat_s
            case PlayedNote():
                yield from self._hear_key(message)
            case PlayedPedal():
                self._ends.move_pedal(down=message.down)
            case PlanBegun() if isinstance(self._players, TurnTaking):
                yield from self._players.begin_plan(message)
                self._remember_turn()
            case TurnEnded():
                yield from self._players.end_turn(message)
            case HandOver():
                yield from self._players.hand_over()
            case _:
                pass

    def work(self, seconds: float) -> Iterator[Message]:
        """Do one slice of work.

        Args:
            seconds: The player's clock now.
        """
        if not self.memory.is_read:
            self._read()
            return
        self._lags += [seconds - pressed_s for pressed_s in self._unread]
        self._unread.clear()
        if self._asks_for_rests:
            self._asks_for_rests = False
            self._ends.expect(self.memory.rest_share())
        yield from self._players.work(self.moment(seconds))
        self._remember_turn()

    def lose_player(self) -> Iterator[Message]:
        """Handle a new player process, which knows of no turn and no key."""
        now = self.moment(self._anchor.seconds)
        self.lose_keys(now.seconds)
        stopped = TurnEnded(turn=self._players.turns, by="stop", tick=now.tick, seconds=now.seconds)
        yield from self._players.end_turn(stopped)
        self._players.reset()

    def hand_over(self) -> Iterator[Message]:
        """Begin Segue's turn, or end it."""
        return self._players.hand_over()

    def steer(self, ask: "Request") -> None:
        """Draw with another request from the next notes on."""
        self._planner.part = replace(self._planner.part, wish=_drawn_by(ask))

    def pin(self, *, pinned: bool) -> Iterator[Message]:
        """Draw only from what was played up to the current bar, or from everything again."""
        self._planner.pinned = self.memory.bars if pinned else None
        yield self.heard()

    def forget(self, seconds: float) -> Iterator[Message]:
        """Start the memory at the bar that is heard now; the score keeps the earlier bars.

        Args:
            seconds: The player's clock now.
        """
        self.memory.forget_before(self._grid.bar_at(self.moment(seconds).tick))
        yield self.heard()

    def rewind(self, bar: int) -> Iterator[Message]:
        """Go back to a bar, and drop Segue's plans."""
        yield self._planner.drop_plan()
        self._players.reset()
        self.memory.rewind(bar)
        yield self.heard()

    def lose_keys(self, seconds: float) -> None:
        """Release all keys: the keyboard is gone."""
        self.memory.release_all(self.moment(seconds).tick)
        self._ends.release_all(seconds)

    def close(self) -> None:
        """Stop drawing, and free what that holds of the decoder's memory."""
        self._planner.drop()

    def heard(self) -> JamHeard:
        """Return what the memory holds, and the delays of reading since the last call."""
        pinned = self._planner.pinned
        lags, self._lags = tuple(self._lags), []
        return JamHeard(
            bars=self.memory.bars,
            notes=self.memory.note_count,
            pinned_bar=-1 if pinned is None else pinned,
            lags_s=lags,
        )

    def captured(self) -> JamCaptured:
        """Return the jam as a piece."""
        return JamCaptured(score=self.memory.score(), turns=tuple(self._turns))

    @property
    def _beat_s(self) -> float:
        speed = self._anchor.ticks_per_second
        written = self._grid.seconds(self._grid.beat)
        return self._grid.beat / speed if speed > 0 else written

    def _listen(self) -> JamMemory:
        me, segue = _track("Me", self._start.me), _track("Segue", self._start.segue)
        alike = (me.program, me.is_drum) == (segue.program, segue.is_drum)
        # Turns on the same instrument continue one another: the model reads them as one part.
        one = alike and self._start.mode != "accompany"
        programs = [DRUMS if track.is_drum else track.program for track in (me, segue)]
        parts = Parts((0, 0), (programs[0],)) if one else Parts((0, 1), tuple(programs))
        memory = JamMemory(
            self._model,
            self._grid,
            tracks=(me, segue),
            parts=parts,
            remembered=self._start.remembered,
        )
        if self._start.played is not None:
            for index, track in zip((ME, SEGUE), self._start.played.tracks, strict=False):
                memory.add_notes(index, track.notes)
        return memory

    def _plan(self) -> Planner:
        one = self.memory.parts.of_track[ME] == self.memory.parts.of_track[SEGUE]
        roles: tuple[TrackRole, ...] = ("write" if one else "context", "write")
        part = JamPart(
            track=SEGUE,
            player_track=self._start.segue.track,
            roles=roles,
            wish=_drawn_by(self._start.ask),
        )
        return Planner(self._model, self.memory, part, prints=self._prints)

    def _begin(self) -> TurnTaking | Accompaniment:
        if self._start.mode == "accompany":
            return Accompaniment(self._planner, self._start, turns=self._turns_before)
        return TurnTaking(self._planner, self._ends, self._start, turns=self._turns_before)

    def _hear_key(self, key: PlayedNote) -> Iterator[Message]:
        if key.tick is None:
            return
        tick = max(0.0, key.tick)
        if key.on:
            self.memory.press(ME, tick, key.pitch, key.velocity)
            self._ends.press(key.seconds, key.pitch, strong=self._is_on_a_bar_line(tick))
            self._fresh = (tick, key.pitch)
            self._unread.append(key.seconds)
        else:
            self.memory.release(ME, tick, key.pitch)
            self._ends.release(key.seconds, key.pitch)
        self._asks_for_rests = not self.memory.held and self._ends.asks_the_model
        now = Moment(key.seconds, tick, self._anchor.ticks_per_second)
        yield from self._players.move_key(now, pressed=key.on)
        self._remember_turn()

    def _is_on_a_bar_line(self, tick: float) -> bool:
        off = tick % self._grid.bar
        return min(off, self._grid.bar - off) < self._grid.beat / 8

    def _read(self) -> None:
        fresh, self._fresh = self._fresh, None
        players = self._players
        if isinstance(players, Accompaniment) and fresh is not None:
            tick, pitch = fresh
            if (ME, pitch) in self.memory.held:
                players.hear_likelihood(self.memory.chance_of(ME, tick, pitch))
        self._planner.read()

    def _remember_turn(self) -> None:
        """Keep the request of the latest turn, once."""
        if self._players.turns <= self._turns_before + len(self._turns):
            return
        wish = self._planner.part.wish
        sampling = replace(wish.sampling, seed=self._planner.seed)
        self._turns.append(replace(wish, sampling=sampling))


def _drawn_by(ask: "Request") -> "Request":
    return replace(ask, beginning=(), beginning_end=0, following=0)


def _turns_of(played: Score | None) -> int:
    """Return the number of Segue's turns in music from before this jam."""
    if played is None or len(played.tracks) <= SEGUE:
        return 0
    return max((note.origin for note in played.tracks[SEGUE].notes), default=0)


def _track(name: str, voice: JamVoice) -> Track:
    return Track(name=name, program=voice.program, is_drum=voice.is_drum)
