"""The values that the training page shows."""

from dataclasses import dataclass
from typing import Literal

from engine.values.run_report import RunReport
from engine.values.score import Note

Tone = Literal["good", "warning", "danger", "plain"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The pieces that a training would learn from.

    Attributes:
        pieces: Number of ticked pieces.
        total: Number of pieces in the library.
        seconds: Length of the ticked pieces.
        filters: The filters that the ticked pieces pass, `piano · any key`.
        instruments: (short name, number of pieces), most frequent first.
        warning: One sentence, or empty.
        reading: The progress of an import in words, or empty.
        choice: A digest of the ticked pieces.
    """

    pieces: int
    total: int
    seconds: float
    filters: str = ""
    instruments: tuple[tuple[str, int], ...] = ()
    warning: str = ""
    reading: str = ""
    choice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartNeeded:
    """The part of the program that trains, where it is not installed.

    Attributes:
        needs: Its purpose, its size and where to get it, in words.
        from_file: Whether the page takes a downloaded file.
        installing: Whether a file is being installed.
        problem: Why the last file was refused, or empty.
    """

    needs: str
    from_file: bool
    installing: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedPiece:
    """A piece of a run.

    Attributes:
        title: The name of its file without folder and ending.
        path: Its path.
        length: How long it plays in words, or empty.
        set_aside: Whether the run only measures with it.
    """

    title: str
    path: str
    length: str = ""
    set_aside: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingPieces:
    """The pieces that a model learns from.

    Attributes:
        name: The name of the model; empty before there is one.
        pieces: Each of them.
        length: Their total length in words.
        left_out: Sentences on chosen pieces that the model does not learn from.
    """

    name: str
    pieces: tuple[LearnedPiece, ...]
    length: str
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupOption:
    """A goal or a time to choose.

    Attributes:
        key: Names it in signals.
        title: Its title.
        detail: One line under the title.
        reason: Why it cannot be chosen, or empty.
    """

    key: str
    title: str
    detail: str = ""
    reason: str = ""


class RunProgress(RunReport, frozen=True, kw_only=True):
    """The progress of a run, in the words that the page shows.

    Attributes:
        name: The name of the future model.
        done_at: Clock time of the end, `21:40`, or empty.
        notes_per_second: Speed; 0 if unknown.
        held_out: Latest held-out loss; negative if none.
        paused: Whether it is paused.
        pausing: Whether it is saving its step in order to pause.
        stopping: Whether it was stopped, and its best step is being kept.
        baseline: The base model's held-out loss; negative if unknown.
        baseline_name: The name of the base model.
        copied: The copied share of the last saved step, 0 to 1; negative if unknown.
        memory: Memory in use, as text, or empty.
        share: The progress from 0 to 1; negative if the steps tell it.
        use_when_done: Whether Compose takes the model as soon as it is made.
    """

    name: str = ""
    done_at: str = ""
    notes_per_second: float = 0.0
    held_out: float = -1.0
    paused: bool = False
    pausing: bool = False
    stopping: bool = False
    baseline: float = -1.0
    baseline_name: str = ""
    copied: float = -1.0
    memory: str = ""
    share: float = -1.0
    use_when_done: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Curves:
    """Figures that were measured at the same steps.

    The loss on the songs that are learned from is not among them: they are varied while they are
    learned, so it cannot be compared with the loss on songs that were never seen.

    Attributes:
        held_out: (step, loss on songs never seen, in nats a token).
        copied: (step, share of what the step writes that is also in the songs, 0 to 1).
        now: The present step; 0 before the first and after the end.
        next_step: The step that is measured next; 0 if unknown.
        steps: Right end of the chart.
        baseline: The base model's held-out loss; negative if none.
        baseline_name: The name of the base model.
        best_step: Step of the best held-out loss; 0 if none.
    """

    held_out: tuple[tuple[int, float], ...] = ()
    copied: tuple[tuple[int, float], ...] = ()
    now: int = 0
    next_step: int = 0
    steps: int = 0
    baseline: float = -1.0
    baseline_name: str = ""
    best_step: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleRow:
    """The same opening continued by one saved step.

    Attributes:
        title: `Starter`, or the step.
        loss: Held-out loss; negative if none.
        notes: (track, note), the opening included.
        boundary: The tick where the opening ends.
        best: Whether it is the best so far.
        step: The saved step; 0 for the base.
    """

    title: str
    loss: float
    notes: tuple[tuple[int, Note], ...]
    boundary: int = 0
    best: bool = False
    step: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A run that ended in a model.

    Attributes:
        name: The name of the model.
        step: Its saved step.
        planned: The number of steps that were planned; 0 if unknown.
        held_out: Its held-out loss; negative if unknown.
        baseline: The base model's held-out loss; negative if unknown.
        baseline_name: The name of the base model.
        copied: The copied share of its samples, 0 to 1; negative if unknown.
        steps: (step, label) of the steps that can replace it.
        default: Whether Compose uses it already.
    """

    name: str
    step: int
    planned: int = 0
    held_out: float = -1.0
    baseline: float = -1.0
    baseline_name: str = ""
    copied: float = -1.0
    steps: tuple[tuple[int, str], ...] = ()
    default: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindPair:
    """One opening as two saved steps continue it.

    Attributes:
        opening: The title of its piece.
        steps: The two steps, in the order in which the user chose them.
    """

    opening: str
    steps: tuple[int, int]
