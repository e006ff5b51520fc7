"""Sound files become one channel of sound, or one sentence."""

from pathlib import Path

import numpy as np
import pytest

from engine.ground.errors import SoundError
from engine.listening import sound_file
from engine.listening.intake import Intake
from engine.listening.network import RATE
from engine.listening.resampling import Resampler
from engine.listening.sound_file import SoundFile
from engine.values.formats import RECORDINGS, read_suffixes
from tests.listening.sounds import Sound, floats, tones, wav, written


def read(path: Path) -> tuple[Sound, SoundFile]:
    with SoundFile(path) as file:
        return np.concatenate(list(file.blocks())), file


def refusal(path: Path) -> SoundError:
    with pytest.raises(SoundError) as raised:
        read(path)
    return raised.value


def sine(frequency: float, rate: int, *, seconds: float = 0.4) -> Sound:
    return np.sin(2 * np.pi * frequency * np.arange(round(rate * seconds)) / rate).astype(
        np.float32
    )


def decibels(sound: Sound) -> float:
    return float(20 * np.log10(np.sqrt(2 * np.mean(np.square(sound[400:-400]))) + 1e-9))


@pytest.mark.parametrize("rate", [8_000, 44_100, 48_000, 192_000])
def test_a_rate_changes_neither_pitch_nor_time_and_adds_no_alias(rate: int) -> None:
    def at_our_rate(sound: Sound) -> Sound:
        resample = Resampler(rate)
        blocks = [resample(block) for block in np.array_split(sound, 7)]
        return np.concatenate([*blocks, resample.rest()])

    heard = at_our_rate(sine(440, rate))
    assert len(heard) == RATE * 2 // 5
    assert decibels(heard - sine(440, RATE)) < -80
    # What the network cannot hear must not come back as something that it can.
    for above in (12_000, 15_000, 23_000, 47_000):
        if above < rate / 2:
            assert decibels(at_our_rate(sine(above, rate))) < -80


@pytest.mark.parametrize(
    ("name", "library"),
    [
        ("a.wav", {"subtype": "PCM_U8"}),
        ("a.wav", {"subtype": "PCM_16"}),
        ("a.wav", {"subtype": "PCM_24"}),
        ("a.wav", {"subtype": "PCM_32"}),
        ("a.wav", {"subtype": "FLOAT"}),
        ("a.flac", {"subtype": "PCM_24"}),
        ("a.ogg", {"subtype": "VORBIS"}),
        ("a.opus", {"format": "OGG", "subtype": "OPUS"}),
        ("a.mp3", {"subtype": "MPEG_LAYER_III"}),
        ("a.aiff", {"subtype": "PCM_16"}),
    ],
)
def test_every_format_is_read(name: str, library: dict[str, str], tmp_path: Path) -> None:
    assert Path(name).suffix in read_suffixes(RECORDINGS)
    tone = sine(440, 48_000)
    path = written(tmp_path / name, np.stack([tone, tone], 1) * 0.5, rate=48_000, **library)
    sound, file = read(path)
    assert file.total_s == pytest.approx(0.4, abs=0.05)
    assert len(sound) == pytest.approx(RATE * 2 / 5, rel=0.12)
    assert np.abs(np.fft.rfft(sound[: RATE // 5])).argmax() * 5 == pytest.approx(440, abs=5)
    assert not file.broke_off


@pytest.mark.parametrize("channels", [1, 2, 6, 8])
def test_channels_become_one(channels: int, tmp_path: Path) -> None:
    tone = sine(440, RATE) * 0.5
    data = np.repeat(tone[:, None], channels, 1).tobytes()
    (tmp_path / "a.wav").write_bytes(wav(data, channels=channels, bits=32, kind=3))
    assert decibels(read(tmp_path / "a.wav")[0] - tone) < -40


def test_numbers_that_are_no_sound_become_sound(tmp_path: Path) -> None:
    tone = sine(440, RATE, seconds=3.0)
    odd = tone * 40 + 10
    odd[100:200] = np.nan
    odd[300] = np.inf
    (tmp_path / "a.wav").write_bytes(floats(odd))
    sound = read(tmp_path / "a.wav")[0]
    assert np.isfinite(sound).all()
    assert np.abs(sound).max() <= 1.5
    # Neither an offset nor its end is heard as a beat.
    assert abs(sound[RATE:].mean()) < 0.02
    assert len(Intake(RATE)(np.zeros((0, 1), np.float32))) == 0


def test_what_is_there_of_a_file_that_breaks_off_is_used(tmp_path: Path) -> None:
    tone = sine(440, 44_100, seconds=3.0)
    for name in ("a.flac", "a.mp3", "a.wav"):
        path = written(tmp_path / name, tone, rate=44_100)
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
        sound, file = read(path)
        assert file.broke_off
        assert 1.0 < len(sound) / RATE < 1.6


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"These are words, not sound.\n" * 100,
        b"\xff\xfb" + bytes(range(1, 256)) * 40,
        b"fLaC" + bytes(100),
        b"OggS" + bytes(100),
        wav(bytes(100), rate=0),
        wav(bytes(100), rate=2**32 - 1),
        wav(bytes(100), channels=0),
        wav(bytes(100), channels=2000),
        # A format that the library knows, and that nobody sends.
        b"Creative Voice File\x1a" + bytes(100),
    ],
)
def test_what_is_no_sound_is_refused_by_one_sentence(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(data)
    error = refusal(path)
    assert error.message == "‘a.wav’ is no recording that Segue reads."
    assert error.hint == "It reads WAV, FLAC, MP3, OGG Vorbis, Opus, AIFF."


def test_a_header_that_lies_about_the_size_costs_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(wav(bytes(2 * RATE), size=2**32 - 16, riff=2**32 - 1))
    assert len(read(path)[0]) == RATE
    path.write_bytes(wav(b""))
    assert refusal(path).message == "There is no sound in ‘a.wav’."
    path.write_bytes(wav(bytes(100), rate=1))
    assert "1 samples a second" in refusal(path).message
    assert refusal(tmp_path).message == f"‘{tmp_path.name}’ cannot be read."


def test_a_file_that_is_too_long_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "a.flac", tones([60, 62, 64]), rate=RATE)
    expected = "‘a.flac’ is longer than 2 hours, or its header says so."
    monkeypatch.setattr(sound_file, "_LONGEST_SAMPLES", RATE)
    assert refusal(path).message == expected
    monkeypatch.undo()
    data = bytearray(path.read_bytes())
    data[21] |= 0x0F  # the upper bits of the number of samples
    data[22:26] = b"\xff" * 4
    path.write_bytes(data)
    assert refusal(path).message == expected
