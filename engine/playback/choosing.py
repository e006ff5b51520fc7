"""The effects of a choice of sound in the player: one row for each part of it."""

from collections.abc import Callable
from functools import partial
from operator import attrgetter

from engine.messages import PlayKeysAs
from engine.playback.keyboards.input_router import InputRouter
from engine.playback.player.console import DEFAULT
from engine.playback.player.other_clock import OtherClock
from engine.playback.player.player import Player
from engine.playback.ports.port_manager import OutputRequest, PortManager
from engine.values.sound import LARGEST_LATENCY_MS, Sound

Effect = Callable[[Sound], None]


class Choosing:
    """Compares each choice of sound with the one before, and does what differs.

    Args:
        player: Plays with it.
        ports: Opens what was chosen.
        inputs: Hears as was chosen.
        other_clock: Follows the clock that was chosen.
        open_output: Opens the default output.
        request_ports: Opens exactly the ports that tracks and clock use by name.
        guarded: Calls an effect and reports its failure, so that the next ones still happen.
    """

    def __init__(
        self,
        player: Player,
        ports: PortManager,
        inputs: InputRouter,
        other_clock: OtherClock,
        *,
        open_output: Callable[[OutputRequest], None],
        request_ports: Callable[[], None],
        guarded: Callable[[Callable[[], None]], object],
    ) -> None:
        self._player = player
        self._ports = ports
        self._inputs = inputs
        self._other_clock = other_clock
        self._request_ports = request_ports
        self._guarded = guarded
        self._sound: Sound | None = None
        self._keys = PlayKeysAs()
        # Choices, and what is done where they differ from those before, in this order.
        self._effects: tuple[tuple[Callable[[Sound], object], Effect], ...] = (
            (attrgetter("room"), lambda sound: ports.set_room(sound.room)),
            (attrgetter("level_db"), lambda sound: ports.set_level(sound.level_db)),
            (attrgetter("tuning_out"), lambda sound: player.set_tuning_out(sound.tuning_out)),
            (attrgetter("latencies_ms"), self._set_latencies),
            (attrgetter("port_per_track"), self._give_tracks_ports),
            (default_request, lambda sound: open_output(default_request(sound))),
            (attrgetter("inputs", "through", "offsets_ms", "keyboards", "learned"), self._hear),
            (attrgetter("inputs"), lambda sound: ports.listen(sound.inputs)),
            (attrgetter("clock_out"), self._send_clock),
            (attrgetter("time_code_out"), self._send_time_code),
            (attrgetter("clock_runs"), lambda sound: player.run_clock(on=sound.clock_runs)),
            (attrgetter("clock_in"), self._follow_clock),
        )

    @property
    def sound(self) -> Sound:
        """The last choice."""
        return self._sound or Sound()

    def choose(self, sound: Sound) -> None:
        """Do what differs from the choice before; the first one differs in everything."""
        before, self._sound = self._sound, sound
        for part, effect in self._effects:
            if before is None or part(before) != part(sound):
                self._guarded(partial(effect, sound))

    def begin(self) -> None:
        """Choose the default, if nothing was chosen yet."""
        if self._sound is None:
            self.choose(Sound())

    def play_keys_as(self, keys: PlayKeysAs) -> None:
        """Give keyboards another instrument."""
        self._keys = keys
        self._inputs.set_inputs(self.sound, keys)

    def _set_latencies(self, sound: Sound) -> None:
        within = {n: min(LARGEST_LATENCY_MS, max(0, ms)) for n, ms in sound.latencies_ms.items()}
        self._player.set_latencies({name: ms / 1000 for name, ms in within.items()})

    def _give_tracks_ports(self, sound: Sound) -> None:
        self._player.give_tracks_ports(on=sound.port_per_track)
        self._request_ports()

    def _hear(self, sound: Sound) -> None:
        self._inputs.set_inputs(sound, self._keys)

    def _send_clock(self, sound: Sound) -> None:
        self._player.set_clock(sound.clock_out)
        self._request_ports()

    def _send_time_code(self, sound: Sound) -> None:
        self._player.set_time_code(sound.time_code_out)
        self._request_ports()

    def _follow_clock(self, sound: Sound) -> None:
        if self._other_clock.follow(sound.clock_in):
            self._ports.follow(sound.clock_in)


def default_request(sound: Sound) -> OutputRequest:
    """Return the request for the default output; a MIDI port has neither bank nor device."""
    if sound.output_kind == "synth":
        return OutputRequest(
            port=DEFAULT,
            kind="synth",
            name=sound.bank,
            device=sound.device,
            buffer_ms=sound.buffer_ms,
        )
    return OutputRequest(port=DEFAULT, kind=sound.output_kind, name=sound.output_name)
