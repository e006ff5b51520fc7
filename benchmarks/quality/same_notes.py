"""`python -m benchmarks same-notes --out FILE.json`: digests of the notes of 72 requests.

Draw them before a change that is meant to change no note, and with --beside FILE.json after each
of its commits. The digests are of this machine: another one may add in another order.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, get_args

from benchmarks.arguments import add_model, add_out_file
from benchmarks.harness import Benchmark, Figures
from engine.cli.command import Arguments
from engine.cli.output import Output
from engine.copying.fingerprints import Fingerprints
from engine.generation.continuation import Gathering
from engine.generation.draw import MusicGenerator
from engine.generation.filling import answering
from engine.generation.model import LiveModel
from engine.generation.priors import SHAPE
from engine.ground.errors import SegueError
from engine.ground.paths import demo_pieces
from engine.harmony.chord_track import typed_chords, with_chords
from engine.midi.file.midifile import read_midi
from engine.model.network.processor import use_processor
from engine.request import DrawingLimits, Request, same_role
from engine.values.config import STEERS, SamplingConfig, SteeringConfig
from engine.values.score import Note, Score, Track
from engine.values.time import BarMap
from engine.values.wishes import Wish

_BAND, _SAINTS, _LULLABY, _PIANO = "night-drive", "when-the-saints", "lullaby", "morning-pages"
_AT = 12  # bars before most requests


class _Asked(NamedTuple):
    """A request by its name, and whether every strength is on, or those of the model are."""

    name: str
    score: Score
    request: Request
    is_shaped: bool = False


def digest_of(generator: MusicGenerator, score: Score, request: Request) -> str:
    """Return a digest of all notes of a request's alternatives, in their order."""
    gathering = Gathering(score, request)
    for event in answering(generator, score, request):
        gathering.add(event)
    found = [
        (made.seed, made.end, [(part.track, part.note) for part in made.parts])
        for made in gathering.continuations()
    ]
    return sha256(repr(found).encode()).hexdigest()[:16]


def requests() -> Iterator[_Asked]:
    """Yield the requests: continuations, wishes, gaps, new parts, limits, long ones."""
    for path in sorted(demo_pieces().glob("*.mid")):
        yield _asked(f"goes on: {path.stem}", path.stem)
    for wish in get_args(Wish)[1:]:
        for name in (_BAND, "minuet-in-g"):
            yield _asked(f"{wish}: {name}", name, wish=wish)
    yield from _gaps()
    yield from _new_parts()
    yield from _limited()
    for name in (_BAND, _SAINTS, "little-march", "canon-in-d", "blue-hour"):
        yield _asked(f"16 bars: {name}", name, bars=16)
    yield _asked("24 bars, best of four", _PIANO, bars=24, best_of=4)
    late = _asked("16 bars late", "greensleeves", bars=16)
    yield late._replace(request=replace(late.request, start=BarMap.of(late.score).start_of(24)))
    for name in (_SAINTS, _PIANO, "greensleeves"):
        yield _asked(f"every strength: {name}", name)._replace(is_shaped=True)
    gap = _gap("a gap, every strength", _LULLABY, written=(0,), harmony="free")
    yield gap._replace(is_shaped=True)


def _gaps() -> Iterator[_Asked]:
    for name, written in ((_LULLABY, (0,)), ("blue-hour", (1, 2)), (_SAINTS, (0,))):
        yield _gap(f"a gap: {name}", name, written=written)
        yield _gap(f"a free gap: {name}", name, written=written, harmony="free")
    yield _gap("a gap of all", "ode-to-joy", written=(0, 1, 2, 3))
    yield _gap("thinned", "stone-bridge", written=(1,), selected="thinned")
    yield _gap("more of it", "waltz-for-two", written=(1,), selected="kept")
    yield _gap("best of three", _LULLABY, written=(1,), best_of=3)
    yield _gap("busier gap", _SAINTS, written=(3,), wish="busier")


def _new_parts() -> Iterator[_Asked]:
    for name, added in (
        (_PIANO, Track(program=33)),
        ("greensleeves", Track(program=48)),
        ("ode-to-joy", Track(is_drum=True)),
    ):
        whole = _piece(name)
        score = replace(whole, tracks=(*whole.tracks, added))
        roles = (*same_role("context", len(whole.tracks)), "write")
        request = Request(bars=8, alternatives=2, fill=True, roles=roles)
        yield _Asked(f"a new part: {name}", score, request)
    tune = Score(tracks=(_piece("greensleeves").tracks[0], Track(program=33)))
    roles = ("context", "write")
    request = Request(bars=8, alternatives=2, fill=True, roles=roles)
    yield _Asked("a bass under a tune", tune, request)


