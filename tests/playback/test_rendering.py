"""Audio files: what they hold, how they end, what goes wrong; and the process that makes them."""

import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.ground.errors import SoundError
from engine.messages import (
    AudioProgress,
    AudioWritten,
    Event,
    ExportAudio,
    Failed,
    JobStopped,
    StopJob,
    TrackMix,
)
from engine.playback.files import rendering
from engine.playback.files.exporting import export_audio
from engine.playback.files.wav import Dither
from engine.playback.riff import chunks
from engine.playback.sound.bank import shipped_bank
from engine.playback.sound.desk import Desk
from engine.playback.sound.loudness import LoudnessMeter
from engine.playback.sound.synth import load_instruments
from engine.playback.sound.tones import PART
from engine.processes.process import Child
from engine.values.score import Marker, Note, Score, Track
from engine.values.sound import AudioOptions, SampleFormat

soundfile = pytest.importorskip("soundfile")
SHIPPED = str(shipped_bank())
NOTES = tuple(Note(480 * i, 60 + i, 470) for i in range(4))  # two seconds
SCORE = Score(tracks=(Track(program=11, notes=NOTES),))
LONG = Score(tracks=(Track(notes=tuple(Note(240 * i, 60, 200) for i in range(1500))),))


@pytest.mark.parametrize(
    ("suffix", "format_name", "samples"),
    [(".wav", "WAV", "PCM_16"), (".flac", "FLAC", "PCM_16"), (".OGG", "OGG", "VORBIS")],
)
def test_a_piece_becomes_a_file_of_each_kind(
    tmp_path: Path, suffix: str, format_name: str, samples: str
) -> None:
    target = tmp_path / f"piece{suffix}"
    shares = list(export_audio(SCORE, target, bank=SHIPPED))
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    info = soundfile.info(target)
    assert (info.format, info.subtype, info.samplerate) == (format_name, samples, 44_100)
    sound, _ = soundfile.read(target)
    # The last note's fading is in it, and nothing is clipped.
    assert 2.0 < len(sound) / 44_100 < 15.0
    assert 0.1 < float(np.abs(sound).max()) < 0.9
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


def test_the_size_of_blocks_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    sounds = []
    for size in (PART, 3 * PART):
        monkeypatch.setattr(rendering, "BLOCK", size)
        desk = Desk(load_instruments(SHIPPED), room="off", limits=False)
        sounds.append(np.concatenate(list(rendering.render(SCORE, desk, sample_rate=44_100))))
    assert np.abs(sounds[0] - sounds[1]).max() < 1e-6


@pytest.mark.slow
def test_the_three_kinds_hold_the_same_sound(tmp_path: Path) -> None:
    sounds = []
    for suffix in (".wav", ".flac", ".ogg"):
        target = tmp_path / f"piece{suffix}"
        list(export_audio(SCORE, target, bank=SHIPPED, options=AudioOptions(sample_rate=48_000)))
        sound, rate = soundfile.read(target)
        assert rate == 48_000
        sounds.append(sound)
    wav, flac, ogg = sounds
    assert float(np.abs(wav - flac).max()) < 2 / 32768
    length = min(len(wav), len(ogg))
    assert float(np.sqrt(np.mean((wav[:length] - ogg[:length]) ** 2))) < 0.02


@pytest.mark.slow
def test_whoever_stops_asking_leaves_nothing_and_keeps_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "piece.ogg"
    target.write_bytes(b"old")
    with closing(export_audio(LONG, target, bank=SHIPPED)) as shares:
        assert 0 < next(shares) < 1
    assert [path.name for path in tmp_path.iterdir()] == ["piece.ogg"]
    assert target.read_bytes() == b"old"


def test_another_ending_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    with pytest.raises(SoundError, match=r"must end in .wav, .flac or .ogg"):
        next(export_audio(SCORE, tmp_path / "piece.mp3"))


def test_a_folder_that_is_not_there_has_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SoundError, match=r"Could not write ‘a.wav’ \(there is no folder ‘.*none’"):
        list(export_audio(SCORE, tmp_path / "none" / "a.wav", bank=SHIPPED))


def test_a_place_that_cannot_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    target = tmp_path / "none" / "a.wav"
    with pytest.raises(SoundError, match="Could not write"):
        next(export_audio(SCORE, target, bank=SHIPPED))


@pytest.mark.parametrize("suffix", [".wav", ".flac", ".ogg"])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to try")
def test_a_full_disk_has_a_sentence_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    opened = os.open

    def full(path: Path, flags: int, *mode: int) -> int:
        if not str(path).endswith(".saving"):
            return opened(path, flags, *mode)
        os.close(opened(path, flags, *mode))
        return opened("/dev/full", os.O_RDWR)

    monkeypatch.setattr(os, "open", full)
    with pytest.raises(SoundError, match=r"Could not write ‘a.* \(No space left on device\)"):
        list(export_audio(SCORE, tmp_path / f"a{suffix}", bank=SHIPPED))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_without_the_library_wav_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "soundfile", None)
    with pytest.raises(SoundError, match="FLAC files cannot be written here"):
        list(export_audio(SCORE, tmp_path / "a.flac", bank=SHIPPED))
    list(export_audio(SCORE, tmp_path / "a.wav", bank=SHIPPED))
    assert [path.name for path in tmp_path.iterdir()] == ["a.wav"]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="modes and links as POSIX has them")
