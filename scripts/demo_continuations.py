"""Write assets/continued: `python scripts/demo_continuations.py` from the repository's root.

The start page plays these offers and opens them. Each has the first bars of a demo piece and what
the starter model answered to the request of the window. Run it again when the starter, the ranking
or a demo piece changes.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.compose.beginning.continued_demos import FEATURED  # noqa: E402 - after the path
from app.files.made_offer import Answer, MadeOffer  # noqa: E402
from app.values.continue_settings import ContinueSettings  # noqa: E402
from engine.generation.model import LiveModel  # noqa: E402
from engine.ground.paths import continued_pieces, demo_pieces, starter_model, user_paths  # noqa: E402
from engine.live.session import Session  # noqa: E402
from engine.making.known_songs import prints_of  # noqa: E402
from engine.messages import (  # noqa: E402
    AlternativeFinished,
    ChordsPlanned,
    ContinuationFinished,
    Continue,
    NotesMade,
)
from engine.midi.file.files import read_file  # noqa: E402
from engine.midi.file.midifile import read_midi  # noqa: E402
from engine.piece.composition import Composition  # noqa: E402
from engine.values.score import Score  # noqa: E402
from engine.values.time import BarMap  # noqa: E402

# Bars of the piece, and bars that are made.
BARS = 8


def first_bars(score: Score) -> Score:
    """Return the piece without the notes after its first bars."""
    start = BarMap.of(score).start_of(BARS)
    return ContinueSettings().asking(start=start).request.writing(score, (), end=None)


def made_offer(score: Score, *, model: LiveModel) -> MadeOffer:
    """Return what the model answers when the window asks it to continue a piece.

    Args:
        score: The first bars of a piece.
        model: The starter.
    """
    settings = ContinueSettings().asking(
        start=BarMap.of(score).start_of(BARS), bars=BARS, roles=Composition.of(score).roles
    )
    ask = settings.drawing(seed=1).request
    session = Session(model, prints=prints_of(starter_model(), user_paths()))
    events = list(session.continue_(Continue(request=1, score=score, ask=ask)))
    best = next(each.best for each in events if isinstance(each, ContinuationFinished))
    answers = [
        msgspec.structs.replace(answer, alternative=place)
        for place, number in enumerate(best[: ask.alternatives])
        for answer in _answers(events, number)
    ]
    return MadeOffer(model=model.name, score=score, ask=ask, answers=tuple(answers))


def _answers(events: Sequence[object], number: int) -> Iterator[Answer]:
    """Yield what was answered for one candidate; all its notes are one message."""
    notes = []
    for event in events:
        if getattr(event, "alternative", None) != number:
            continue
        match event:
            case ChordsPlanned():
                yield event
            case NotesMade():
                notes += event.notes
            case AlternativeFinished():
                yield NotesMade(
                    request=event.request,
                    alternative=number,
                    notes=tuple(notes),
                    until=event.made.end,
                )
                yield event


def main() -> None:
    """Write every offer and say what it is."""
    continued_pieces().mkdir(exist_ok=True)
    for name in FEATURED:
        score = read_midi(read_file(demo_pieces() / f"{name}.mid")).score
        made = made_offer(first_bars(score), model=LiveModel.load(starter_model()))
        (continued_pieces() / f"{name}.json").write_bytes(msgspec.json.encode(made) + b"\n")
        counts = [len(each.notes) for each in made.offer().alternatives]
        print(f"{name:18} {counts} notes written")


if __name__ == "__main__":
    main()
