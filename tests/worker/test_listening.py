"""The process that listens: to files and to a microphone, until it is told to stop."""

import queue
import wave
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.ground.errors import SoundError
from engine.listening.finding import Finder, Found
from engine.listening.salience import STEP_S, Salience
from engine.messages import (
    CloseMicrophone,
    Failed,
    HearAs,
    Listened,
    ListeningStopped,
    ListenTo,
    ListMicrophones,
    MicrophoneOpened,
    MicrophonesListed,
    NotesHeard,
    Notice,
    OpenMicrophone,
    SoundArrived,
    StopListening,
)
from engine.playback.sound.devices import BACKEND_VARIABLE
from engine.values.hearing import LEVEL_STEP_S, LINE_STEP_S, HeardNote, Hearing, Voices
from engine.worker import listening
from engine.worker.listening import ListenRole
from engine.worker.microphone import RATE, Microphone, Tape
from engine.worker.roles import answering
from tests.listening.sounds import Sound, floats, tones

TUNE = (60, 64, 67, 72)


class Plain(Finder):
    """A note is the likeliest key while the network is sure of it: enough for these tests."""

    def __init__(self, voices: Voices | None) -> None:
        self._voices, self._parts = voices, [np.zeros((0, 88), np.uint8)]

    def add(self, part: Salience) -> None:
        self._parts.append(part.notes)

    def found(self, seconds: float, voices: Voices | None = None) -> Found:
        chances = np.concatenate(self._parts)
        keys = np.where(chances.max(axis=1, initial=0) > 100, chances.argmax(axis=1), -1)
        edges = [0, *(np.flatnonzero(np.diff(keys)) + 1), len(keys)]
        notes = tuple(
            HeardNote(start_s=float(a * STEP_S), end_s=float(b * STEP_S), pitch=int(keys[a]) + 21)
            for a, b in pairwise(edges)
            if b - a > 15 and keys[a] >= 0
        )
        kind = voices or self._voices or "one"
        return Found(Hearing(seconds=seconds, voices=kind, notes=notes))


