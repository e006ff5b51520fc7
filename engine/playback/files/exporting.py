"""Exports a piece to audio files: the mix, and optionally each track by itself."""

import contextlib
import re
import tempfile
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO

import msgspec

from engine.ground.errors import SoundError
from engine.ground.saving import replacing, sweep
from engine.messages import TrackMix
from engine.playback.files.audio_files import AudioFile, check_suffix
from engine.playback.files.mastering import (
    Master,
    faded,
    master_of,
    mastered,
    mastered_as,
    store_block,
)
from engine.playback.files.rendering import frames_of, lead_of, render
from engine.playback.sound.desk import Desk
from engine.playback.sound.loudness import LoudnessMeter
from engine.playback.sound.synth import load_instruments
from engine.playback.sound.tones import Instruments
from engine.values.score import Score
from engine.values.sound import AudioOptions
from engine.values.time import TempoMap

AS_USUAL = AudioOptions()
_SOFTWARE = "Segue"
# Share of a file's work that is rendering; the rest is measuring and writing.
_RENDERING_SHARE = 0.8
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    """Choices that all files of one export share.

    Attributes:
        score: The piece.
        instruments: Make the sound.
        options: Settings of the export.
        suffix: Kind of file.
        frames: Length of the piece without the fading of its last notes.
        lead_s: Silence before the piece, for tracks that are set early.
    """

    score: Score
    instruments: Instruments
    options: AudioOptions
    suffix: str
    frames: int
    lead_s: float


def export_audio(
    score: Score,
    target: Path,
    *,
    mix: Sequence[TrackMix] = (),
    bank: str = "",
    options: AudioOptions = AS_USUAL,
) -> Generator[float, None, None]:
    """Write a score as an audio file; yield the share that is done, up to 1.0.

    All files are saved atomically (`engine.ground.saving`) once the last one is complete. If the
    caller stops early, nothing is written, and existing files stay.

    Args:
        score: The score.
        target: Ends in .wav, .flac or .ogg; stems get the track's number and name added.
        mix: The mix.
        bank: Path of a sound bank, or empty for the one that ships.
        options: Settings of the export.

    Raises:
        SoundError: The chosen bank is missing or broken, the suffix is unknown, or a file cannot be
            written.
        LimitError: The score lasts longer than an hour.
    """
    check_suffix(target)
    mixes = (*mix, *[TrackMix()] * len(score.tracks))[: len(score.tracks)]
    lead_s = lead_of(score, mixes)
    work = _Work(
        score=score,
        instruments=load_instruments(bank, sample_rate=options.sample_rate),
        options=options,
        suffix=target.suffix,
        frames=frames_of(score, options.sample_rate) + round(lead_s * options.sample_rate),
        lead_s=lead_s,
    )
    parts = [(target, tuple(mixes)), *(_stems(score, target, mixes) if options.stems else ())]
    sweep(target.parent)
    try:
        # Files that cannot be written fail here, before the work.
        with contextlib.ExitStack() as saving, tempfile.TemporaryFile() as curve:
            files = [saving.enter_context(replacing(path)) for path, _ in parts]
            master: Master | None = None
            for number, ((path, heard), file) in enumerate(zip(parts, files, strict=True)):
                title = _title(score, path)
                writing = _write(file, work, heard, master=master, curve=curve, title=title)
                master = yield from _shares(writing, number, len(parts))
    except OSError as error:
        reason = error.strerror or str(error)
        raise SoundError(
            "Could not write ‘{name}’ ({reason}).", name=target.name, reason=reason
        ) from error
    yield 1.0


def _shares(
    writing: Generator[float, None, Master], number: int, count: int
) -> Generator[float, None, Master]:
    """Yield the share of all files; return the mastering of the first one."""
    while True:
        try:
            share = next(writing)
        except StopIteration as ended:
            master: Master = ended.value
            return master
        yield min(0.999, (number + share) / count)


def _stems(
    score: Score, target: Path, mixes: Sequence[TrackMix]
) -> Iterator[tuple[Path, tuple[TrackMix, ...]]]:
    """Yield the file of each audible track, and a mix in which only it is audible."""
    soloed = any(m.solo for m in mixes)
    for index, (track, own) in enumerate(zip(score.tracks, mixes, strict=True)):
        if not track.notes or own.mute or (soloed and not own.solo):
            continue
        name = re.sub(r"[^\w .,()+-]", "_", track.name).strip(" .")[:_LONGEST_NAME]
        path = target.with_name(f"{target.stem} - {index + 1:02d} {name}".rstrip() + target.suffix)
        yield (
            path,
            tuple(
                msgspec.structs.replace(m, mute=other != index, solo=False)
                for other, m in enumerate(mixes)
            ),
        )


def _title(score: Score, path: Path) -> str:
    return score.title or path.stem


def _write(
    target: BinaryIO,
    work: _Work,
    mix: Sequence[TrackMix],
    *,
    master: Master | None,
    curve: IO[bytes],
    title: str,
) -> Generator[float, None, Master]:
    """Write one file; yield the share that is done, return its mastering.

    A stem is mastered like the mix, with the limiter's gains in `curve`: together the stems are
    the mix.
    """
    rate = work.options.sample_rate
    # The loudness is known only at the end, and an hour of sound does not fit in memory.
    with tempfile.TemporaryFile() as store:
        meter = LoudnessMeter(rate)
        frames = yield from _render_into(store, meter, work, mix)
        if master is None:
            master = master_of(meter, loudness=work.options.loudness)
            blocks = mastered(store, master, rate, curve=curve)
        else:
            blocks = mastered_as(store, master, curve, rate)
        file = AudioFile(
            target,
            suffix=work.suffix,
            sample_rate=rate,
            samples=work.options.samples,
            tags={"title": title, "software": _SOFTWARE},
            markers=_markers(work.score, rate, lead_s=work.lead_s),
        )
        with file:
            written = 0
            for block in faded(blocks, frames, rate):
                file.write(block)
                written += len(block)
                yield _RENDERING_SHARE + (1 - _RENDERING_SHARE) * min(1.0, written / max(1, frames))
    return master


def _render_into(
    store: IO[bytes], meter: LoudnessMeter, work: _Work, mix: Sequence[TrackMix]
) -> Generator[float, None, int]:
    """Write float32 frames and measure them; yield the share done, return their number."""
    options = work.options
    desk = Desk(
        work.instruments,
        sample_rate=options.sample_rate,
        room=options.room,
        limits=False,
        whole=True,
    )
    done = 0
    for block in render(work.score, desk, mix=mix, sample_rate=options.sample_rate):
        store_block(store, block)
        meter.add(block)
        done += len(block)
        yield min(_RENDERING_SHARE, _RENDERING_SHARE * done / work.frames)
    return done


def _markers(score: Score, sample_rate: int, *, lead_s: float) -> tuple[tuple[int, str], ...]:
    tempo = TempoMap.of(score)
    return tuple(
        (round((lead_s + tempo.seconds_at(marker.tick)) * sample_rate), marker.text)
        for marker in score.markers
    )


def render_wav(
    score: Score,
    *,
    mix: Sequence[TrackMix] = (),
    bank: str = "",
    options: AudioOptions = AS_USUAL,
) -> bytes:
    """Return a score as the bytes of a WAV file; see `export_audio`."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "sound.wav"
        for _ in export_audio(score, target, mix=mix, bank=bank, options=options):
            pass
        return target.read_bytes()
