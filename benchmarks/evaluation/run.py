"""Evaluating a model on songs: what is found, where it is written, and what it copies."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.evaluation.examination import (
    FULL,
    QUICK,
    Extent,
    attention_figures,
    examine,
)
from benchmarks.evaluation.reading import Reading, reading_of
from benchmarks.evaluation.samples import samples
from benchmarks.evaluation.song import EvaluatedSong, song_of
from benchmarks.pages.charts import draw_attention
from benchmarks.songs import Folders, SongFile, Split, first_songs
from engine.copying.fingerprints import Fingerprints
from engine.generation.continuation import Opening
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.ground.errors import EmptyMusicError, SegueError
from engine.ground.paths import Paths
from engine.ground.saving import write_atomically
from engine.library.normalizing import normalized
from engine.library.reading import read_score
from engine.making.known_songs import prints_of
from engine.model.description import seen_before
from engine.model.network.checkpoint import LoadedModel, load_model, weights_of
from engine.model.network.processor import use_processor
from engine.tokens.tokenizer import Tokenizer
from engine.values.config import SamplingConfig
from engine.values.formats import MIDI
from engine.values.score import Score

JSON, PICTURE = "evaluation.json", "attention-by-age.png"
# Two phrases to go on from, and four of them made: as `made against real` does.
_BARS_OF_PROMPT = 8
_BARS_OF_SAMPLE = 16
_QUICK_SONGS, _QUICK_STEPS, _QUICK_SAMPLES = 8, 1536, 2

Report = Callable[[float, str], None]
NamedScore = tuple[str, Score]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationRequest:
    """What is to be evaluated.

    Attributes:
        model: A model's folder.
        folders: Of songs it has not learned from, by collection.
        split: The half of them, or all.
        most_songs: Look at so many of each collection; 0 takes all.
        most_steps: Read so many of the model's steps of each; 0 reads all.
        quick: Few songs, few places: a look, no measurement.
        attention_only: Only draw where the model looks.
        out: Where the figures or the picture are written; None writes nothing.
        learned: Songs it learned from, to see what it copies; None takes those whose fingerprints
            are known here.
        samples: Continuations drawn for that.
    """

    model: Path
    folders: Folders
    split: Split = "all"
    most_songs: int = 48
    most_steps: int = 6144
    quick: bool = False
    attention_only: bool = False
    out: Path | None = None
    learned: Path | None = None
    samples: int = 8

    @property
    def extent(self) -> Extent:
        """How much is looked at."""
        return QUICK if self.quick else FULL

    @property
    def songs(self) -> int:
        """How many songs of a collection are looked at, at most; 0 takes all."""
        return min(self.most_songs or _QUICK_SONGS, _QUICK_SONGS) if self.quick else self.most_songs

    @property
    def continuations(self) -> int:
        """How many continuations are looked through for copies."""
        return min(self.samples, _QUICK_SAMPLES) if self.quick else self.samples

    @property
    def steps(self) -> int:
        """How many steps of each are read, at most; 0 reads all."""
        most = self.most_steps
        return min(most or _QUICK_STEPS, _QUICK_STEPS) if self.quick else most


def evaluate(request: EvaluationRequest, *, paths: Paths, report: Report) -> dict[str, Any]:
    """Return the figures of a model on some songs, and write what was asked for.

    Args:
        request: What is to be evaluated.
        paths: The user's folders, where models are.
        report: Told the share that is done and a few words.

    Raises:
        SegueError: There is no music in the folders, or nowhere to write.
    """
    # Segments of one row: a second thread gains little, and loses much where a core is busy.
    use_processor(threads=1)
    loaded = load_model(request.model)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    out = _made(request.out)
    report(0.0, "reading songs")
    reading = reading_of(loaded.model, tokenizer.vocabulary)
    songs = list(_songs(request, tokenizer, reading))
    if not songs:
        raise EmptyMusicError("There is no music in these folders to evaluate with.")
    values: dict[str, Any] = {"model": str(request.model)}
    if request.attention_only:
        values["attention_by_age"] = attention_figures(reading, songs)
        if "left_out" in values["attention_by_age"]:
            raise EmptyMusicError(
                "No song here is long enough to fill the model's memory of"
                f" {loaded.model.config.mem_len} steps."
            )
        return values | _drawn(values["attention_by_age"], (out or Path()) / PICTURE, request)
    for step in examine(loaded.model, tokenizer, songs, request.extent):
        values |= step.figures
        report(step.share, step.text)
    known = _known(request, paths)
    if known is not None:
        scores = [(song.name, song.score) for song in songs[: request.continuations]]
        generator = MusicGenerator(_live(loaded, tokenizer))
        values["copied"] = _copied(generator, known, scores, report)
    return values | (_saved(values, out / JSON) if out is not None else {})


def _live(loaded: LoadedModel, tokenizer: Tokenizer) -> LiveModel:
    """Return the model ready to draw."""
    seen = seen_before(loaded.model.config, loaded.card)
    return LiveModel.of(weights_of(loaded.model), tokenizer, mem_len=seen)


def _drawn(figures: dict[str, Any], picture: Path, request: EvaluationRequest) -> dict[str, str]:
    """Draw where the model looks; return where the picture is."""
    _written(picture, lambda: draw_attention(figures, picture, model=request.model.name))
    return {"picture": str(picture)}


def _saved(values: dict[str, Any], path: Path) -> dict[str, str]:
    """Write the figures; return where they are."""
    text = json.dumps(values, indent=1, ensure_ascii=False) + "\n"
    _written(path, lambda: write_atomically(path, text.encode("utf-8")))
    return {"figures": str(path)}


def _made(out: Path | None) -> Path | None:
    """Make the folder before the work, which takes minutes."""
    if out is not None:
        _written(out, lambda: out.mkdir(parents=True, exist_ok=True))
    return out


def _written(path: Path, write: Callable[[], object]) -> None:
    try:
        write()
    except OSError as error:
        raise SegueError(f"‘{path}’ cannot be written: {error.strerror or error}.") from error


def _songs(
    request: EvaluationRequest, tokenizer: Tokenizer, reading: Reading
) -> Iterator[EvaluatedSong]:
    def song(file: SongFile, score: Score) -> EvaluatedSong:
        whole = song_of(file.name, score, tokenizer, collection=file.collection)
        return _shortened(whole, reading, request.steps)

    return first_songs(request.folders, song, split=request.split, count=request.songs)


def _shortened(song: EvaluatedSong, reading: Reading, most_steps: int) -> EvaluatedSong:
    """Return the first steps of a song, whole ones; 0 takes all."""
    ends = reading.song(song.ids).ends
    return song.first(int(ends[most_steps - 1])) if 0 < most_steps < len(ends) else song


def _known(request: EvaluationRequest, paths: Paths) -> Fingerprints | None:
    if request.learned is not None:
        return Fingerprints(_scores(_files(request.learned)))
    return prints_of(request.model, paths)


def _copied(
    generator: MusicGenerator, known: Fingerprints, scores: Sequence[NamedScore], report: Report
) -> dict[str, Any]:
    """Return how much of what the model makes of some songs stands in those it learned from."""
    openings = list(_openings(scores))
    windows = matches = longest = 0
    sources: set[str] = set()
    drawn = samples(generator, openings, bars=_BARS_OF_SAMPLE, sampling=SamplingConfig())
    for number, sample in enumerate(drawn, 1):
        prompt = sample.score.between(0, sample.start)
        found = known.look_up(sample.score, start=sample.start, own=prompt)
        windows += found.windows
        matches += len(found.matches)
        longest = max(longest, found.longest)
        sources |= {match.song for match in found.matches}
        report(number / len(openings), "looking for copies")
    return {
        "samples": len(openings),
        "windows": windows,
        "matches": matches,
        "share": matches / windows if windows else 0.0,
        "longest": longest,
        "sure_from": known.sure_from,
        "songs": sorted(sources),
    }


def _openings(scores: Sequence[NamedScore]) -> Iterator[Opening]:
    for name, score in scores:
        try:
            yield Opening.of(score, bars=_BARS_OF_PROMPT, title=name)
        except EmptyMusicError:
            # A piece that begins with eight bars of silence is nothing to go on with.
            continue


def _files(folder: Path) -> list[Path]:
    """Return the MIDI files of a folder, or the one file that was named."""
    if not folder.exists():
        raise EmptyMusicError(f"There is no folder ‘{folder}’.")
    files = [folder] if folder.is_file() else sorted(folder.rglob("*"))
    return [path for path in files if path.suffix.lower() in MIDI.read and path.is_file()]


def _scores(files: Sequence[Path]) -> Iterator[NamedScore]:
    for path in files:
        try:
            yield path.name, normalized(read_score(path, notation=False).score)
        except SegueError:
            continue