def _limited() -> Iterator[_Asked]:
    for slider in STEERS:
        steering = SteeringConfig(**{slider: 1.0})
        yield _asked(f"more {slider}", "blue-hour", steering=steering)
    scale = DrawingLimits(pitch_classes=(0, 2, 4, 5, 7, 9, 11), lowest=48, highest=84, max_voices=2)
    yield _asked("a scale", "prelude-in-c", limits=scale)
    echo, limits = SamplingConfig(echo=4.0, seed=7), DrawingLimits(longest_copy=15)
    yield _asked("no copy", "canon-in-d", limits=limits, sampling=echo)
    yield _asked("echo", _BAND, sampling=echo)
    yield _asked("best of four", _SAINTS, best_of=4)
    yield _asked("another piece before", _PIANO, remembered=_piece(_BAND))
    yield _asked("bars follow", _SAINTS, following=2)
    inside = _asked("inside a bar", _BAND)
    yield inside._replace(request=replace(inside.request, start=inside.request.start + 700))
    for harmony in ("followed", "held"):
        plain = _piece("ode-to-joy")
        chords = typed_chords(" | ".join(["C", "F", "G", "Am"] * 8), plain)
        asked = _asked(f"chords {harmony}", "ode-to-joy", harmony=harmony)
        yield asked._replace(score=with_chords(plain, chords))
    drums = Score(tracks=(_piece(_BAND).tracks[-1],))
    yield _asked("drums alone", _BAND)._replace(score=drums)
    for name in (_PIANO, "prelude-in-c"):
        yield _asked(f"performed: {name}", name)._replace(score=_performed(_piece(name)))


def _asked(what: str, name: str, **asked: Any) -> _Asked:
    score = _piece(name)
    usual = Request(
        start=BarMap.of(score).start_of(_AT), alternatives=2, sampling=SamplingConfig(seed=7)
    )
    return _Asked(what, score, replace(usual, **asked))


def _gap(what: str, name: str, *, written: Sequence[int], **asked: Any) -> _Asked:
    tracks = range(len(_piece(name).tracks))
    roles = tuple("write" if track in written else "context" for track in tracks)
    return _asked(what, name, fill=True, roles=roles, **asked)


@cache
def _piece(name: str) -> Score:
    return read_midi((demo_pieces() / f"{name}.mid").read_bytes()).score


def _performed(score: Score) -> Score:
    """Return a piece as if played: each note a little early or late, loud or soft."""
    random = Random(7)  # noqa: S311 - music, no secret
    return replace(
        score,
        tracks=tuple(
            track.with_notes([_played(note, random) for note in track.notes])
            for track in score.tracks
        ),
    )


def _played(note: Note, random: Random) -> Note:
    start = max(0, note.start + round(random.gauss(0, 25)))
    velocity = min(127, max(1, note.velocity + random.randrange(-12, 13)))
    return replace(note, start=start, velocity=velocity)


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser)
    add_out_file(parser)
    parser.add_argument("--beside", type=Path, metavar="FILE.json", help="what --out wrote before")


def _measure(arguments: Arguments, output: Output) -> Figures:
    use_processor(threads=1)
    model = LiveModel.load(arguments.model)
    prints = Fingerprints([(_BAND, _piece(_BAND)), ("canon-in-d", _piece("canon-in-d"))])
    own = MusicGenerator(model, prints=prints)
    shaped = MusicGenerator(replace(LiveModel.load(arguments.model), priors=SHAPE), prints=prints)
    progress, found = output.progress("Same notes"), dict[str, str]()
    asked = [*requests()]
    for number, each in enumerate(asked, 1):
        generator = shaped if each.is_shaped else own
        found[each.name] = digest_of(generator, each.score, each.request)
        progress.update(number / len(asked), each.name)
    progress.done()
    if arguments.out:
        arguments.out.write_text(json.dumps(found, indent=1), encoding="utf-8")
    if arguments.beside:
        refuse_other(json.loads(arguments.beside.read_text(encoding="utf-8")), found)
    return {"requests": len(found)}


def refuse_other(before: Mapping[str, str], found: Mapping[str, str]) -> None:
    """Raise a `SegueError` that names the requests with other notes than before, if there are."""
    other = sorted(name for name, digest in found.items() if before.get(name) != digest)
    if other:
        raise SegueError(f"{len(other)} of {len(found)} requests differ: {'; '.join(other)}.")


BENCHMARKS = {"same-notes": Benchmark(define=_define, measure=_measure, about=__doc__)}
