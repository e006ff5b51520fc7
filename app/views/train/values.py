"""The values that the training page shows."""

from dataclasses import dataclass
from typing import Literal

from engine.music.score import Note

Phase = Literal["preparing", "training", "evaluating", "sampling", "finishing"]
# Those that have a box: between steps it is evaluated and tried out by turns.
PHASES: tuple[Phase, ...] = ("preparing", "training", "sampling", "finishing")
Tone = Literal["good", "warning", "danger", "plain"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What there is to learn from.

    Attributes:
        pieces: Ticked pieces.
        total: Pieces in the library.
        seconds: Of the ticked ones.
        filters: What they have in common, `piano · any key`.
        instruments: (short name, pieces that have it), most first.
        warning: One sentence, or empty.
        reading: What is being read into the library, or empty.
        choice: A digest of which pieces are ticked.
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
class PieceList:
    """The pieces that a model learns from.

    Attributes:
        name: The model's, or empty before there is one.
        pieces: Where each one is.
        length: How long they are together, in words.
        left_out: Sentences on those that were chosen and are not learned from.
    """

    name: str
    pieces: tuple[str, ...]
    length: str
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A goal or a time to choose.

    Attributes:
        key: What names it in signals.
        title: In bold.
        detail: One line under it.
        reason: Why it cannot be chosen, or empty.
    """

    key: str
    title: str
    detail: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunProgress:
    """How far a run is.

    Attributes:
        phase: What it does.
        step: Steps done.
        steps: Steps planned.
        name: What the model will be called.
        passes: Which pass over the pieces, from 1; 0 if unknown.
        seconds_left: An estimate; negative when there is none.
        done_at: Clock time of the end, `21:40`, or empty.
        notes_per_second: Speed; 0 if unknown.
        device: `CPU`, or a GPU's name.
        device_reason: Why it is that.
        held_out: Latest held-out loss; negative if none.
        paused: Whether it waits.
        pausing: Whether it is about to wait.
        memory: Memory in use, as text, or empty.
        share: How much is done, 0 to 1; negative: by its steps.
    """

    phase: Phase
    step: int
    steps: int
    name: str = ""
    passes: int = 0
    seconds_left: float = -1.0
    done_at: str = ""
    notes_per_second: float = 0.0
    device: str = ""
    device_reason: str = ""
    held_out: float = -1.0
    paused: bool = False
    pausing: bool = False
    memory: str = ""
    share: float = -1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Curves:
    """The losses, in nats a token, by step.

    Attributes:
        training: (step, loss).
        held_out: (step, loss).
        steps: Right end of the chart.
        baseline: The base model's held-out loss; negative if none.
        baseline_name: Its name.
        best_step: Step of the best held-out loss; 0 if none.
    """

    training: tuple[tuple[int, float], ...] = ()
    held_out: tuple[tuple[int, float], ...] = ()
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
        notes: (track, note).
        best: Whether it is the best so far.
        step: The saved step; 0 is what it began with.
    """

    title: str
    loss: float
    notes: tuple[tuple[int, Note], ...]
    best: bool = False
    step: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A run that ended in a model.

    Attributes:
        name: The model's.
        step: The saved step that it is.
        steps: (step, label) of those that can be taken instead.
        default: Whether Compose goes on with it already.
    """

    name: str
    step: int
    steps: tuple[tuple[int, str], ...] = ()
    default: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindPair:
    """One opening gone on with by two saved steps.

    Attributes:
        opening: Title of the piece it is from.
        steps: The two, in the order the user chose them.
    """

    opening: str
    steps: tuple[int, int]