class Played:
    """A microphone before which something is played; each block takes no time."""

    name, latency_s, began_s = "Desk", 0.02, 100.0

    def __init__(self, sound: Sound, after: Callable[[], object]) -> None:
        self._blocks = iter(np.array_split(sound, max(1, len(sound) // 1000)))
        self._after = after
        self.closed = 0

    def read(self, _within_s: float) -> Sound:
        block = next(self._blocks, None)
        if block is None:
            self._after()
            return np.zeros((0, 1), np.float32)
        return block[:, None]

    def close(self) -> None:
        self.closed += 1

    def __enter__(self) -> "Played":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Commands(queue.SimpleQueue[Any]):
    """An inbox whose parent goes when all was done."""

    def get(self, *_: object, **__: object) -> Any:
        return None if self.empty() else self.get_nowait()


class Rig:
    """A role with an inbox and all that it says."""

    def __init__(self, **options: Any) -> None:
        self.inbox = Commands()
        self.said: list[Any] = []
        self.when: list[tuple[type, Callable[[], object]]] = []
        self.role = ListenRole(self.inbox, self._emit, border=answering, finder=Plain, **options)

    def _emit(self, event: Any) -> None:
        self.said.append(event)
        for number, (kind, act) in enumerate(self.when):
            if isinstance(event, kind):
                del self.when[number]
                act()
                return

    def run(self, *commands: Any) -> "Rig":
        for command in commands:
            self.inbox.put(command)
        self.role.run()
        return self

    def one(self, kind: type) -> Any:
        (found,) = self.all(kind)
        return found

    def all(self, kind: type) -> list[Any]:
        return [event for event in self.said if isinstance(event, kind)]


@pytest.fixture(autouse=True)
def free_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is for a process of its own, and these tests share one."""
    monkeypatch.setattr(listening, "limit_memory", lambda _bytes, *, at_most: None)  # noqa: ARG005


@pytest.fixture
def tune(tmp_path: Path) -> str:
    path = tmp_path / "tune.wav"
    path.write_bytes(floats(tones(TUNE)))
    return str(path)


def pitches(event: Listened) -> tuple[int, ...]:
    return tuple(note.pitch for note in event.hearing.kept())


def test_a_file_is_drawn_and_its_notes_are_found(tune: str) -> None:
    rig = Rig().run(
        ListenTo(request=7, file=tune),
        HearAs(request=7, voices="many"),
        HearAs(request=6, voices="one"),
    )
    first, again = rig.all(Listened)
    assert pitches(first) == pitches(again) == TUNE
    assert [note.start_s for note in first.hearing.notes] == pytest.approx(
        [0, 0.5, 1, 1.5], abs=0.06
    )
    assert (first.request, first.file, first.hearing.seconds) == (7, tune, 2.0)
    assert again.hearing.voices == "many"
    levels = first.sounded.levels
    assert len(levels) == 40
    assert max(levels) == pytest.approx(32, abs=5)
    arrived = rig.all(SoundArrived)
    assert sum((event.sounded.levels for event in arrived), ()) == levels
    assert (arrived[-1].seconds, arrived[-1].total_s) == (2.0, 2.0)
    assert rig.one(Failed).message == "That recording is no longer there."


def test_the_beginning_is_shown_while_the_rest_is_read(
    tune: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "_FIRST_NOTES_S", 0.5)
    rig = Rig().run(ListenTo(request=1, file=tune))
    (early,) = rig.all(NotesHeard)
    assert rig.said.index(early) < rig.said.index(rig.one(Listened))
    assert early.hearing.notes[0].pitch == TUNE[0]


def test_a_file_is_stopped_between_two_stretches(tune: str) -> None:
    rig = Rig()
    rig.when.append((SoundArrived, lambda: rig.inbox.put(StopListening(request=1))))
    rig.run(ListenTo(request=1, file=tune))
    assert [type(event) for event in rig.said] == [SoundArrived, ListeningStopped]
    # Of two files that are waited for, the second is never begun.
    rig = Rig().run(
        ListenTo(request=1, file=tune),
        ListenTo(request=2, file=tune),
        StopListening(request=2),
        StopListening(request=1),
    )
    assert {event.request for event in rig.said} == {1, 2}
    assert all(isinstance(event, ListeningStopped) for event in rig.said)


@pytest.mark.parametrize("kind", ["silence", "noise", "words", "broken off"])
def test_junk_is_one_sentence(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    dice = np.random.default_rng(1)
    whole = floats(tones(TUNE))
    path.write_bytes(
        {
            "silence": floats(np.zeros(40_000)),
            "noise": floats(dice.normal(0, 0.1, 40_000)),
            "words": b"words " * 500,
            "broken off": whole[: len(whole) * 3 // 4],
        }[kind]
    )
    rig = Rig().run(ListenTo(request=3, file=str(path)))
    if kind == "broken off":
        assert rig.one(Notice).message == (
            "‘a.wav’ breaks off after 1.5 seconds, which were listened to."
        )
        assert pitches(rig.one(Listened)) == TUNE[:3]
        return
    failed = rig.one(Failed)
    assert failed.request == 3
    assert failed.message == (
        "‘a.wav’ is no recording that Segue reads."
        if kind == "words"
        else "No note was heard: nothing in the recording has a clear pitch."
    )


def test_guesses_of_one_voice_are_noise() -> None:
    def heard(strength: int, voices: Voices) -> Hearing:
        note = HeardNote(start_s=1, end_s=2, pitch=60, strength=strength)
        return Hearing(seconds=3, voices=voices, notes=(note,))

    assert Found(heard(80, "one")).is_clear
    assert not Found(heard(68, "one")).is_clear
    # A judge of its own decides for many.
    assert Found(heard(68, "many")).is_clear
    assert not Found(heard(40, "many")).is_clear


def sung(rig_of: Callable[[Played], Rig], end: Callable[[Rig], object]) -> tuple[Rig, Played]:
    """Return a rig and a microphone; `end` is what happens when the tune is over."""
    rig: Rig
    microphone = Played(tones(TUNE, rate=RATE), lambda: end(rig))
    rig = rig_of(microphone)
    return rig, microphone


def test_what_is_sung_is_drawn_kept_and_heard(tmp_path: Path) -> None:
    target = tmp_path / "take.wav"
    rig, microphone = sung(
        lambda one: Rig(open_microphone=lambda _name: one),
        lambda rig: rig.inbox.put(CloseMicrophone(request=4)),
    )
    rig.run(OpenMicrophone(request=4, microphone="Desk", target=str(target)))
    opened = rig.one(MicrophoneOpened)
    assert (opened.request, opened.microphone, opened.began_s) == (4, "Desk", 100.0)
    arrived = rig.all(SoundArrived)
    assert len(arrived) == pytest.approx(20, abs=3)
    assert rig.said.index(opened) < rig.said.index(arrived[0])
    line = sum((event.sounded.line for event in arrived), ())
    # The line is drawn over the levels of the same time, and follows the tune.
    for event in arrived:
        shown = (event.sounded.start_s, len(event.sounded.levels) * LEVEL_STEP_S)
        assert sum(shown) <= event.seconds
        assert len(event.sounded.line) * LINE_STEP_S == pytest.approx(shown[1], abs=0.013)
    assert [line[round(at_s / LINE_STEP_S)] // 100 for at_s in (0.25, 0.75, 1.25, 1.75)] == list(
        TUNE
    )
    heard = rig.one(Listened)
    assert pitches(heard) == TUNE
    assert heard.file == str(target)
    assert microphone.closed
    with wave.open(str(target)) as kept:
        assert kept.getnframes() == 2 * RATE
    again = Rig().run(ListenTo(request=5, file=str(target)))
    assert pitches(again.one(Listened)) == TUNE


@pytest.mark.parametrize("why", ["stopped", "gone", "taken away", "disk", "too long"])
def test_a_microphone_is_closed_whatever_ends_it(
    why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken_away(_rig: Rig) -> None:
        raise SoundError("The microphone has gone.")

    def full(_tape: Tape, _frames: Sound) -> None:
        raise OSError(28, "No space left on device")

    if why == "disk":
        monkeypatch.setattr(Tape, "write", full)
    if why == "too long":
        monkeypatch.setattr(listening, "LONGEST_RECORDING_S", 1)
    end = {
        "stopped": lambda rig: rig.inbox.put(StopListening(request=4)),
        "gone": lambda rig: rig.inbox.put(None),
    }.get(why, taken_away)
    rig, microphone = sung(lambda one: Rig(open_microphone=lambda _name: one), end)
    rig.run(OpenMicrophone(request=4, target=str(tmp_path / "a.wav")))
    assert microphone.closed
    notices = [event.message for event in rig.all(Notice)]
    match why:
        case "stopped":
            assert rig.one(ListeningStopped).request == 4
        case "taken away":
            assert notices == ["The microphone has gone."]
            assert pitches(rig.one(Listened)) == TUNE
        case "too long":
            assert notices == ["The recording ended, because it is 0 hours long."]
            assert pitches(rig.one(Listened)) == TUNE[:2]
        case "disk":
            assert notices == [
                "The recording ended, because its file could not be written"
                " (No space left on device)."
            ]
            assert rig.one(Failed).message == "The microphone recorded nothing."
        case _:
            assert not rig.all(Listened)


def test_each_recording_may_map_as_much_as_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sound system keeps what it maps for a device; the bound for files must not count it."""
    limits: list[tuple[int, int]] = []
    monkeypatch.setattr(
        listening, "limit_memory", lambda extra, *, at_most: limits.append((extra, at_most))
    )
    rig = Rig()
    silence = np.zeros(RATE // 10, np.float32)

    def microphone(_name: str) -> Played:
        return Played(silence, lambda: rig.inbox.put(CloseMicrophone(request=len(limits) - 1)))

    rig.role._open_microphone = microphone
    target = str(tmp_path / "a.wav")
    rig.run(OpenMicrophone(request=1, target=target), OpenMicrophone(request=2, target=target))
    assert len(limits) == 3
    assert len(set(limits)) == 1
    extra, at_most = limits[0]
    assert at_most > 10 * extra


def test_a_microphone_that_gives_nothing_is_told_of(tmp_path: Path) -> None:
    rig = Rig()
    microphone = Played(
        np.zeros(RATE * 5 // 2, np.float32), lambda: rig.inbox.put(CloseMicrophone(request=1))
    )
    rig.role._open_microphone = lambda _name: microphone
    rig.run(OpenMicrophone(request=1, target=str(tmp_path / "a.wav")))
    assert rig.one(Notice).message.startswith("The microphone gives nothing, not even noise")
    assert rig.one(Failed).message.startswith("No note was heard")


def test_a_system_without_sound_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(BACKEND_VARIABLE, "null")
    rig = Rig().run(
        ListMicrophones(),
        OpenMicrophone(request=1, microphone="No such", target=str(tmp_path / "a.wav")),
    )
    assert len(rig.one(MicrophonesListed).names) == 1
    assert rig.one(Failed).message == "The audio device ‘No such’ is not there."
    monkeypatch.setenv(BACKEND_VARIABLE, "")
    monkeypatch.setattr("engine.worker.microphone.backends", lambda: None)
    monkeypatch.setattr("engine.worker.microphone.miniaudio.CaptureDevice", _Null)
    with pytest.raises(SoundError) as none:
        Microphone()
    assert none.value.message == "No microphone was found."


class _Null:
    backend = "Null"

    def __init__(self, **_options: object) -> None: ...

    def close(self) -> None: ...


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (-6, "The system does not let Segue use the microphone."),
        (-401, "No microphone was found."),
    ],
)
def test_a_refused_microphone_is_one_sentence(
    code: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import miniaudio

    def refused(**_options: object) -> None:
        raise miniaudio.MiniaudioError("failed to init device", code)

    monkeypatch.setattr("engine.worker.microphone.miniaudio.CaptureDevice", refused)
    with pytest.raises(SoundError) as raised:
        Microphone()
    assert raised.value.message == message


def test_a_device_that_is_not_mixed_is_opened_with_its_channel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import miniaudio

    def opened(**options: Any) -> Any:
        if options["nchannels"] == 2:
            raise miniaudio.MiniaudioError("failed to init device", -2)
        return device(**options)

    device = miniaudio.CaptureDevice
    monkeypatch.setenv(BACKEND_VARIABLE, "null")
    monkeypatch.setattr("engine.worker.microphone.miniaudio.CaptureDevice", opened)
    with Microphone() as microphone:
        assert microphone.read(30.0).shape[1] == 1


def test_a_device_that_calls_no_more_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BACKEND_VARIABLE, "null")
    now_s = [50.0]
    with Microphone(clock=lambda: now_s[0]) as microphone:
        assert len(microphone.read(30.0)) > 0
        assert microphone.began_s == pytest.approx(50, abs=0.2)
        microphone._device.stop()
        while len(microphone.read(0.0)):
            pass
        now_s[0] += 3.0
        with pytest.raises(SoundError, match="has gone"):
            microphone.read(0.0)


def test_a_tape_is_whole_after_each_block(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    tape = Tape(path)
    for count in (1, 2):
        tape.write(np.full((480, 1), 2.0, np.float32))
        # As it is if this process dies now.
        with wave.open(str(path)) as kept:
            assert kept.getnframes() == 480 * count
            assert kept.readframes(1) == b"\xff\x7f"
    tape.close()
    with pytest.raises(SoundError, match="cannot be written"):
        Tape(tmp_path / "none" / "a.wav")
