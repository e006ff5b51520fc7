"""Evaluating a model on songs: what is found, where it is written, and what it copies."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import numpy as np

from engine.cli.judging import continuer, passages_among
from engine.cli.pages import pages
from engine.config import SamplingConfig
from engine.errors import EmptyMusicError, SegueError
from engine.evaluation.examination import FULL, QUICK, Extent, Step, attention_figures, examine
from engine.evaluation.judgement import judge
from engine.evaluation.originality import Fingerprints
from engine.evaluation.passage_loss import nats_a_note
from engine.evaluation.reading import Reading, reading_of
from engine.evaluation.samples import samples
from engine.evaluation.song import EvaluatedSong, song_of
from engine.generation.continuation import Opening
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.library.normalizing import normalized
from engine.library.reading import read_score
from engine.model.checkpoint import load_model
from engine.model.processor import use_processor
from engine.music.formats import MIDI
from engine.music.score import Score
from engine.paths import Paths
from engine.saving import write_atomically
from engine.tokens.tokenizer import Tokenizer
from engine.worker.known_songs import prints_of
from engine.worker.model_folders import find_model

JSON, PICTURE = "evaluation.json", "attention-by-age.png"
# Two phrases to go on from, and four of them made: as `made against real` does.
_BARS_OF_PROMPT = 8
_BARS_OF_SAMPLE = 16
_QUICK_SONGS, _QUICK_STEPS, _QUICK_SAMPLES, _QUICK_JUDGED = 8, 1536, 2, 2

Report = Callable[[float, str], None]
NamedScore = tuple[str, Score]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationRequest:
    """What is to be evaluated.

    Attributes:
        model: A model's name or folder.
        folder: Songs it has not learned from.
        only: Pattern of their paths in the folder, as in a shell; `*` matches slashes, too.
        most_songs: Look at so many, spread evenly over the folder; 0 takes all.
        most_steps: Read so many of the model's steps of each; 0 reads all.
        quick: Few songs, few places: a look, no measurement.
        attention_only: Only draw where the model looks.
        out: Where page, pictures and figures are written; None writes nothing.
        learned: Songs it learned from, to see what it copies; None takes those whose fingerprints
            are known here.
        samples: Continuations drawn for that.
        most_judged: Songs whose first bars are gone on with, to be put beside the real next bars.
    """

    model: str
    folder: Path
    only: str = "*"
    most_songs: int = 48
    most_steps: int = 6144
    quick: bool = False
    attention_only: bool = False
    out: Path | None = None
    learned: Path | None = None
    samples: int = 8
    most_judged: int = 24

    @property
    def extent(self) -> Extent:
        """How much is looked at."""
        return QUICK if self.quick else FULL

    @property
    def songs(self) -> int:
        """How many songs are looked at, at most; 0 takes all."""
        return min(self.most_songs or _QUICK_SONGS, _QUICK_SONGS) if self.quick else self.most_songs

    @property
    def continuations(self) -> int:
        """How many continuations are looked through for copies."""
        return min(self.samples, _QUICK_SAMPLES) if self.quick else self.samples

    @property
    def judged(self) -> int:
        """How many songs are gone on with beside their own next bars."""
        return min(self.most_judged, _QUICK_JUDGED) if self.quick else self.most_judged

    @property
    def steps(self) -> int:
        """How many steps of each are read, at most; 0 reads all."""
        most = self.most_steps
        return min(most or _QUICK_STEPS, _QUICK_STEPS) if self.quick else most


def evaluate(request: EvaluationRequest, *, paths: Paths, report: Report) -> dict[str, Any]:
    """Return the figures of a model on the songs of a folder, and write what was asked for.

    Args:
        request: What is to be evaluated.
        paths: The user's folders, where models are.
        report: Told the share that is done and a few words.

    Raises:
        SegueError: There is no such model, no music in the folder, or nowhere to write.
    """
    # Segments of one row: a second thread gains little, and loses much where a core is busy.
    use_processor(threads=1)
    folder = find_model(request.model, paths)
    loaded = load_model(folder)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    out = _made(request.out)
    report(0.0, "reading songs")
    reading = reading_of(loaded.model, tokenizer.vocabulary)
    songs = list(_songs(request, tokenizer, reading))
    if not songs:
        raise EmptyMusicError(f"There is no music in ‘{request.folder}’ to evaluate with.")
    values: dict[str, Any] = {"model": request.model}
    if request.attention_only:
        values["attention_by_age"] = attention_figures(reading, songs)
        if "left_out" in values["attention_by_age"]:
            raise EmptyMusicError(
                f"No song in ‘{request.folder}’ is long enough to fill the model's memory of"
                f" {loaded.model.config.mem_len} steps."
            )
        return values | _drawn(values["attention_by_age"], (out or Path()) / PICTURE, request)
    for step in examine(loaded.model, tokenizer, songs, request.extent):
        values |= step.figures
        report(step.share, step.text)
    for step in _judged(request, folder, reading, tokenizer, songs):
        values |= step.figures
        report(step.share, step.text)
    known = _known(request, folder, paths)
    if known is not None:
        scores = [(song.name, song.score) for song in songs[: request.continuations]]
        generator = MusicGenerator(LiveModel.of(loaded.model, tokenizer))
        values["copied"] = _copied(generator, known, scores, report)
    return values | (_page(values, out, title=_title(request)) if out is not None else {})


def _drawn(figures: dict[str, Any], picture: Path, request: EvaluationRequest) -> dict[str, str]:
    """Draw where the model looks; return where the picture is, or why there is none."""
    try:
        draw = pages().draw_attention
    except SegueError as error:
        return {"without": str(error)}
    _written(picture, lambda: draw(figures, picture, model=_title(request)))
    return {"picture": str(picture)}


def _page(values: dict[str, Any], out: Path, *, title: str) -> dict[str, str]:
    """Write the figures and their page; return where the page is, or why there is none."""
    text = json.dumps(values, indent=1, ensure_ascii=False) + "\n"
    _written(out / JSON, lambda: write_atomically(out / JSON, text.encode("utf-8")))
    try:
        write = pages().write_page
    except SegueError as error:
        return {"without": str(error)}
    _written(out, lambda: write(values | {"model": title}, out))
    return {"page": str(out / "evaluation.html")}


def _title(request: EvaluationRequest) -> str:
    return Path(request.model).name


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
    root = request.folder if request.folder.is_dir() else request.folder.parent
    files = [
        path
        for path in _files(request.folder)
        if fnmatch(path.relative_to(root).as_posix(), request.only)
    ]
    found = 0
    for path in _spread(files, request.songs):
        try:
            score = normalized(read_score(path, notation=False).score)
            song = song_of(path.relative_to(root).as_posix(), score, tokenizer)
        except SegueError:
            # What cannot be read is the importer's to report; here it is no song.
            continue
        yield _shortened(song, reading, request.steps)
        found += 1
        if found == request.songs:
            return


def _shortened(song: EvaluatedSong, reading: Reading, most_steps: int) -> EvaluatedSong:
    """Return the first steps of a song, whole ones; 0 takes all."""
    ends = reading.song(song.ids).ends
    return song.first(int(ends[most_steps - 1])) if 0 < most_steps < len(ends) else song


def _spread(files: Sequence[Path], count: int) -> list[Path]:
    """Return files with `count` that lie evenly among them first, the others to stand in."""
    if not count or len(files) <= count:
        return list(files)
    chosen = np.linspace(0, len(files) - 1, count).round().astype(int).tolist()
    return [files[i] for i in chosen] + [f for i, f in enumerate(files) if i not in set(chosen)]


def _judged(
    request: EvaluationRequest,
    folder: Path,
    reading: Reading,
    tokenizer: Tokenizer,
    songs: Sequence[EvaluatedSong],
) -> Iterator[Step]:
    """Yield what is made of the songs' prompts beside what really follows."""
    model = LiveModel.load(folder)
    chosen = passages_among(songs, count=request.judged)
    for step, _ in judge(chosen, continuer(model), nats_a_note(reading, tokenizer)):
        yield step


def _known(request: EvaluationRequest, folder: Path, paths: Paths) -> Fingerprints | None:
    if request.learned is not None:
        return Fingerprints(_scores(_files(request.learned)))
    return prints_of(folder, paths)


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