@pytest.mark.parametrize("suffix", [".wav", ".flac", ".ogg"])
def test_files_and_stems_are_saved_as_everything_else_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    (tmp_path / "there").mkdir()
    mix = tmp_path / f"a{suffix}"
    real = tmp_path / "there" / "real"
    real.write_bytes(b"old")
    real.chmod(0o600)
    mix.symlink_to(real)
    stem = tmp_path / f"a - 01 Piano{suffix}"
    stem.write_bytes(b"old")
    stem.chmod(0o640)
    of_the_users = tmp_path / f".a{suffix}.part"
    of_the_users.write_bytes(b"mine")
    durable: list[tuple[int, int]] = []
    fsync = os.fsync

    def noted(descriptor: int) -> None:
        status = os.fstat(descriptor)
        durable.append((status.st_ino, status.st_size))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    options = AudioOptions(stems=True)
    score = replace(SCORE, tracks=(replace(SCORE.tracks[0], name="Piano"),))
    list(export_audio(score, mix, bank=SHIPPED, options=options))
    assert mix.is_symlink()
    assert real.stat().st_size > 1000
    assert (real.stat().st_mode & 0o777, stem.stat().st_mode & 0o777) == (0o600, 0o640)
    assert of_the_users.read_bytes() == b"mine"
    assert {(path.stat().st_ino, path.stat().st_size) for path in (real, stem)} <= set(durable)
    assert not list(tmp_path.rglob("*.saving"))


def test_what_a_killed_export_left_is_swept_by_the_next(tmp_path: Path) -> None:
    (tmp_path / ".segue-0123abcd.saving").write_bytes(b"half a file")
    list(export_audio(SCORE, tmp_path / "a.wav", bank=SHIPPED))
    assert [path.name for path in tmp_path.iterdir()] == ["a.wav"]


@pytest.fixture
def render() -> Iterator[Child]:
    with Child("render") as child:
        yield child


def _until(child: Child, kind: type[Event]) -> list[Event]:
    heard: list[Event] = []
    for event in child.events():
        heard.append(event)
        if isinstance(event, kind):
            return heard
    raise AssertionError


@pytest.mark.slow
def test_a_process_writes_tells_and_stops(tmp_path: Path, render: Child) -> None:
    mix = (TrackMix(port="Elsewhere", channel=3),)
    long = ExportAudio(score=LONG, mix=mix, path=str(tmp_path / "a.ogg"), bank=SHIPPED)
    render.send(long)
    _until(render, AudioProgress)
    render.send(StopJob())
    _until(render, JobStopped)
    assert list(tmp_path.iterdir()) == []
    render.send(ExportAudio(score=SCORE, mix=mix, path=str(tmp_path / "b.flac"), bank=SHIPPED))
    written = _until(render, AudioWritten)[-1]
    assert isinstance(written, AudioWritten)
    assert written.path == str(tmp_path / "b.flac")
    assert written.seconds > 0
    render.send(ExportAudio(score=SCORE, mix=mix, path=str(tmp_path / "b.mp3")))
    failed = _until(render, Failed)[-1]
    assert isinstance(failed, Failed)
    assert "no audio file" in failed.message


# --- loudness, peaks, ends, stems --------------------------------------------------------------

DRUMS = Track(
    is_drum=True, notes=tuple(Note(240 * i, 36 + 2 * (i % 2), 60, 127) for i in range(24))
)
BAND = Score(
    title="Band",
    tracks=(
        Track(name="Lead/1", program=80, notes=tuple(Note(480 * i, 70, 400) for i in range(12))),
        DRUMS,
        Track(name="Silent"),
    ),
    markers=(Marker(0, "Verse"), Marker(1920, "Chorus ✓")),
)


def measured(path: Path) -> tuple[LoudnessMeter, np.ndarray]:
    sound, rate = soundfile.read(path, dtype="float32")
    meter = LoudnessMeter(rate)
    meter.add(sound)
    return meter, sound


@pytest.mark.slow
@pytest.mark.parametrize("loudness", [-16.0, -23.0, -12.0])
def test_a_file_is_as_loud_as_was_asked_and_no_peak_exceeds_the_ceiling(
    tmp_path: Path, loudness: float
) -> None:
    target = tmp_path / "a.wav"
    options = AudioOptions(samples="24", loudness=loudness)
    list(export_audio(BAND, target, bank=SHIPPED, options=options))
    meter, sound = measured(target)
    assert meter.integrated() == pytest.approx(loudness, abs=0.3)
    assert meter.peak_db <= -1.0
    assert np.abs(sound[-4:]).max() < 1e-5
    # At -12 the limiter turns down one side of a kick more than the other.
    assert np.abs(sound.mean(axis=0)).max() < (6e-4 if loudness > -16 else 1e-6)


