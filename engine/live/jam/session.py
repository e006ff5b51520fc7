"""A jam: what is heard and the time go in, plans and news come out, a slice of work at a time.

Whoever runs it gives it all that has come, then asks it to work, and looks again what has come: no
slice takes longer than a few milliseconds, but for the beginning of an answer.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.copying.fingerprints import Fingerprints
from engine.generation.model import LiveModel
from engine.live.jam.accompaniment import Accompaniment
from engine.live.jam.listening import Listening
from engine.live.jam.moment import Moment, moment_at
from engine.live.jam.phrase_ends import IN_FREE_TIME, PhraseEnds
from engine.live.jam.planner import Part, Planner
from engine.live.jam.ruler import Ruler
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

ME, SEGUE = 0, 1


class JamSession:
    """One jam, from its start to its end.

    Args:
        model: Nobody else may use its decoder meanwhile.
        start: What was asked for.
        prints: Of the songs the model learned from; None where they are not known.

    Attributes:
        listening: What was played.

    Raises:
        LimitError: The model knows no such meter.
    """

    def __init__(
        self, model: LiveModel, start: StartJam, *, prints: Fingerprints | None = None
    ) -> None:
        self._model = model
        self._start = start
        self._prints = prints
        self._ruler = Ruler(
            meter=TimeSignature(0, start.numerator, start.denominator),
            bpm=start.bpm,
            ticks_per_quarter=start.ticks_per_quarter,
        )
        self._anchor = Anchor(
            seconds=0.0, tick=0.0, ticks_per_second=0.0, ticks_per_quarter=start.ticks_per_quarter
        )
        self._turns: list[Request] = []
        self._turns_before = _turns_of(start.played)
        self._fresh: tuple[float, int] | None = None  # where and what key was pressed last
        self._asks_for_rests = False
        self._unread: list[float] = []  # when keys were pressed that are not read yet
        self._lags: list[float] = []
        self.listening = self._listen()
        self._ends = PhraseEnds(
            beat_s=self._ruler.seconds(self._ruler.beat),
            patience=IN_FREE_TIME if start.time == "free" else None,
        )
        self._planner = self._plan()
        self._players = self._begin()

    @property
    def busy(self) -> bool:
        """Whether there is work that waits for nothing."""
        return self._players.busy or not self.listening.is_read

    @property
    def last_number(self) -> int:
        """Of the latest plan."""
        return self._planner.number

    def moment(self, seconds: float) -> Moment:
        """Return where the music is at a time."""
        return moment_at(self._anchor, seconds)

    def hear(self, message: PipeMessage) -> Iterator[Message]:
        """Take what the player says; nothing is read or drawn here."""
        match message:
            case Anchor():
                self._anchor = message
                self._ends.beat_s = self._beat_s
            case PlayedNote():
                yield from self._hear_key(message)
            case PlayedPedal():
                self._ends.move_pedal(down=message.down)
            case PlanBegun():
                yield from self._players.begun(message)
                self._remember_turn()
            case TurnEnded():
                yield from self._players.ended(message)
            case HandOver():
                yield from self._players.hand_over()
            case _:
                pass

    def work(self, seconds: float) -> Iterator[Message]:
        """Do one slice of work.

        Args:
            seconds: Now, on the player's clock.
        """
        if not self.listening.is_read:
            self._read()
            return
        self._lags += [seconds - pressed_s for pressed_s in self._unread]
        self._unread.clear()
        if self._asks_for_rests:
            self._asks_for_rests = False
            self._ends.expect(self.listening.rest_share())
        yield from self._players.work(self.moment(seconds))
        self._remember_turn()

    def lose_player(self) -> Iterator[Message]:
        """Hear that the player is another one now: it knows of no turn and of no key."""
        now = self.moment(self._anchor.seconds)
        self.lose_keys(now.seconds)
        stopped = TurnEnded(turn=self._players.turns, by="stop", tick=now.tick, seconds=now.seconds)
        yield from self._players.ended(stopped)
        self._players.rewound()

    def hand_over(self) -> Iterator[Message]:
        """Begin Segue's turn, as a key, a pedal or a button asks for."""
        return self._players.hand_over()

    def steer(self, ask: "Request") -> None:
        """Draw otherwise from the next stretch on."""
        self._planner.part = replace(self._planner.part, wish=_drawn_by(ask))

    def pin(self, *, pinned: bool) -> Iterator[Message]:
        """Draw from what was played up to the bar that is open, or from all again."""
        self._planner.pinned = self.listening.bars if pinned else None
        yield self.heard()

    def forget(self, seconds: float) -> Iterator[Message]:
        """Let the memory begin with the bar that is heard; the piece is kept.

        Args:
            seconds: Now, on the player's clock: what is planned reaches further than what is heard.
        """
        self.listening.forget_before(self._ruler.bar_at(self.moment(seconds).tick))
        yield self.heard()

    def rewind(self, bar: int) -> Iterator[Message]:
        """Go back to a bar with the memory of then; what Segue would play is dropped."""
        yield self._planner.drop_plan()
        self._players.rewound()
        self.listening.rewind(bar)
        yield self.heard()

    def lose_keys(self, seconds: float) -> None:
        """Let all keys go: the keyboard is gone."""
        self.listening.release_all(self.moment(seconds).tick)
        self._ends.release_all(seconds)

    def heard(self) -> JamHeard:
        """Return what the memory holds, and how soon it did since this was asked last."""
        pinned = self._planner.pinned
        lags, self._lags = tuple(self._lags), []
        return JamHeard(
            bars=self.listening.bars,
            notes=self.listening.note_count,
            pinned_bar=-1 if pinned is None else pinned,
            lags_s=lags,
        )

    def captured(self) -> JamCaptured:
        """Return the jam as a piece."""
        return JamCaptured(score=self.listening.score(), turns=tuple(self._turns))

    @property
    def _beat_s(self) -> float:
        speed = self._anchor.ticks_per_second
        written = self._ruler.seconds(self._ruler.beat)
        return self._ruler.beat / speed if speed > 0 else written

    def _listen(self) -> Listening:
        me, segue = _track("Me", self._start.me), _track("Segue", self._start.segue)
        alike = (me.program, me.is_drum) == (segue.program, segue.is_drum)
        # By turns two of one instrument go on with one another: to the model they are one part.
        one = alike and self._start.mode != "accompany"
        programs = [DRUMS if track.is_drum else track.program for track in (me, segue)]
        parts = Parts((0, 0), (programs[0],)) if one else Parts((0, 1), tuple(programs))
        listening = Listening(
            self._model,
            self._ruler,
            tracks=(me, segue),
            parts=parts,
            remembered=self._start.remembered,
        )
        if self._start.played is not None:
            for index, track in zip((ME, SEGUE), self._start.played.tracks, strict=False):
                listening.say(index, track.notes)
        return listening

    def _plan(self) -> Planner:
        one = self.listening.parts.of_track[ME] == self.listening.parts.of_track[SEGUE]
        roles: tuple[TrackRole, ...] = ("write" if one else "context", "write")
        part = Part(
            track=SEGUE,
            player_track=self._start.segue.track,
            roles=roles,
            wish=_drawn_by(self._start.ask),
        )
        return Planner(self._model, self.listening, part, prints=self._prints)

    def _begin(self) -> TurnTaking | Accompaniment:
        if self._start.mode == "accompany":
            return Accompaniment(self._planner, self._start, turns=self._turns_before)
        return TurnTaking(self._planner, self._ends, self._start, turns=self._turns_before)

    def _hear_key(self, key: PlayedNote) -> Iterator[Message]:
        if key.tick is None:
            return
        tick = max(0.0, key.tick)
        if key.on:
            self.listening.press(ME, tick, key.pitch, key.velocity)
            self._ends.press(key.seconds, key.pitch, strong=self._is_on_a_bar_line(tick))
            self._fresh = (tick, key.pitch)
            self._unread.append(key.seconds)
        else:
            self.listening.release(ME, tick, key.pitch)
            self._ends.release(key.seconds, key.pitch)
        down = bool(self.listening.held)
        self._asks_for_rests = not down and self._ends.asks_the_model
        yield from self._players.played(
            Moment(key.seconds, tick, self._anchor.ticks_per_second),
            pressed=key.on,
            keys_down=down,
        )
        self._remember_turn()

    def _is_on_a_bar_line(self, tick: float) -> bool:
        off = tick % self._ruler.bar
        return min(off, self._ruler.bar - off) < self._ruler.beat / 8

    def _read(self) -> None:
        fresh, self._fresh = self._fresh, None
        players = self._players
        if isinstance(players, Accompaniment) and fresh is not None:
            tick, pitch = fresh
            if (ME, pitch) in self.listening.held:
                players.surprise(self.listening.chance_of(ME, tick, pitch))
        self._planner.read()

    def _remember_turn(self) -> None:
        """Keep how the latest turn was asked for, once."""
        if self._players.turns <= self._turns_before + len(self._turns):
            return
        wish = self._planner.part.wish
        sampling = replace(wish.sampling, seed=self._planner.seed)
        self._turns.append(replace(wish, sampling=sampling))


def _drawn_by(ask: "Request") -> "Request":
    return replace(ask, beginning=(), beginning_end=0, following=0)


def _turns_of(played: Score | None) -> int:
    """Return how many turns Segue had in what was played before."""
    if played is None or len(played.tracks) <= SEGUE:
        return 0
    return max((note.origin for note in played.tracks[SEGUE].notes), default=0)


def _track(name: str, voice: JamVoice) -> Track:
    return Track(name=name, program=voice.program, is_drum=voice.is_drum)
