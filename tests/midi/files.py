"""MIDI files for tests, written with mido: each stands for a kind of file that people have."""

import io
from collections.abc import Iterable

import mido

Track = Iterable[tuple[int, mido.Message | mido.MetaMessage]]


def file_of(*tracks: Track, file_format: int = 1, grid: int = 480) -> bytes:
    """Return a file; each track is given as (tick, message), in order."""
    file = mido.MidiFile(type=file_format, ticks_per_beat=grid, charset="latin-1")
    for events in tracks:
        track, now = mido.MidiTrack(), 0
        for tick, message in events:
            track.append(message.copy(time=tick - now))
            now = tick
        file.tracks.append(track)
    buffer = io.BytesIO()
    file.save(file=buffer)
    return buffer.getvalue()


def tune(
    *pitches: int, start: int = 0, channel: int = 0, step: int = 480
) -> list[tuple[int, mido.Message]]:
    """Return notes one after the other."""
    events = []
    for number, pitch in enumerate(pitches):
        at = start + number * step
        events.append((at, mido.Message("note_on", channel=channel, note=pitch, velocity=80)))
        events.append((at + step, mido.Message("note_off", channel=channel, note=pitch)))
    return events


def control(tick: int, number: int, value: int, *, channel: int = 0) -> tuple[int, mido.Message]:
    """Return a controller."""
    return tick, mido.Message("control_change", channel=channel, control=number, value=value)


def program(tick: int, number: int, *, channel: int = 0) -> tuple[int, mido.Message]:
    """Return a program change."""
    return tick, mido.Message("program_change", channel=channel, program=number)


def bend(tick: int, value: int, *, channel: int = 0) -> tuple[int, mido.Message]:
    """Return a move of the wheel."""
    return tick, mido.Message("pitchwheel", channel=channel, pitch=value)


def system(tick: int, *data: int) -> tuple[int, mido.Message]:
    """Return a system exclusive message, given without F0 and F7."""
    return tick, mido.Message("sysex", data=data)


def port(number: int) -> tuple[int, mido.MetaMessage]:
    """Return the choice of a port."""
    return 0, mido.MetaMessage("midi_port", port=number)


def device(name: str) -> tuple[int, mido.MetaMessage]:
    """Return the choice of a device."""
    return 0, mido.MetaMessage("device_name", name=name)


GM_ON = (0x7E, 0x7F, 0x09, 0x01)
GM2_ON = (0x7E, 0x7F, 0x09, 0x03)
GS_RESET = (0x41, 0x10, 0x42, 0x12, 0x40, 0x00, 0x7F, 0x00, 0x41)
XG_ON = (0x43, 0x10, 0x4C, 0x00, 0x00, 0x7E, 0x00)
TEMPO = [(0, mido.MetaMessage("set_tempo", tempo=500_000))]


def _many_programs() -> list[tuple[int, mido.Message]]:
    """Return 40 programs of one channel, each with 10 controllers of its own."""
    events = []
    for number in range(40):
        at = number * 480
        events.append(program(at, number))
        events += [control(at + i, 11, 40 + (number + i) % 80) for i in range(10)]
        events += tune(60 + number % 12, start=at + 20, step=380)
    return events


def _one_channel(parts: int) -> list[list[tuple[int, mido.Message]]]:
    """Return tracks that all choose a program for channel 1 at the beginning, and play together."""
    return [[program(0, 5 * n), control(0, 7, 60 + n), *tune(40 + n, 45 + n)] for n in range(parts)]


def zone(members: int, *, channel: int = 0) -> list[tuple[int, mido.Message]]:
    """Return what makes an MPE zone."""
    rows = ((101, 0), (100, 6), (6, members))
    return [control(0, number, value, channel=channel) for number, value in rows]


