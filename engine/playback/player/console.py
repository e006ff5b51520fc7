"""The console: the connected outputs, the channel of each track, and the state of the channels."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product

import msgspec

from engine.ground.errors import PortError
from engine.messages import (
    BUILT_IN,
    Levels,
    Message,
    Notice,
    OutputLost,
    SoundNote,
    TrackMix,
    track_output,
)
from engine.midi.channels.allocation import Slot
from engine.midi.channels.keys import Key
from engine.midi.channels.mpe import MpeZones
from engine.midi.channels.parts import patches_of
from engine.midi.channels.patches import BANKS, Patch
from engine.midi.channels.state import BEND, CONTROL, PRESSURE, ChannelState
from engine.playback import wire
from engine.playback.player.live_channels import (
    AUDITION,
    LiveChannels,
    LiveSource,
    drum_slot,
    key_of_audition,
)
from engine.playback.player.mixer import Route, chase_messages, message_of, routes
from engine.playback.ports.outputs import (
    LossyOutput,
    PlayerOutput,
    SoundingOutput,
    TapeOutput,
)
from engine.playback.ports.port_tuning import PortTuner, port_tuner
from engine.playback.ports.track_ports import TrackPorts
from engine.playback.sending.schedule import Schedule, ScheduledEvent
from engine.playback.sending.sounding_notes import SoundingNote, SoundingNotes
from engine.playback.sound.desk import MASTER
from engine.playback.sound.tones import Heard
from engine.sentence import said
from engine.values.channel_numbers import DRUM_CHANNEL, FIRST_MODE_MESSAGE
from engine.values.score import Score, Track
from engine.values.sound import TuningOut

DEFAULT = ""


class Console:
    """Sends messages to the outputs and channels of tracks; times are arguments.

    Args:
        report: Takes events for the window.
        clock: Returns seconds, monotonic.

    Attributes:
        port_per_track: Whether each track has a port of its own where the default output is one
            that other programs connect to; `set_tracks` makes a change effective.
        notes_heard: Whether the notes of tracks are heard; `set_tracks` makes a change effective.
        plays_recording: Whether a recording plays, for which the built-in sound must be open.
        mix: The mix of each track.
    """

    def __init__(self, report: Callable[[Message], None], clock: Callable[[], float]) -> None:
        self._report = report
        self._clock = clock
        self._outputs: dict[str, PlayerOutput] = {}
        self._tuners: dict[str, PortTuner] = {}
        self._tuning_out: TuningOut = "mts"
        # Whose state each channel was brought into last, and those for which it matters.
        self._holders: dict[Slot, int] = {}
        self._contested: frozenset[Slot] = frozenset()
        # The state of each channel as music has left it.
        self._moved: dict[Slot, ChannelState] = {}
        self._score = Score()
        # Of each track whose notes move by themselves its voices as parts.
        self._voices: tuple[tuple[Track, ...], ...] = ()
        # The tracks whose voices have no channels.
        self._unbent: frozenset[int] = frozenset()
        self.mix: tuple[TrackMix, ...] = ()
        self.routes: tuple[Route, ...] = ()
        self.port_per_track = False
        self.notes_heard, self.plays_recording = True, False
        self._track_ports = TrackPorts()
        self._latencies_s: Mapping[str, float] = {}
        # How long before its time each output needs a message, as of the last `reroute`.
        self._leads_s: dict[str, float] = {}
        self.clock_ports: frozenset[str] = frozenset()
        self.time_code_ports: frozenset[str] = frozenset()
        self.sounding_notes = SoundingNotes(self.send)
        self._live = LiveChannels(
            self.sounding_notes, self.send, clock, drum_slot=drum_slot(DEFAULT)
        )
        self._prepared: dict[str, tuple[tuple[int, bool], ...]] = {}
        self._played_live: tuple[tuple[int, bool], ...] = ()

    # --- outputs -------------------------------------------------------------------------

    def connect(self, output: PlayerOutput, port: str = DEFAULT) -> None:
        """Send to this output from now on; end the notes of the output that it replaces.

        An output that makes sound itself begins in silence.
        """
        self.disconnect(port)
        self._outputs[port] = output
        if isinstance(output, SoundingOutput):
            self._silence_all(output, port)
        self._tune(port)
        self.reroute()

    def _silence_all(self, output: PlayerOutput, port: str) -> None:
        """Silence all channels of an output: its synthesizer may still sound from a lost device."""
        now_s = self._clock()
        for bank, channel in product(range(output.banks), range(16)):
            for message in wire.silence(channel):
                self.send(Slot(port, bank, channel), message, now_s)

    def disconnect(self, port: str = DEFAULT) -> None:
        """End the notes of an output and close it."""
        if port not in self._outputs:
            return
        self.silence(port)
        # Silencing may have found the output gone and removed it, hence the default.
        self._end_tuning(port)
        output = self._outputs.pop(port, None)
        self._forget_state(port)
        if output is not None:
            output.close()

    def lose(self, port: str) -> None:
        """Stop sending to an output that has gone, and report it."""
        output = self._outputs.pop(port, None)
        if output is None:
            return
        self.sounding_notes.forget(port)
        self._forget_state(port)
        output.close()
        self._report(OutputLost(name=output.name))

    def _forget_state(self, port: str) -> None:
        self._live.forget(port)
        self._prepared.pop(port, None)
        self._tuners.pop(port, None)

    def output(self, port: str = DEFAULT) -> PlayerOutput | None:
        """Return the output that is connected as this port."""
        return self._outputs.get(port)

    @property
    def connected(self) -> tuple[str, ...]:
        """The names of all connected ports."""
        return tuple(self._outputs)

    @property
    def wanted_ports(self) -> frozenset[str]:
        """Names of the outputs that tracks or the clock use by name."""
        default = self._outputs.get(DEFAULT)
        own = {DEFAULT, default.name} if default else {DEFAULT}
        tracks = frozenset(route.slot.port for route in self.routes) - {DEFAULT}
        recording = {BUILT_IN} if self._recording_needs_sound else frozenset()
        return tracks | recording | ((self.clock_ports | self.time_code_ports) - own)

    @property
    def _recording_needs_sound(self) -> bool:
        """Whether a recording plays beside notes that go to MIDI ports."""
        default = self._outputs.get(DEFAULT)
        return self.plays_recording and default is not None and default.kind in {"port", "virtual"}

    @property
    def tape_output(self) -> TapeOutput | None:
        """The output that plays a recording: the default one, or the built-in sound beside it."""
        for port in (DEFAULT, BUILT_IN):
            output: object = self._outputs.get(port)
            if isinstance(output, TapeOutput):
                return output
        return None

    @property
    def track_ports(self) -> frozenset[str]:
        """Names of the ports of our own that tracks use."""
        if not self._splits_tracks:
            return frozenset()
        name = self._outputs[DEFAULT].name
        return frozenset(track_output(name, number) for number in self._track_ports.numbers)

    @property
    def port_labels(self) -> Mapping[str, str]:
        """The names of the ports of tracks, as other programs see them."""
        if not self._splits_tracks:
            return {}
        name, labels = self._outputs[DEFAULT].name, self._track_ports.labels
        return {track_output(name, number): label for number, label in labels.items()}

    @property
    def _splits_tracks(self) -> bool:
        default = self._outputs.get(DEFAULT)
        return self.port_per_track and default is not None and default.kind == "virtual"

    @property
    def lead_s(self) -> float:
        """The longest time that an output needs a message before it sounds."""
        return max((self.lead_of(port) for port in self._outputs), default=0.0)

    @property
    def earliest_s(self) -> float:
        """The largest time by which a track is set to sound early."""
        return max(0.0, max((-route.offset_s for route in self.routes), default=0.0))

    @property
    def latest_s(self) -> float:
        """The largest time by which a track is set to sound late."""
        return max(0.0, max((route.offset_s for route in self.routes), default=0.0))

    @property
    def latency_s(self) -> float:
        """Time from sending to hearing on the default output."""
        output = self._outputs.get(DEFAULT)
        return output.latency_s if output else 0.0

    def lead_of(self, port: str) -> float:
        """Return how long before its time an output needs a message; below 0 is after it."""
        return self._leads_s.get(port, 0.0)

    @property
    def clock_lead_s(self) -> float:
        """How long before its time the MIDI clock is sent: as the slowest output needs it."""
        return self._largest_lead_s(self.clock_ports)

    @property
    def time_code_lead_s(self) -> float:
        """How long before its time the time code is sent."""
        return self._largest_lead_s(self.time_code_ports)

    def _largest_lead_s(self, names: Iterable[str]) -> float:
        ports = (self._port_called(name) for name in names)
        return max((self.lead_of(port) for port in ports if port in self._outputs), default=0.0)

    def set_latencies(self, latencies_s: Mapping[str, float]) -> None:
        """Set the measured seconds from sending to sounding of outputs, by name."""
        self._latencies_s = dict(latencies_s)
        self._find_leads()

    def _find_leads(self) -> None:
        self._leads_s = {
            port: output.lead_s + self._earlier_s(port, output)
            for port, output in self._outputs.items()
        }

    def _earlier_s(self, port: str, output: PlayerOutput) -> float:
        """Return how much earlier to send to an output whose latency was measured."""
        is_own = port == DEFAULT or port in self.track_ports
        named = self._outputs.get(DEFAULT, output) if is_own else output
        measured_s = self._latencies_s.get(named.name)
        if measured_s is None:
            return 0.0
        # All outputs sound together with the default one.
        return measured_s if is_own else measured_s - self.latency_s

    def send(self, slot: Slot, message: bytes, at_s: float) -> bool:
        """Send a message; return False if its output is not connected or has just gone."""
        output = self._outputs.get(slot.port)
        if output is None:
            return False
        tuner = self._tuners.get(slot.port)
        try:
            for said in tuner.translate(message) if tuner else (message,):
                output.send(said, at_s, bank=slot.bank)
        except PortError:
            self.lose(slot.port)
            return False
        return True

    # --- tuning --------------------------------------------------------------------------

    def set_tuning_out(self, how: TuningOut) -> None:
        """Choose how MIDI ports play a piece that has a tuning; the caller chases all tracks."""
        if how != self._tuning_out:
            self._tuning_out = how
            self._tune_all()

    def _tune_all(self) -> None:
        for port in self.connected:
            self._tune(port)

    def _tune(self, port: str) -> None:
        """Have an output play in the piece's tuning; the notes of a MIDI port end first."""
        output = self._outputs[port]
        if isinstance(output, SoundingOutput):
            output.set_tuning(self._score.tuning)
            return
        tuner = port_tuner(self._score.tuning, self._tuning_out)
        if tuner is None and port not in self._tuners:
            return
        if any(slot.port == port for slot in self.sounding_notes.used):
            self.silence(port)
        self._end_tuning(port)
        self._forget_channels(port)
        if tuner is not None and self._send_untuned(port, tuner.begin()):
            self._tuners[port] = tuner

    def _end_tuning(self, port: str) -> None:
        tuner = self._tuners.pop(port, None)
        if tuner is not None:
            self._send_untuned(port, tuner.end())

    def _forget_channels(self, port: str) -> None:
        """Forget the state of a port's channels: a tuner may have sent it to other channels."""
        self._live.forget(port)
        self._moved = {slot: s for slot, s in self._moved.items() if slot.port != port}

    def _send_untuned(self, port: str, messages: Iterable[bytes]) -> bool:
        """Send messages past the tuner of a port; return False if the output has gone."""
        now_s = self._clock()
        return all(self.send(Slot(port, 0, 0), message, now_s) for message in messages)

    def send_clock(self, *messages: bytes) -> None:
        """Send messages of the MIDI clock to the outputs that receive it."""
        self._send_system(self.clock_ports, messages)

    def send_time_code(self, *messages: bytes) -> None:
        """Send time code to the outputs that receive it."""
        self._send_system(self.time_code_ports, messages)

    def _send_system(self, names: Iterable[str], messages: Iterable[bytes]) -> None:
        now_s = self._clock()
        for port in sorted({self._port_called(name) for name in names}):
            output = self._outputs.get(port)
            if output is not None and output.kind != "synth":
                for message in messages:
                    self.send(Slot(port, 0, 0), message, now_s)

    def _port_called(self, name: str) -> str:
        """Return the port that an output is connected as."""
        default = self._outputs.get(DEFAULT)
        return DEFAULT if default is not None and default.name == name else name

    # --- tracks --------------------------------------------------------------------------

    def set_tracks(self, schedule: Schedule, mix: Sequence[TrackMix]) -> set[int]:
        """Set tracks and mix; return the tracks whose route has changed.

        Notes of tracks that no longer sound on their old route end.
        """
        before, tuning = self.routes, self._score.tuning
        self._score, self._voices = schedule.score, schedule.voices
        if tuning != self._score.tuning:
            self._tune_all()
        self.mix = tuple(mix)
        self.reroute()
        return {i for i, r in enumerate(self.routes) if i >= len(before) or r != before[i]}

    def reroute(self) -> None:
        """Compute the routes again, because the outputs have changed."""
        self._track_ports = self._track_ports.next([track.name for track in self._score.tracks])
        mix = [
            msgspec.structs.replace(m, port=self._port_of_track(index, m.port))
            for index, m in enumerate(self._padded_mix())
        ]
        voices = tuple(map(len, self._voices))
        self.routes = routes(self._score, mix, self._banks_of, self._is_built_in, voices=voices)
        if not self.notes_heard:
            self.routes = tuple(replace(route, audible=False) for route in self.routes)
        self._report_unbent()
        self._holders.clear()
        self._contested = _contested(self._score, self.routes)
        self.sounding_notes.end_where(self._is_misplaced, self._clock())
        self._find_leads()
        self._set_live_slots()
        self._prepare()

    @property
    def places(self) -> tuple[tuple[Slot, ...], ...]:
        """The channels on which each track sounds; none for one that is not heard."""
        return tuple(route.slots if route.audible else () for route in self.routes)

    def moved_since(self, places: Sequence[tuple[Slot, ...]]) -> frozenset[int]:
        """Return the tracks that sound elsewhere than they did, or sound again."""
        before = (*places, *[()] * (len(self.routes) - len(places)))
        now = enumerate(self.places)
        return frozenset(track for track, slots in now if slots and slots != before[track])

    def _padded_mix(self) -> tuple[TrackMix, ...]:
        """Return the mix with a default for each track that it leaves out."""
        return self.mix + (TrackMix(),) * (len(self._score.tracks) - len(self.mix))

    def _port_of_track(self, index: int, chosen: str) -> str:
        """Return the port that a track plays to; one that names the default output shares it."""
        default = self._outputs.get(DEFAULT)
        if default is None or chosen not in {DEFAULT, default.name}:
            return chosen
        if not self._splits_tracks:
            return DEFAULT
        return track_output(default.name, self._track_ports.numbers[index])

    def _report_unbent(self) -> None:
        """Report the tracks whose notes cannot move by themselves, once for each."""
        tracks = zip(self.routes, self._voices, strict=False)
        unbent = frozenset(i for i, (r, own) in enumerate(tracks) if own and not r.members)
        for index in sorted(unbent - self._unbent):
            name = self._score.tracks[index].name or str(index + 1)
            self._report(
                Notice(
                    message=said(
                        "The notes of track ‘{name}’ do not bend by themselves: its output has too "
                        "few channels.",
                        name=name,
                    )
                )
            )
        self._unbent = unbent

    def _set_live_slots(self) -> None:
        """Leave what no track uses to who plays live; on a device of one bank, high channels."""
        bank = self._banks_of(DEFAULT) - 1
        slots = [Slot(DEFAULT, bank, c) for c in range(15, -1, -1) if c != DRUM_CHANNEL]
        tracks: dict[Slot, int] = {}
        for track, route in zip(self._score.tracks, self.routes, strict=True):
            if route.slot.port == DEFAULT and not track.is_drum:
                for slot in route.slots:
                    tracks.setdefault(slot, track.program)
        homes = {i: route.slot for i, route in enumerate(self.routes) if self.is_outside(i)}
        self._live.set_slots(slots, tracks, homes)

    def is_outside(self, track: int) -> bool:
        """Return whether another program or a device is heard for a track, or for no track."""
        route = self.route_of(track)
        output = self._outputs.get(route.slot.port if route is not None else DEFAULT)
        return output is not None and output.kind in {"port", "virtual"}

    def expect(self, sounds: Iterable[tuple[int, bool]], tracks: Iterable[int] = ()) -> None:
        """Prepare for live playing.

        Args:
            sounds: The programs, each (number, whether a drum kit).
            tracks: The tracks through which somebody plays.
        """
        self._played_live = tuple(dict.fromkeys(sounds))
        self._live.keep_only(self._played_live, tracks)
        self._prepare()

    def _prepare(self) -> None:
        """Make outputs with sound of their own load the programs of tracks and keyboards."""
        for port, output in self._outputs.items():
            if isinstance(output, SoundingOutput):
                tracks = zip(self._score.tracks, self.routes, strict=True)
                wanted = tuple((t.program, t.is_drum) for t, r in tracks if r.slot.port == port)
                wanted += self._played_live if port == DEFAULT else ()
                if wanted and self._prepared.get(port) != wanted:
                    self._prepared[port] = wanted
                    output.prepare(wanted)

    @property
    def sounds(self) -> bool:
        """Whether a connected output makes sound itself."""
        # Asked at each step: a check of the type is much faster than one of the object.
        return any(issubclass(type(each), SoundingOutput) for each in self._outputs.values())

    def heard(self) -> dict[str, Heard]:
        """Return the built-in sound since the last call, by port."""
        return {
            port: output.heard()
            for port, output in self._outputs.items()
            if isinstance(output, SoundingOutput)
        }

    def levels(self, heard: Mapping[str, Heard]) -> Levels:
        """Return the peaks of tracks and master in what `heard` has returned."""
        sides = tuple(
            _louder(_peaks(heard.get(slot.port, Heard()), slot) for slot in route.slots)
            for route in self.routes
        )
        master = _louder(each.peaks.get(MASTER, (0.0, 0.0)) for each in heard.values())
        return Levels(
            master=master,
            tracks=tuple(max(both) for both in sides),
            sides=sides,
            held_db=round(max((each.held_db for each in heard.values()), default=0.0), 2),
        )

    def _is_misplaced(self, voice: SoundingNote) -> bool:
        if voice.track < 0:
            return False
        route = self.route_of(voice.track)
        return route is None or not route.audible or voice.slot not in route.slots

    def route_of(self, track: int) -> Route | None:
        """Return a track's route; None for the metronome and auditions."""
        return self.routes[track] if 0 <= track < len(self.routes) else None

    def _is_built_in(self, port: str) -> bool:
        output = self._outputs.get(port)
        return output is not None and output.kind == "synth"

    def _banks_of(self, port: str) -> int:
        output = self._outputs.get(port)
        return output.banks if output else 1

    def chase(self, schedule: Schedule, tick: float, tracks: Iterable[int]) -> None:
        """Send the state of the tracks' channels at a tick."""
        now_s = self._clock()
        for track in sorted(tracks):
            self._tell_channel(schedule.score.tracks[track], track, tick=tick, at_s=now_s)
            members = self.routes[track].members
            voices = schedule.voices[track] if members else ()
            for voice, part in enumerate(voices, 1):
                self._tell_channel(part, track, tick=tick, at_s=now_s, voice=voice)

    def _tell_channel(
        self, part: Track, track: int, *, tick: float, at_s: float, voice: int = 0
    ) -> None:
        route = self.routes[track]
        slot = route.slot_of(voice)
        self.sounding_notes.touch(slot)
        self._live.forget_patch(slot)
        self._holders[slot] = track
        told = chase_messages(part, route, track=track, tick=tick, voice=voice)
        own = ChannelState()
        for message in told:
            _follow(own, message)
        # Another piece may have moved on this channel what this part does not set.
        left = self._moved.pop(slot, ChannelState())
        for status, first, second in own.rests_after(left):
            row = ScheduledEvent(int(tick), 0, track, status, first, second, voice=voice)
            self.send(slot, message_of(row, route), at_s)
        for message in told:
            self._send_move(slot, message, at_s)

    def _send_move(self, slot: Slot, message: bytes, at_s: float) -> None:
        """Send a controller, a program or the wheel, and remember what it moves."""
        _follow(self._moved.setdefault(slot, ChannelState()), message)
        self.send(slot, message, at_s)

    def _holds(self, track: int, slot: Slot) -> bool:
        return slot not in self._contested or self._holders.get(slot, track) == track

    def hand_over(self, event: ScheduledEvent, at_s: float) -> None:
        """Have the channel of a note play it as its track wants, where tracks share the channel."""
        route = self.route_of(event.track)
        if route is not None and not self._holds(event.track, route.slot):
            # Events of the track at the note's own tick count for it.
            part = self._score.tracks[event.track]
            self._tell_channel(part, event.track, tick=event.tick + 1, at_s=at_s)

    def send_event(self, event: ScheduledEvent, at_s: float) -> None:
        """Send a controller, a program or the wheel on its track's channel.

        On a channel that another track holds it waits for the track's next note.
        """
        route = self.route_of(event.track)
        if route is None or (event.voice and not route.members):
            return
        slot = route.slot_of(event.voice)
        if self._holds(event.track, slot):
            self.sounding_notes.touch(slot)
            self._send_move(slot, message_of(event, route), at_s)

    # --- notes outside the score ---------------------------------------------------------

    def sound_note(self, command: SoundNote) -> None:
        """Begin or end a note at once, on a channel that no track with another sound uses."""
        key = key_of_audition(command.pitch, is_drum=command.is_drum)
        if not command.on or not 0 <= command.pitch <= 127:
            self._live.release(key)
            return
        patch = Patch(min(127, max(0, command.program)), is_drum=command.is_drum)
        source = AUDITION._replace(program=patch.program, is_drum=patch.is_drum)
        velocity = min(127, max(1, command.velocity))
        self._live.press(key, source, patch, pitch=command.pitch, velocity=velocity)

    def pass_through(
        self,
        message: bytes,
        *,
        port: str = "",
        program: int = 0,
        is_drum: bool = False,
        chosen: Patch | None = None,
        key: int = -1,
        zones: MpeZones | None = None,
        track: int = -1,
    ) -> None:
        """Send a channel message from an input at once.

        Args:
            message: Its bytes; one of the channel mode messages only for all sound off.
            port: The input.
            program: The General MIDI program, or drum kit, of all inputs or of the key's zone.
            is_drum: Whether these are drums.
            chosen: The instrument of the input's channel, by a program change of its own.
            key: The pitch of a note or of key pressure before transposition; -1 if it is the same.
            zones: The input's MPE zones; None without any.
            track: The track through which it is played; -1 without one.
        """
        if zones is not None:
            self._live.set_zones(port, zones)
        status, channel, first = message[0] & 0xF0, message[0] & 0x0F, message[1]
        source = LiveSource(port, channel, program, is_drum, track)
        patch = chosen or Patch(program, is_drum=is_drum)
        held = Key(port, channel, first if key < 0 else key)
        if status == wire.NOTE_ON and message[2] > 0:
            self._live.press(held, source, patch, pitch=first, velocity=message[2])
        elif status in {wire.NOTE_ON, wire.NOTE_OFF}:
            self._live.release(held, velocity=wire.release_of(message))
        elif status == wire.KEY_PRESSURE:
            self._live.press_harder(held, message[2])
        elif status == wire.PROGRAM:
            self._live.choose(source, patch)
        elif message[1:2] == bytes((wire.ALL_SOUND_OFF,)) and status == wire.CONTROL:
            self._live.silence(source)
        elif status != wire.CONTROL or first not in BANKS:
            self._live.move(source, patch, (status, first, message[2] if len(message) > 2 else 0))

    # --- silence -------------------------------------------------------------------------

    def silence(self, port: str | None = None) -> None:
        """End every note of an output, or of all: note-offs, pedals up, notes off, sound off."""
        for name, output in self._outputs.items():
            if port in {None, name}:
                output.cancel()
        self.sounding_notes.silence(self._clock(), port=port)
        self._live.lift_pedals(port=port)

    def repeat_endings(self) -> None:
        """Have each output that may have lost messages send the ends of notes again."""
        for port, output in tuple(self._outputs.items()):
            if isinstance(output, LossyOutput):
                try:
                    output.repeat_endings()
                except PortError:
                    self.lose(port)

    def panic(self) -> None:
        """Send every message that silences a device to every output."""
        used = self.sounding_notes.used
        self.silence()
        now_s = self._clock()
        for port, output in tuple(self._outputs.items()):
            for bank in range(output.banks):
                channels = {s.channel for s in used if (s.port, s.bank) == (port, bank)}
                for message in wire.panic(frozenset(channels)):
                    self.send(Slot(port, bank, 0), message, now_s)
        self._live.lift_pedals(wheels=True)

    def close(self) -> None:
        """End every note and close every output."""
        for port in self.connected:
            self.disconnect(port)


