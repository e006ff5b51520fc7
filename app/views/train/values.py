"""The values that the training page shows."""

from dataclasses import dataclass
from typing import Literal

from app.words.figures import HIGH
from engine.values.run_report import Phase, RunReport
from engine.values.score import Note

# The band of so few songs reaches from the least gain to the largest.
FEW_SONGS = 4
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
        verdict: How much better it is than its base, in words, or empty.
        verdict_detail: At which songs.
        paused: Whether it is paused.
        pausing: Whether it is saving its step in order to pause.
        stopping: Whether it was stopped, and its best step is being kept.
        copied: The copied share of the last samples, in words, or empty.
        copied_name: The name of that share.
        spent: (phase, seconds) of the phases so far.
        memory: Memory in use, as text, or empty.
        share: The progress from 0 to 1; negative if the steps tell it.
        use_when_done: Whether Compose takes the model as soon as it is made.
    """

    name: str = ""
    done_at: str = ""
    notes_per_second: float = 0.0
    verdict: str = ""
    verdict_detail: str = ""
    paused: bool = False
    pausing: bool = False
    stopping: bool = False
    copied: str = ""
    copied_name: str = ""
    spent: tuple[tuple[Phase, float], ...] = ()
    memory: str = ""
    share: float = -1.0
    use_when_done: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """How much less a step is surprised by songs that it never saw than the base, as a share.

    Attributes:
        step: The step; 0 is the base.
        share: Of all these songs together; negative if it is surprised more.
        low, high: Where the middle half of the songs lies, or all of few; `share` if unknown.
        songs: The number of songs; 0 if their own losses are unknown.
        better: At how many of them the step is better than the base.
    """

    step: int
    share: float
    low: float
    high: float
    songs: int = 0
    better: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Curves:
    """Figures that were measured at the same steps.

    The loss on the songs that are learned from is not among them: they are varied while they are
    learned, so it cannot be compared with the loss on songs that were never seen.

    Attributes:
        gains: The gain of each measured step.
        copied: (step, share of what the step writes that is also in the songs, 0 to 1).
        now: The present step; 0 before the first and after the end.
        next_step: The step that is measured next, and when in words; None if unknown.
        steps: Right end of the chart.
        base: The name of what the gains are counted from.
        best_step: Step of the best held-out loss; 0 if none.
        limit: The copied share above which the page advises to stop.
    """

    gains: tuple[Gain, ...] = ()
    copied: tuple[tuple[int, float], ...] = ()
    now: int = 0
    next_step: tuple[int, str] | None = None
    steps: int = 0
    base: str = ""
    best_step: int = 0
    limit: float = HIGH


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleRow:
    """The same opening continued by one saved step.

    Attributes:
        title: `Starter`, or the step.
        figure: How much better it is than its base, in words, or empty.
        notes: (track, note), the opening included.
        boundary: The tick where the opening ends.
        best: Whether it is the best so far.
        step: The saved step; 0 for the base.
    """

    title: str
    notes: tuple[tuple[int, Note], ...]
    boundary: int = 0
    figure: str = ""
    best: bool = False
    step: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A run that ended in a model.

    Attributes:
        name: The name of the model.
        step: Its saved step.
        planned: The number of steps that were planned; 0 if unknown.
        verdict: How much better it is than its base, in words, or empty.
        verdict_detail: At which songs.
        copied: The copied share of its samples, in words, or empty.
        copied_name: The name of that share.
        spent: (phase, seconds) of all phases.
        heard: Whether its samples can be heard.
        steps: (step, label) of the steps that can replace it.
        default: Whether Compose uses it already.
    """

    name: str
    step: int
    planned: int = 0
    verdict: str = ""
    verdict_detail: str = ""
    copied: str = ""
    copied_name: str = ""
    spent: tuple[tuple[Phase, float], ...] = ()
    heard: bool = False
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
