"""A jam: messages and the time go in, plans and reports come out, one slice of work at a time.

The caller passes on all messages that have arrived, calls `work`, and looks for messages again. A
slice takes a few milliseconds, except for the start of an answer.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from engine.copying.fingerprints import Fingerprints
from engine.generation.model import LiveModel
from engine.live.jam.accompaniment import Accompaniment
from engine.live.jam.bar_grid import BarGrid
from engine.live.jam.cadences import closes
from engine.live.jam.found_time import FoundTime, TickMap
from engine.live.jam.memory import JamMemory
from engine.live.jam.moment import Moment, moment_at
from engine.live.jam.outgoing import as_played, score_as_played
from engine.live.jam.phrase_ends import FREE_TIME_TIMEOUT, PhraseEnds, StrongBeats
from engine.live.jam.planner import JamPart, Planner
from engine.live.jam.turn_taking import TurnTaking
from engine.messages import (
    Anchor,
    HandOver,
    LetGo,
    Message,
    PipeMessage,
    PlanBegun,
    PlayedMove,
    PlayedNote,
    PlayedPedal,
    TurnEnded,
)
from engine.messages.jam import PlayedMoment
from engine.messages.jamming import JamBars, JamCaptured, JamHeard, JamVoice, StartJam
from engine.midi.channels.keys import Key
from engine.midi.channels.state import CONTROL, SUSTAIN, Row
from engine.midi.played import Channel, PlayedPart
from engine.tokens.parts import NO_PART, Parts, program_of
from engine.values.events import USUAL_RELEASE
from engine.values.score import Score, TimeSignature, Track

if TYPE_CHECKING:
    from engine.request import Request, TrackRole

# The beats of free time are looked for so often (seconds).
_FOLLOWS_EVERY_S = 0.2
# Last bars whose notes say the key of a cadence.
_CADENCE_BARS = 8

# Tracks of the jam's score: the user's, Segue's, those of other people, a kit of each.
ME, SEGUE, FIRST_OTHER = 0, 1, 2


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
        # Track, tick and pitch of the last key pressed.
        self._fresh: tuple[int, float, int] | None = None
        self._people = {voice.port: FIRST_OTHER + i for i, voice in enumerate(start.others)}
        # The track of the kit that the human plays beside the keys.
        self._kit = FIRST_OTHER + len(start.others) if start.kit is not None else None
        # Moves beside keys in the track of each human, and the pedals that are down, by track.
        kits = () if self._kit is None else (self._kit,)
        self._moves = {track: PlayedPart() for track in (ME, *self._people.values(), *kits)}
        self._pedals: dict[Channel, int] = {}
        self._asks_for_rests = False
        # The beats that are found in free time; None where a beat was set.
        self._time = FoundTime(self._grid) if start.time == "free" else None
        self._follows_s = 0.0
        self._unread: list[float] = []  # times of key presses that are not read yet
        self._lags: list[float] = []
        self.memory = self._listen()
        self._ends = PhraseEnds[Key](
            beat_s=self._grid.seconds(self._grid.felt_beat),
            bar_beats=self._grid.bar / self._grid.felt_beat,
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
        played = moment_at(self._anchor, seconds)
        if self._time is None:
            return played
        speed = played.ticks_per_second * self._map.rate
        return Moment(seconds, self._map.music_at(played.tick), speed)

    def hear(self, message: PipeMessage) -> Iterator[Message]:
        """Handle a message of the player, without reading or drawing."""
        return self._told(self._hear(message))

    def _hear(self, message: PipeMessage) -> Iterator[Message]:
        match message:
            case Anchor():
                self._anchor = message
                self._tell_beats()
            case PlayedNote():
                yield from self._hear_key(message)
            case PlayedPedal():
                self._hear_pedal(message)
            case PlayedMove():
                row = message.status, message.first, message.second
                self._move(row, message)
            case PlanBegun() if isinstance(self._players, TurnTaking):
                yield from self._begin_plan(self._players, message)
                self._remember_turn()
            case TurnEnded():
                yield from self._end_turn(message)
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
        yield from self._follow_beats(seconds)
        yield from self._let_go(seconds)
        yield from self._told(self._players.work(self.moment(seconds)))
        self._remember_turn()

    def lose_player(self) -> Iterator[Message]:
        """Handle a new player process, which knows of no turn and no key."""
        now = moment_at(self._anchor, self._anchor.seconds)
        self.lose_keys(now.seconds)
        stopped = TurnEnded(turn=self._players.turns, by="stop", tick=now.tick, seconds=now.seconds)
        yield from self._told(self._end_turn(stopped))
        self._players.reset()

    def hand_over(self) -> Iterator[Message]:
        """Begin Segue's turn, or end it."""
        return self._told(self._players.hand_over())

    def steer(self, ask: "Request") -> None:
        """Draw with another request from the next notes on."""
        self._planner.wish = _drawn_by(ask)

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
        """Go back to a bar of the player, and drop Segue's plans."""
        yield self._planner.drop_plan()
        self._players.reset()
        played = bar * self._grid.bar
        self.memory.rewind(self._grid.bar_at(max(0.0, self._map.music_at(played))))
        if self._time is not None:
            self._time.forget(played)
        for moves in self._moves.values():
            moves.forget_from(played)
        yield self.heard()

    def lose_keys(self, seconds: float) -> None:
        """Release all keys: the keyboard is gone."""
        tick = self.moment(seconds).tick
        self.memory.release_all(tick)
        self._ends.release_all(seconds)
        for moves in self._moves.values():
            moves.release_all(round(self._map.player_at(tick)))
        for (port, channel), track in tuple(self._pedals.items()):
            lifted = PlayedPedal(
                down=False,
                seconds=seconds,
                tick=tick,
                port=port,
                channel=channel,
                is_drum=track == self._kit,
            )
            self._hear_pedal(lifted)

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
        score = score_as_played(self.memory.score(), self._map)
        latest = round(self._map.player_at(self.memory.latest_tick))
        for index, moves in self._moves.items():
            track = score.tracks[index]
            end = max(track.end, latest)
            moved = moves.track(end, within=track)
            notes = moves.with_own_moves(track.notes, end)
            score = score.with_track(index, replace(moved, notes=notes))
        return JamCaptured(score=score, turns=tuple(self._turns))

    @property
    def _map(self) -> TickMap:
        return _SAME if self._time is None else self._time.map

    def _told(self, messages: Iterator[Message]) -> Iterator[Message]:
        """Yield messages with the player's ticks."""
        for message in messages:
            yield message if self._time is None else as_played(message, self._map)

    def _begin_plan(self, players: TurnTaking, message: PlanBegun) -> Iterator[Message]:
        start = players.start_of(message.number)
        if self._time is not None and start is not None:
            place = self._time.begin_turn(message.from_tick, start=start)
            message = msgspec.structs.replace(message, from_tick=place)
        return players.begin_plan(message)

    def _end_turn(self, message: TurnEnded) -> Iterator[Message]:
        if self._time is not None:
            self._time.end_phrase()
            message = msgspec.structs.replace(message, tick=self._map.music_at(message.tick))
        return self._players.end_turn(message)

    def _follow_beats(self, seconds: float) -> Iterator[Message]:
        """Follow the human's beats while the human plays; tell where bars are."""
        time, players = self._time, self._players
        if time is None or not isinstance(players, TurnTaking) or players.plays:
            return
        if seconds < self._follows_s:
            return
        self._follows_s = seconds + _FOLLOWS_EVERY_S
        before = time.map
        played = moment_at(self._anchor, seconds).tick
        moved = time.follow(played)
        if time.map is before:
            return
        if moved:
            since = before.music_at(time.since)
            self.memory.regrid(
                round(since), lambda tick: round(time.map.music_at(before.player_at(tick)))
            )
        players.follow_beat(moved=moved)
        self._tell_beats()
        line = self._grid.bar_at(max(0.0, time.map.music_at(played))) * self._grid.bar
        yield JamBars(
            tick=max(0, round(time.map.player_at(line))),
            bar=self._grid.bar / time.map.rate,
            beat=self._grid.beat / time.map.rate,
        )

    def _tell_beats(self) -> None:
        """Tell where beats and bars are to what finds the ends of phrases."""
        ends, grid, anchor = self._ends, self._grid, self._anchor
        speed = anchor.ticks_per_second * self._map.rate
        knows = self._time is None or self._time.found
        if speed <= 0:
            ends.beat_s, ends.strong = grid.seconds(grid.felt_beat), None
            return
        ends.beat_s, ends.strong = grid.felt_beat / speed, None
        if knows:
            now = self.moment(anchor.seconds)
            line = grid.bar_at(max(0.0, now.tick)) * grid.bar
            ends.strong = StrongBeats(
                now.seconds_at(line), grid.bar / speed, grid.strong_step / speed
            )

    def _let_go(self, seconds: float) -> Iterator[Message]:
        """Release the keys whose release was lost, here and in the player, which ends the sound."""
        for key in self._ends.lost(seconds):
            tick = self.moment(seconds).tick
            track = next((own for own, down in self.memory.held if down == key), ME)
            self._ends.forget(key)
            self.memory.release(track, tick, key.number, key=key)
            self._moves[track].release(key, round(self._map.player_at(tick)))
            if self._time is not None:
                self._time.release(self._map.player_at(tick), (track, key))
            yield LetGo(port=key.port, channel=key.channel, key=key.number)

    def _listen(self) -> JamMemory:
        me, segue = _track("Me", self._start.me), _track("Segue", self._start.segue)
        others = [_track(f"Me {i}", voice) for i, voice in enumerate(self._start.others, 2)]
        kit, played = self._start.kit, self._start.played
        kits = () if kit is None else (_track("Me, drums", kit), _track("Segue, drums", kit))
        self._tracks = me, segue, *others, *kits
        before = () if played is None or self._kit is None else played.tracks[self._kit :]
        memory = JamMemory(
            self._model,
            self._grid,
            tracks=self._tracks,
            parts=self._parts(keys=True, kit=any(track.notes for track in before)),
            remembered=self._start.remembered,
        )
        if played is not None:
            for index, track in enumerate(played.tracks[: len(self._tracks)]):
                memory.add_notes(index, track.notes)
                if index in self._moves:
                    self._moves[index].add_moves(track)
        return memory

    def _parts(self, *, keys: bool, kit: bool) -> Parts:
        """Return the parts of the jam, of the keys, of the kit beside them, or of both."""
        others = range(FIRST_OTHER, FIRST_OTHER + len(self._start.others))
        groups: list[tuple[int, ...]] = []
        if keys:
            me, segue = self._tracks[:FIRST_OTHER]
            alike = (me.program, me.is_drum) == (segue.program, segue.is_drum)
            # Turns on the same instrument continue one another: the model reads them as one part.
            groups += [(ME, SEGUE)] if alike and self._by_turns else [(ME,), (SEGUE,)]
            groups += [(other,) for other in others]
        if kit and self._kit is not None:
            groups.append((self._kit, self._kit + 1))
        part_of = {track: part for part, group in enumerate(groups) for track in group}
        return Parts(
            tuple(part_of.get(track, NO_PART) for track in range(len(self._tracks))),
            tuple(program_of(self._tracks[group[0]]) for group in groups),
        )

    def _hear_kit(self, track: int) -> None:
        """Let the model know of the kit, or of the keys, from the first note on."""
        if self._kit is None or self.memory.parts.of_track[track] != NO_PART:
            return
        # Parts that nobody plays would change what is drawn for the others.
        keys = track != self._kit or bool(self.memory.note_count) or not self._by_turns
        self._planner.drop()
        self.memory.declare(self._parts(keys=keys, kit=True))

    @property
    def _by_turns(self) -> bool:
        return self._start.mode != "accompany"

    def _plan(self) -> Planner:
        one = self.memory.parts.of_track[ME] == self.memory.parts.of_track[SEGUE]
        written = {SEGUE, ME} if one else {SEGUE}
        voices = [self._voice(SEGUE, self._start.segue, written)]
        if self._kit is not None and self._start.kit is not None:
            kit = self._kit + 1
            voices.append(self._voice(kit, self._start.kit, {self._kit, kit}))
        wish = _drawn_by(self._start.ask)
        return Planner(self._model, self.memory, voices, wish, prints=self._prints)

    def _voice(self, track: int, voice: JamVoice, written: Collection[int]) -> JamPart:
        count = len(self._tracks)
        roles: tuple[TrackRole, ...] = tuple(
            "write" if index in written else "context" for index in range(count)
        )
        return JamPart(track=track, player_track=voice.track, roles=roles)

    def _begin(self) -> TurnTaking | Accompaniment:
        if self._start.mode == "accompany":
            return Accompaniment(self._planner, self._start, turns=self._turns_before)
        return TurnTaking(self._planner, self._ends, self._start, turns=self._turns_before)

    def _track_of(self, message: PlayedMoment) -> int:
        """Return the track of what a human played: of an input, or of the kit beside the keys."""
        if message.is_drum and self._kit is not None:
            return self._kit
        return self._people.get(message.port, ME)

    def _hear_key(self, key: PlayedNote) -> Iterator[Message]:
        if key.tick is None:
            return
        if not key.on and not self._ends.holds(key.held):
            return  # its press was lost, or it comes twice
        played, track = max(0.0, key.tick), self._track_of(key)
        tick = max(0.0, self._map.music_at(played))
        self._follow_key(key, played, track)
        if key.on:
            self._hear_kit(track)
            if not self.memory.note_count:
                # Empty bars before the first note say nothing.
                self.memory.forget_before(self._grid.bar_at(tick))
            self.memory.press(track, tick, key.pitch, key.velocity, key=key.held)
            moves = self._moves[track]
            moves.press(key.held, round(played), pitch=key.pitch, velocity=max(1, key.velocity))
            self._ends.press(key.seconds, key.held, strong=self._is_on_a_bar_line(tick))
            self._fresh = (track, tick, key.pitch)
            self._unread.append(key.seconds)
        else:
            self.memory.release(track, tick, key.pitch, key=key.held)
            let_go = key.velocity or USUAL_RELEASE
            self._moves[track].release(key.held, round(played), velocity=let_go)
            self._ends.release(key.seconds, key.held)
            self._look_for_cadence()
        self._asks_for_rests = not self.memory.held and self._ends.asks_the_model
        speed = self._anchor.ticks_per_second * self._map.rate
        now = Moment(key.seconds, tick, speed)
        if isinstance(self._players, TurnTaking):
            on_kit = track == self._kit
            yield from self._players.move_key(now, pressed=key.on, on_kit=on_kit)
        else:
            yield from self._players.move_key(now, pressed=key.on)
        self._remember_turn()

    def _look_for_cadence(self) -> None:
        """Tell whether the phrase closes, once all keys are up; without a beat nothing does."""
        if self.memory.held or self._time is not None:
            return
        since = (self.memory.bars - _CADENCE_BARS) * self._grid.bar
        on_kit = isinstance(self._players, TurnTaking) and self._players.only_drums
        played = sorted(
            note
            for track in self._moves
            if (track == self._kit) == on_kit
            for note in self.memory.notes_since(track, since)
        )
        is_drum = on_kit or self._start.me.is_drum
        self._ends.close_phrase(closes=closes(played, self._grid, is_drum=is_drum))

    def _follow_key(self, key: PlayedNote, tick: float, track: int) -> None:
        if self._time is None:
            return
        if not key.on:
            self._time.release(tick, (track, key.held))
            return
        self._time.press(
            tick,
            (track, key.held),
            pitch=key.pitch,
            velocity=key.velocity,
            drum=self.memory.is_drum(track),
        )

    def _hear_pedal(self, pedal: PlayedPedal) -> None:
        value = 127 * pedal.down if pedal.value < 0 else pedal.value
        track, channel = self._track_of(pedal), (pedal.port, pedal.channel)
        self._pedals.pop(channel, None)
        if pedal.down:
            self._pedals[channel] = track
        self._ends.move_pedal(down=bool(self._pedals))
        self._move((CONTROL, SUSTAIN, value), pedal)
        down = track in self._pedals.values()
        if pedal.tick is not None:
            self.memory.move_pedal(track, self._map.music_at(pedal.tick), down=down)

    def _move(self, row: Row, message: PlayedPedal | PlayedMove) -> None:
        """Keep a movement in the track of the human who made it.

        A movement before the music begins holds when it begins.
        """
        tick = max(0, round(message.tick or 0.0))
        source = message.port, message.channel
        of_note = isinstance(message, PlayedMove) and message.of_note
        part = self._moves[self._track_of(message)]
        part.move(row, tick, source=source, of_note=of_note)

    def _is_on_a_bar_line(self, tick: float) -> bool:
        off = tick % self._grid.bar
        return min(off, self._grid.bar - off) < self._grid.beat / 8

    def _read(self) -> None:
        fresh, self._fresh = self._fresh, None
        players = self._players
        if isinstance(players, Accompaniment) and fresh is not None:
            track, tick, pitch = fresh
            held = self.memory.held.items()
            if any(own == track and key.pitch == pitch for (own, _), key in held):
                players.hear_likelihood(self.memory.chance_of(track, tick, pitch))
        self._planner.read()

    def _remember_turn(self) -> None:
        """Keep the request of the latest turn, once."""
        if self._players.turns <= self._turns_before + len(self._turns):
            return
        wish = self._planner.wish
        sampling = replace(wish.sampling, seed=self._planner.seed)
        self._turns.append(replace(wish, sampling=sampling))


_SAME = TickMap()


def _drawn_by(ask: "Request") -> "Request":
    return replace(ask, beginning=(), beginning_end=0, following=0)


def _turns_of(played: Score | None) -> int:
    """Return the number of Segue's turns in music from before this jam."""
    if played is None or len(played.tracks) <= SEGUE:
        return 0
    return max((note.origin for note in played.tracks[SEGUE].notes), default=0)


def _track(name: str, voice: JamVoice) -> Track:
    return Track(name=voice.name or name, program=voice.program, is_drum=voice.is_drum)
