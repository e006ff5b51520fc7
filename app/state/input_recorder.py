"""Collect live input while music plays, and put it into tracks. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from app.state.edits import exchange
from app.words.instruments import instrument_words
from engine import messages
from engine.form.regridding import Regridding
from engine.midi.channels.parts import patches_of
from engine.midi.channels.patches import BANK_COARSE, BANK_FINE, Patch
from engine.midi.channels.state import BEND, CONTROL, PRESSURE, ChannelState, Row
from engine.midi.played import KEY_PRESSURE, Channel, PlayedPart
from engine.midi.recording import RecordingStyle, overdubbed, recorded
from engine.piece.composition import Composition
from engine.values.events import Control, Note
from engine.values.score import Score, Track


class Place(NamedTuple):
    """Where something that is played goes.

    Attributes:
        port: The input that has a track of its own; empty for the current track.
        sound: Its instrument where that is not the one of all inputs.
    """

    port: str = ""
    sound: Patch | None = None


CURRENT = Place()
# The recorded events, by their place.
Recorded = Mapping[Place, Track]
Moved = messages.ControlMoved | messages.WheelMoved | messages.PressureMoved


@dataclass(slots=True, kw_only=True)
class InputRecorder:
    """Collects notes and controllers from keyboards, without quantisation.

    Notes with an instrument of their own, by a zone of a split or a program change, become a part
    of their own; so do those of an input that has a track of its own.

    Attributes:
        began: Tick where recording began; notes of the count-in are dropped.
        grace: Ticks before `began` in which an early first note still counts.
        own_tracks: Names of the inputs that have a track of their own.
    """

    began: int
    grace: int
    own_tracks: frozenset[str] = frozenset()
    _parts: dict[Place, PlayedPart] = field(default_factory=lambda: {CURRENT: PlayedPart()})
    # Controllers moved so far, by owner and by the input's channel: a part that begins later has
    # them. Those of single notes are marked.
    _moved: dict[str, dict[tuple[Channel, bool], ChannelState]] = field(default_factory=dict)

    def _place(self, tick: float) -> int | None:
        place = round(tick)
        return max(self.began, place) if place >= self.began - self.grace else None

    def _owner(self, port: str) -> str:
        return port if port in self.own_tracks else ""

    def add_note(self, event: messages.NotePlayed) -> None:
        """Record the start or the end of a note."""
        tick = self._place(event.tick)
        for part in self._parts.values():
            end = self.began if tick is None else tick
            part.release(event.held, end, velocity=event.release)
        if event.velocity and tick is not None:
            part = self._part(Place(self._owner(event.port), event.sound), tick)
            part.press(event.held, tick, pitch=event.pitch, velocity=event.velocity)

    def _part(self, place: Place, tick: int) -> PlayedPart:
        if place not in self._parts:
            part = self._parts[place] = PlayedPart()
            for (source, of_note), state in self._moved.get(place.port, {}).items():
                for row in state.rows():
                    part.move(row, tick, source=source, of_note=of_note)
        return self._parts[place]

    def add_move(self, event: Moved) -> None:
        """Record a controller, the wheel or pressure."""
        # A pedal pressed in the count-in is down when the music begins.
        tick = max(self.began, round(event.tick))
        source, row, owner = (event.port, event.channel), row_of(event), self._owner(event.port)
        if row[0] != KEY_PRESSURE:
            states = self._moved.setdefault(owner, {})
            states.setdefault((source, event.of_note), ChannelState()).take(row)
        for place, part in self._parts.items():
            if place.port == owner:
                part.move(row, tick, source=source, of_note=event.of_note)

    def regrid(self, regridding: Regridding) -> None:
        """Move everything to other ticks for the same seconds."""
        self.began = regridding.at(self.began)
        for part in self._parts.values():
            part.regrid(regridding)

    def release_all(self, tick: int) -> None:
        """End all held notes at a tick."""
        for part in self._parts.values():
            part.release_all(tick)

    def so_far(self, tick: int) -> tuple[Note, ...]:
        """Return the notes so far; held keys end at `tick` in the result only."""
        return tuple(note for part in self._parts.values() for note in part.so_far(tick))

    def tracks(self, end: int) -> Recorded:
        """Return the recorded track of each place that has notes.

        Held keys, the pedal and the wheel are released at `end`.
        """
        self.release_all(end)
        tracks = {place: part.track(end) for place, part in self._parts.items()}
        return {place: track for place, track in tracks.items() if track.notes}


def row_of(event: Moved) -> Row:
    """Return the message of a movement: its status without a channel, and its data bytes."""
    match event:
        case messages.ControlMoved():
            return CONTROL, event.number, event.value
        case messages.WheelMoved():
            value = event.value + 8192
            return BEND, value & 0x7F, value >> 7
        case _ if event.pitch >= 0:
            return KEY_PRESSURE, event.pitch, event.value
    return PRESSURE, event.value, 0


def with_recorded_track(composition: Composition, track: int, played: Track) -> Composition:
    """Return the composition with a recorded track merged into one of its tracks.

    Notes are added. Recorded controllers replace the same controllers in the span in which they
    were moved.
    """
    joined, _ = exchange(composition, track, removed=(), added=played.notes)
    new = overdubbed(joined.score.tracks[track], replace(played, notes=()))
    return replace(joined, score=joined.score.with_track(track, new))


def with_takes(
    composition: Composition,
    track: int,
    laps: Sequence[Recorded],
    style: RecordingStyle,
    *,
    start: int,
    end: int,
) -> tuple[Composition, ...]:
    """Return one composition for each recorded take; the last one becomes the document.

    Args:
        composition: The piece before.
        track: Index of the current track.
        laps: The recording of each loop round; a single one without a loop.
        style: How a recording is merged into its track.
        start: Tick where recording began.
        end: Tick where recording ended; in a loop, the loop's end.
    """
    places = dict.fromkeys((CURRENT, *(place for lap in laps for place in lap)))
    targets: dict[Place, int] = {}
    for place in places:
        composition, targets[place] = _with_track_of(composition, place, track)
    if style == RecordingStyle() and len(laps) == 1:
        for place, played in laps[0].items():
            composition = with_recorded_track(composition, targets[place], played)
        return (composition,)
    scores: list[Score] = []
    for place, target in targets.items():
        played_there = [lap.get(place, Track()) for lap in laps]
        if not any(lap.notes for lap in played_there):
            continue
        before = composition.score.tracks[target]
        takes = recorded(before, played_there, style, start=start, end=end)
        if style.takes:
            # A round in which a player was silent leaves that player's track as it is.
            pairs = zip(takes, played_there, strict=True)
            takes = tuple(take if lap.notes else before for take, lap in pairs)
        scores = scores or [composition.score] * len(takes)
        scores = [score.with_track(target, take) for score, take in zip(scores, takes, strict=True)]
    return tuple(replace(composition, score=score) for score in scores)


def _with_track_of(composition: Composition, place: Place, current: int) -> tuple[Composition, int]:
    """Return a piece that has a track for a place, and the index of that track.

    An input goes on in the track that has its name, an instrument in the one that has its own.
    """
    tracks = composition.score.tracks
    if place == CURRENT:
        return composition, current
    track = _new_track(place, tracks[current])
    for index, known in enumerate(tracks):
        if known.name == track.name and (not place.sound or _plays(known, track)):
            return composition, index
    return composition.adding_track(track), len(tracks)


def _new_track(place: Place, current: Track) -> Track:
    sound = place.sound
    if sound is None:
        return Track(name=place.port, program=current.program, is_drum=current.is_drum)
    banks = ((BANK_COARSE, sound.coarse), (BANK_FINE, sound.fine))
    name = instrument_words(sound.program, is_drum=sound.is_drum)
    return Track(
        name=f"{place.port} · {name}" if place.port else name,
        program=sound.program,
        is_drum=sound.is_drum,
        controls=tuple(Control(0, number, value) for number, value in banks if value >= 0),
    )


def _plays(track: Track, other: Track) -> bool:
    return patches_of(track)[0][1].sound == patches_of(other)[0][1].sound
