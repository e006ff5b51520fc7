"""What a piece did before comes back in what is made, as often as was asked for."""

from engine.live.session import Session
from engine.messages import PartNote
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR, asking, notes_of

THEME = (60, 67, 64, 62, 65, 72, 69, 71)
OTHER = (50, 53, 51, 55, 58, 52, 57, 54)


def melody(*pitches: int) -> Score:
    notes = tuple(Note(i * 480, pitch, 480, 80) for i, pitch in enumerate(pitches))
    return Score(tracks=(Track(notes=notes),))


def share_of(pitches: tuple[int, ...], made: list[PartNote], *, start: int) -> float:
    """Return which share of these quarters is among what was made."""
    wanted = {(start + i * 480, pitch) for i, pitch in enumerate(pitches)}
    return len(wanted & {(part.note.start, part.note.pitch) for part in made}) / len(wanted)


def going_on(
    session: Session, score: Score, *, bars: int, echo: float, since: int = 0
) -> list[PartNote]:
    wish = asking(
        score,
        start=score.end,
        bars=bars,
        since=since,
        sampling=SamplingConfig(temperature=1.0, min_p=0.0, seed=3, echo=echo),
    )
    return notes_of(list(session.continue_(wish)))


def test_a_piece_of_one_idea_is_gone_on_with_by_it(session: Session) -> None:
    # The model's weights are random: whatever it knows of this tune it has heard in it.
    piece = melody(*THEME * 4)
    alone, echoed = (going_on(session, piece, bars=2, echo=echo) for echo in (0.0, 4.0))
    assert share_of(THEME, alone, start=8 * BAR) < 0.3
    assert share_of(THEME, echoed, start=8 * BAR) > 0.7


def test_what_is_forgotten_does_not_come_back(session: Session) -> None:
    # The theme, something else, and the theme's first bar: what comes next?
    piece = melody(*THEME * 4, *OTHER, *THEME[:4])
    whole, forgotten = (
        going_on(session, piece, bars=1, echo=4.0, since=since) for since in (0, 8 * BAR)
    )
    assert share_of(THEME[4:], whole, start=11 * BAR) > 0.7
    assert share_of(THEME[4:], forgotten, start=11 * BAR) < 0.3