def _peaks(heard: Heard, slot: Slot) -> tuple[float, float]:
    return heard.peaks.get(16 * slot.bank + slot.channel, (0.0, 0.0))


def _louder(peaks: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """Return the highest peak of each side; 0.0 without any."""
    pairs = tuple(peaks)
    left, right = (max((pair[side] for pair in pairs), default=0.0) for side in (0, 1))
    return round(left, 4), round(right, 4)


def _contested(score: Score, routes: Sequence[Route]) -> frozenset[Slot]:
    """Return the channels that tracks share which play different patches."""
    sounds: dict[Slot, set[tuple[int, int, int, bool]]] = {}
    for track, route in zip(score.tracks, routes, strict=True):
        sounds.setdefault(route.slot, set()).update(p.sound for _, p in patches_of(track))
    users = Counter(route.slot for route in routes)
    return frozenset(s for s, found in sounds.items() if users[s] > 1 and len(found) > 1)


def _follow(state: ChannelState, message: bytes) -> None:
    """Have a state take a message, unless it is of the patch or of the channel's mode."""
    status, number, value = message[0] & 0xF0, message[1], message[-1]
    if status == CONTROL and (number in BANKS or number >= FIRST_MODE_MESSAGE):
        return
    if status in {CONTROL, PRESSURE, BEND}:
        state.take((status, number, value))