def test_without_a_loudness_the_highest_peak_is_at_the_ceiling(tmp_path: Path) -> None:
    target = tmp_path / "a.wav"
    options = AudioOptions(samples="float", loudness=None)
    list(export_audio(SCORE, target, bank=SHIPPED, options=options))
    assert measured(target)[0].peak_db == pytest.approx(-1.15, abs=0.1)


@pytest.mark.slow
def test_stems_are_the_mix_in_parts_and_all_come_or_none(tmp_path: Path) -> None:
    target = tmp_path / "song.wav"
    options = AudioOptions(samples="float", loudness=-30.0, stems=True)
    shares = list(export_audio(BAND, target, bank=SHIPPED, options=options))
    assert shares == sorted(shares)
    names = ["song - 01 Lead_1.wav", "song - 02.wav", "song.wav"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    first, second, mix = (soundfile.read(tmp_path / name)[0] for name in names)
    length = min(map(len, (first, second, mix))) - 8000
    assert np.abs(first[:length] + second[:length] - mix[:length]).max() < 2e-3
    for path in tmp_path.iterdir():
        path.unlink()
    with closing(export_audio(BAND, target, bank=SHIPPED, options=options)) as work:
        while next(work) < 0.5:
            pass
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_stems_are_the_mix_where_it_was_limited(tmp_path: Path) -> None:
    # Soft, with a loud beat now and then: at the usual loudness its peaks do not fit.
    soft = Track(program=48, notes=tuple(Note(480 * i, 60, 480, 40) for i in range(12)))
    beats = Track(is_drum=True, notes=tuple(Note(1920 * i, 36, 60, 127) for i in range(3)))
    options = AudioOptions(samples="float", stems=True)
    assert options.loudness == -16.0
    score = Score(tracks=(soft, beats))
    list(export_audio(score, tmp_path / "song.wav", bank=SHIPPED, options=options))
    names = ("song - 01.wav", "song - 02.wav", "song.wav")
    first, second, mix = (soundfile.read(tmp_path / name)[0] for name in names)
    # Each is heard until nobody could hear it by itself.
    length = min(map(len, (first, second, mix))) - 8000
    assert np.abs(first[:length] + second[:length] - mix[:length]).max() < 1e-3


@pytest.mark.slow
def test_markers_stand_where_the_music_is_that_begins_later_for_an_early_track(
    tmp_path: Path,
) -> None:
    target = tmp_path / "a.wav"
    mix = (TrackMix(offset_s=-0.5), TrackMix(), TrackMix())
    list(export_audio(BAND, target, mix=mix, bank=SHIPPED))
    cues = dict(chunks(target.read_bytes()[12:]))[b"cue "]
    places = [int.from_bytes(cues[at + 20 : at + 24], "little") for at in (4, 28)]
    assert places == [22_050, 2 * 44_100 + 22_050]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("samples", "subtype"), [("16", "PCM_16"), ("24", "PCM_24"), ("float", "FLOAT")]
)
def test_wav_files_have_samples_title_and_markers(
    tmp_path: Path, samples: SampleFormat, subtype: str
) -> None:
    target = tmp_path / "a.wav"
    list(export_audio(BAND, target, bank=SHIPPED, options=AudioOptions(samples=samples)))
    with soundfile.SoundFile(target) as file:
        assert file.subtype == subtype
        assert (file.title, file.software) == ("Band", "Segue")
    data = target.read_bytes()
    assert int.from_bytes(data[4:8], "little") == len(data) - 8
    found = dict(chunks(data[12:]))
    assert int.from_bytes(found[b"cue "][:4], "little") == 2
    assert "Chorus ✓".encode() in bytes(found[b"LIST"])
    assert found[b"cue "][28 + 20 : 28 + 24] == (2 * 44_100).to_bytes(4, "little")


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".flac", ".ogg"])
def test_other_files_have_a_title_and_say_where_their_markers_are(
    tmp_path: Path, suffix: str
) -> None:
    target = tmp_path / f"a{suffix}"
    list(export_audio(BAND, target, bank=SHIPPED, options=AudioOptions(samples="24")))
    with soundfile.SoundFile(target) as file:
        assert file.title == "Band"
        assert file.comment == "0.0 s: Verse\n2.0 s: Chorus ✓"


def test_dither_is_noise_that_is_the_same_each_time_and_leaves_silence_alone() -> None:
    soft = np.full((20_000, 2), 0.3 / 32767, np.float32)
    made = Dither().rounded(soft, 16)
    assert made.mean() == pytest.approx(0.3, abs=0.02), "rounding alone would make it nothing"
    assert np.array_equal(made, Dither().rounded(soft, 16))
    assert not Dither().rounded(np.zeros((100, 2), np.float32), 16).any()
    assert Dither().rounded(np.full((4, 2), 2.0, np.float32), 24).max() == 2**23 - 1
