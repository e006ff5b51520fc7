"""The one figure of a training, the band of its songs, and when copying is said."""

import pytest
from msgspec.structs import replace

from app.state.training_run import TrainingRun
from app.train.copied import copying_note, copying_words, figure_of, limit_of
from app.train.gains import gains_of, verdict_of
from app.train.shows import coming
from engine import messages
from engine.values.copied import CopiedPassage


def run_of(*losses: float, songs: tuple[tuple[float, ...], ...] = ()) -> TrainingRun:
    """A run that was measured every 40 steps, one row of `songs` for each time."""
    run = TrainingRun(name="Mine", base="starter", preset="taste")
    best = 0
    for number, loss in enumerate(losses):
        if number and loss <= min(losses[1 : number + 1]):
            best = 40 * number
        report = messages.TrainingProgress(
            phase="training",
            step=40 * number,
            steps=320,
            validation_loss=loss,
            song_losses=songs[number] if songs else (),
            best_step=best,
            seconds_left=240.0,
        )
        run = run.reporting(report, now_s=10.0 * number)
    return run


def heard(*shares: float, windows: int = 200) -> tuple[messages.StepSampled, ...]:
    return tuple(
        messages.StepSampled(
            step=40 * number,
            loss=1.0,
            samples=(),
            windows=windows,
            copied=share,
            passages=(CopiedPassage(song="Aria", bar=5, notes=16 + number),) if share else (),
        )
        for number, share in enumerate(shares)
    )


@pytest.mark.parametrize(
    ("losses", "said"),
    [
        ((0.200,), ""),
        ((0.200, 0.190), "5 % better than Starter"),
        ((0.200, 0.190, 0.195), "5 % better than Starter"),
        ((0.200, 0.197), "1.5 % better than Starter"),
        ((0.200, 0.1995), "As good as Starter"),
        ((0.200, 0.212), "6 % worse than Starter"),
    ],
)
def test_one_figure_says_how_much_better_the_best_step_is(
    losses: tuple[float, ...], said: str
) -> None:
    assert verdict_of(run_of(*losses), base="Starter")[0] == said


def test_the_band_is_of_the_songs_each_against_itself_before() -> None:
    # A hard song and easy ones: what counts is how each of them changed.
    base = (2.0, 0.1, 0.2, 0.4, 1.0)
    later = (1.8, 0.09, 0.2, 0.38, 1.1)
    run = run_of(1.0, 0.95, songs=(base, later))
    gain = gains_of(run)[-1]
    assert (round(gain.low, 3), round(gain.high, 3)) == (0.0, 0.1)
    assert (gain.better, gain.songs) == (3, 5)
    assert verdict_of(run, base="Starter")[1].endswith("better at 3 of 5")
    few = gains_of(run_of(1.0, 0.95, songs=(base[:3], later[:3])))[-1]
    assert (round(few.low, 3), round(few.high, 3)) == (0.0, 0.1)
    # Losses of other songs than before are no band.
    assert gains_of(run_of(1.0, 0.95, songs=(base, later[:3])))[-1].songs == 0


# What the starter shares, then the shares of the saved steps; each of 200 windows.
@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ((0.0,), ""),
        ((0.3,), ""),  # nothing was learned yet
        ((0.0, 0.3), ""),  # one sample
        ((0.028, 0.076, 0.0, 0.065), ""),  # the noise of a real run
        ((0.06, 0.07, 0.09, 0.08), ""),  # tunes that share phrases, as the starter says
        ((0.06, 0.13, 0.12, 0.14), "It copies much from your pieces (13.0 %): better stop."),
        ((0.01, 0.05, 0.06, 0.07), "It copies more than Starter (6.0 %, Starter: 1.0 %)."),
        ((0.01, 0.2, 0.0, 0.25), "It copies much from your pieces (15.0 %): better stop."),
        ((0.01, 0.2, 0.3, 0.0, 0.01, 0.0), ""),  # it was, and is no more
    ],
)
def test_copying_is_said_when_several_samples_have_more_than_the_starter(
    shares: tuple[float, ...], said: str
) -> None:
    run = replace(run_of(0.2, 0.19), sampled=heard(*shares))
    assert copying_words(run, base="Starter")[0] == said
    assert bool(copying_note(run)) is bool(said)
    assert bool(figure_of(run, base="Starter")[0]) is (len(shares) > 3)


def test_the_limit_is_above_what_such_pieces_share_anyway() -> None:
    assert limit_of(run_of(0.2)) == 0.1
    assert limit_of(replace(run_of(0.2), sampled=heard(0.08))) == 0.16


def test_a_made_model_was_heard_often_enough_to_be_told_by_itself() -> None:
    made = messages.ModelMade(
        folder="/m", name="Mine", step=40, validation_loss=0.19, copied=0.3, steps=(40,)
    )
    run = replace(run_of(0.2, 0.19), sampled=heard(0.01, 0.3), made=made)
    text, tone = copying_words(run, base="Starter")
    assert (text, tone) == (
        "It copies much from your pieces (30.0 %): an earlier step may copy less.",
        "danger",
    )
    assert copying_note(run) == "Step 40: 17 notes in a row of ‘Aria’, from bar 5."


def test_steps_not_yet_reached_say_when_they_are() -> None:
    run = run_of(0.2, 0.19, 0.18)
    assert coming(run, count=2) == ((120, "in 40 s"), (160, "in 80 s"))
    assert coming(replace(run, paused=True), count=1) == ((120, ""),)
    assert coming(run_of(0.2), count=2) == ()


def test_the_time_of_a_phase_is_what_passed_between_its_reports() -> None:
    run = TrainingRun(name="Mine", base="starter", preset="taste")
    for phase, now_s in (("preparing", 5.0), ("preparing", 8.0), ("training", 9.0)):
        report = messages.TrainingProgress(phase=phase, step=1, steps=4)  # type: ignore[arg-type]
        run = run.reporting(report, now_s=now_s)
    # A pause lasts as long as it likes.
    run = replace(run, heard_s=-1.0)
    for now_s in (1000.0, 1060.0):
        report = messages.TrainingProgress(phase="training", step=2, steps=4)
        run = run.reporting(report, now_s=now_s)
    assert dict(run.spent) == {"preparing": 4.0, "training": 60.0}
