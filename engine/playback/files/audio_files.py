"""Writes audio files: WAV itself, FLAC and OGG with libsndfile (soundfile)."""

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from engine.ground.errors import SoundError
from engine.playback.files.wav import Dither, WavFile
from engine.playback.sound.tones import Block
from engine.values.formats import AUDIO, written_suffixes
from engine.values.sound import SampleFormat

# libsndfile's names of format and sample type, by suffix.
_BY_LIBRARY = {".flac": ("FLAC", "PCM_24"), ".ogg": ("OGG", "VORBIS")}
_FLAC_16 = "PCM_16"
SUFFIXES = written_suffixes(AUDIO)
# libsndfile's Vorbis encoder needs stack space for each frame of a call.
_FRAMES_AT_ONCE = 4096
# More than a file system may reserve on a full disk.
_ASKED_BYTES = 1 << 16


def check_suffix(path: Path) -> None:
    """Refuse a file whose suffix is not one of `SUFFIXES`.

    Raises:
        SoundError: The suffix is another one.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise SoundError(
            "‘{name}’ is no audio file that can be written.",
            name=path.name,
            hint="Its name must end in .wav, .flac or .ogg.",
        )


class AudioFile:
    """A stereo file for writing; it is complete when its context ends without an error.

    Args:
        file: Open for writing, at its beginning; the caller closes it.
        suffix: One of `SUFFIXES`; decides the format, whatever the file's name is.
        sample_rate: Frames a second.
        samples: Sample type, for formats with a choice.
        tags: `title`, `software` and `comment`, each optional.
        markers: (frame, text) of each; formats other than WAV store them in the comment.

    Raises:
        OSError: The file cannot be written.
        SoundError: The library for this format is missing.
    """

    def __init__(
        self,
        file: BinaryIO,
        *,
        suffix: str,
        sample_rate: int,
        samples: SampleFormat = "16",
        tags: Mapping[str, str] | None = None,
        markers: Sequence[tuple[int, str]] = (),
    ) -> None:
        self._wave: WavFile | None = None
        self._sound: Any = None
        self._dither = Dither() if suffix.lower() == ".flac" and samples == "16" else None
        tags = dict(tags or {})
        self._file = file
        if suffix.lower() == ".wav":
            self._wave = WavFile(
                file, sample_rate=sample_rate, samples=samples, tags=tags, markers=markers
            )
            return
        with self._library_errors():
            self._sound = _library_file(file, suffix.lower(), sample_rate, samples)
        said = [f"{frame / sample_rate:.1f} s: {text}" for frame, text in markers]
        if said:
            tags["comment"] = "\n".join([*filter(None, [tags.get("comment")]), *said])
        for name, text in tags.items():
            setattr(self._sound, name, text)

    def write(self, block: Block) -> None:
        """Add frames, (n, 2) float32 from -1 to 1.

        Raises:
            OSError: The disk is full or gone.
        """
        if self._wave is not None:
            self._wave.write(block)
            return
        frames = block if self._dither is None else self._dither.rounded(block, 16)
        for start in range(0, len(block), _FRAMES_AT_ONCE):
            with self._library_errors():
                self._sound.write(frames[start : start + _FRAMES_AT_ONCE])

    def __enter__(self) -> "AudioFile":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with self._library_errors():
            (self._wave or self._sound).close()

    @contextlib.contextmanager
    def _library_errors(self) -> Iterator[None]:
        """Turn the library's error on a full disk into the system's."""
        try:
            yield
        except (RuntimeError, AssertionError) as error:
            # The library reports only "System error."; writing again gets the system's error.
            os.write(self._file.fileno(), bytes(_ASKED_BYTES))
            raise OSError(str(error) or "the disk may be full") from error


def _library_file(file: BinaryIO, suffix: str, sample_rate: int, samples: SampleFormat) -> Any:
    try:
        import soundfile  # noqa: PLC0415 - not on every system, and WAV needs none
    except (ImportError, OSError) as error:
        raise SoundError(
            "{suffix} files cannot be written here.",
            suffix=suffix[1:].upper(),
            hint="WAV files can.",
        ) from error
    name, subtype = _BY_LIBRARY[suffix]
    if suffix == ".flac" and samples == "16":
        subtype = _FLAC_16
    # The library writes to the file itself: it would lose an exception of a callback.
    return soundfile.SoundFile(
        file.fileno(),
        "w",
        samplerate=sample_rate,
        channels=2,
        format=name,
        subtype=subtype,
        closefd=False,
    )