def fingers(*channels: int, semitones: int = 48, start: int = 0) -> list[tuple[int, mido.Message]]:
    """Return notes on channels of their own, each of which bends and is pressed by itself."""
    events = []
    for number, channel in enumerate(channels):
        if semitones != 48:
            rows = ((101, 0), (100, 0), (6, semitones))
            events += [control(start, n, value, channel=channel) for n, value in rows]
        at = start + 120 * number
        events += [bend(at, 96 * number, channel=channel), control(at, 74, 90, channel=channel)]
        events += tune(60 + number, 72 - number, start=at, channel=channel)
        events += [
            bend(at + 60, -48 * number, channel=channel),
            bend(at + 500, 480, channel=channel),
            (at + 510, mido.Message("aftertouch", channel=channel, value=7 * number)),
        ]
    return sorted(events, key=lambda event: event[0])


FILES: dict[str, bytes] = {
    "MPE, a lower zone of all channels": file_of(
        TEMPO,
        [
            *zone(15),
            program(0, 81),
            control(0, 7, 90),
            bend(0, 2400),
            *fingers(*range(1, 16)),
        ],
    ),
    "MPE, two zones of five and four, and drums": file_of(
        TEMPO,
        [*zone(5), program(0, 5), *fingers(1, 2, 3, 4, 5)],
        [
            *zone(4, channel=15),
            program(0, 50, channel=15),
            control(0, 64, 127, channel=15),
            *fingers(14, 13, 12, 11),
            control(3000, 64, 0, channel=15),
        ],
        [program(0, 3, channel=9), *tune(36, 38, channel=9)],
    ),
    "MPE, set up in a track of its own, with a range of 24": file_of(
        [*TEMPO, *zone(7), program(0, 20)], fingers(1, 2, 3, semitones=24)
    ),
    "MPE, zones that overlap": file_of(
        TEMPO, [*zone(12), *zone(6, channel=15), *fingers(1, 4, 8, 9, 12, 14)]
    ),
    "MPE, twice the same key on two channels": file_of(
        TEMPO,
        [
            *zone(3),
            *sorted(
                [*tune(60, 60, channel=1), *tune(60, 60, start=240, channel=2)],
                key=lambda event: event[0],
            ),
        ],
    ),
    "a bank before its program": file_of(
        TEMPO, [control(0, 0, 8), control(0, 32, 2), program(0, 48), *tune(60, 62)]
    ),
    "a bank for the same program": file_of(
        [
            control(0, 0, 0),
            program(0, 48),
            *tune(60, 62, 64, 65),
            control(1920, 0, 8),
            program(1920, 48),
            *tune(60, 62, start=1920),
        ],
        file_format=0,
    ),
    "a bank that no program follows": file_of(
        TEMPO, [program(0, 5), *tune(60), control(480, 0, 8), *tune(62, start=480)]
    ),
    "moves in a track of their own": file_of(
        TEMPO,
        [program(0, 30), *tune(60, 62, 64, 65)],
        [control(0, 7, 50), bend(240, 4096), bend(480, 0), control(960, 64, 127)],
    ),
    "programs in a track of their own": file_of(
        TEMPO, tune(*range(60, 68)), [program(0, 40), program(1920, 56)]
    ),
    "a program behind the first note": file_of(
        [*tune(60)[:1], program(0, 40), *tune(60)[1:], *tune(62, start=480)], file_format=0
    ),
    "another drum kit": file_of(
        TEMPO,
        [
            program(0, 0, channel=9),
            *tune(36, 38, 36, 38, channel=9),
            program(1920, 25, channel=9),
            *tune(36, 38, start=1920, channel=9),
        ],
    ),
    "two drum kits at once": file_of(
        TEMPO,
        [port(0), program(0, 0, channel=9), *tune(36, 38, channel=9)],
        [port(1), program(0, 25, channel=9), *tune(40, 42, channel=9)],
    ),
    "a drum kit in two tracks": file_of(
        TEMPO,
        [program(0, 8, channel=9), control(0, 7, 90, channel=9), *tune(36, 36, channel=9)],
        [*tune(38, 38, start=240, channel=9), control(1200, 7, 60, channel=9)],
    ),
    "many programs with many controllers": file_of(_many_programs(), file_format=0),
    "twenty parts on two ports": file_of(
        TEMPO,
        *(
            [
                port(n // 15),
                program(0, 5 * n, channel=n % 15 + (n % 15 > 8)),
                *tune(40 + n, 52 + n, channel=n % 15 + (n % 15 > 8)),
            ]
            for n in range(20)
        ),
    ),
    "two devices by name": file_of(
        TEMPO,
        [device("A"), program(0, 3), control(0, 7, 90), *tune(60, 62)],
        [device("B"), program(0, 30), control(0, 10, 5), *tune(64, 65)],
    ),
    "sixteen parts on one channel": file_of(TEMPO, *_one_channel(16)),
    "XG drums by their bank": file_of(
        [system(0, *XG_ON)],
        [control(0, 0, 127, channel=3), program(0, 0, channel=3), *tune(36, 38, channel=3)],
        [program(0, 0), *tune(60, 62)],
    ),
    "XG drums by part mode": file_of(
        [system(0, *XG_ON), system(10, 0x43, 0x10, 0x4C, 0x08, 0x03, 0x07, 0x02)],
        tune(36, 38, start=480, channel=3),
    ),
    "GM2 drums, and channel 10 melodic": file_of(
        [system(0, *GM2_ON)],
        [control(0, 0, 120, channel=4), program(0, 0, channel=4), *tune(36, 38, channel=4)],
        [control(0, 0, 121, channel=9), program(0, 12, channel=9), *tune(60, 62, channel=9)],
    ),
    "GS drums on another channel, and bank 127": file_of(
        [system(0, *GS_RESET), system(0, 0x41, 0x10, 0x42, 0x12, 0x40, 0x1B, 0x15, 0x02, 0x0E)],
        [program(0, 16, channel=11), *tune(36, 38, channel=11)],
        [control(0, 0, 127), program(0, 40), *tune(60, 62)],
    ),
    "a reset in the middle": file_of(
        [program(0, 5), control(0, 7, 40), control(0, 10, 20), bend(0, 2000), *tune(60, 62)],
        [system(960, *GM_ON)],
        tune(64, 65, start=960),
    ),
    "controllers reset by message 121": file_of(
        [control(0, 7, 40), control(0, 11, 50), control(0, 64, 127), bend(0, 99), *tune(60)],
        [control(480, 121, 0)],
        tune(64, start=480),
    ),
    "a range of the wheel, left open": file_of(
        TEMPO,
        [
            control(0, 101, 0),
            control(0, 100, 0),
            control(0, 6, 12),
            bend(0, 4096),
            *tune(60, 62),
            control(960, 38, 50),
            *tune(64, start=960),
        ],
    ),
    "a pedal over a change of program": file_of(
        TEMPO,
        [
            program(0, 0),
            control(0, 64, 127),
            *tune(60),
            program(480, 19),
            *tune(62, start=480),
            control(1440, 64, 0),
            *tune(64, start=1440),
        ],
    ),
    "all notes off in another track": file_of(
        tune(60)[:1], [control(300, 123, 0)], tune(62, start=480)
    ),
    "mono mode ends notes": file_of([*tune(60)[:1], control(200, 126, 1), *tune(64, start=480)]),
    "one hundred and twenty-nine controllers": file_of(
        [*(control(0, n, 1 + n % 126) for n in range(128)), control(0, 7, 1), *tune(60, 62)]
    ),
    "ports 0 to 255": file_of(
        TEMPO,
        *([port(n), program(0, n % 128), *tune(40 + n % 40)] for n in range(0, 256, 5)),
    ),
    "a mode message, a bank and a wheel, and no note on their channel": file_of(
        [control(0, 0, 3, channel=5), bend(0, 1, channel=5), control(0, 123, 0, channel=5)],
        tune(60, 62),
    ),
}
