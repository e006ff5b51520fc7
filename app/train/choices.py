"""The choices before a training, in words: goals, times, settings by hand, checks."""

import msgspec
from PySide6.QtCore import QCoreApplication

from app.files.models import STARTER as SHIPPED
from app.files.models import ModelInfo
from app.settings.table import TRAINING
from app.views.train.values import SetupOption, Sources
from app.words.engine import translate_engine_text
from app.words.figures import duration, number, size
from engine import messages
from engine.values.config import IDS_A_NOTE

# The names that the engine knows; their order is that of the buttons.
STYLE = "style"
PRESETS = (STYLE, "taste", "evening", "overnight")
# Shown and used until a trial has measured this computer.
NOMINAL_S = {STYLE: 60.0, "taste": 900.0, "evening": 7200.0, "overnight": 28800.0}
# With less music the page refuses to start from nothing, and to start at all.
SCRATCH_NEEDS_S = 10 * 3600.0
FINE_TUNING_NEEDS_S = 60.0
# Fine-tuning with less music sounds worse and copies more.
WORKS_FROM_S = 20 * 60.0
STARTER, SCRATCH = "starter", "scratch"
# Each goal is a card; more would push the time and the name out of a small window.
MOST_GOALS = 4
# The defaults where there was no trial.
USUAL = messages.ExpertSettings(**{row.key: row.default for row in TRAINING})


def goals_of(sources: Sources, models: list[ModelInfo], *, chosen: str) -> tuple[SetupOption, ...]:
    """Return the goals, the chosen model among them."""
    have = duration(sources.seconds)
    few = _tr("%1 of music is too little to learn from nothing; it takes about 10 h.")
    if not sources.pieces:
        few = _tr("It takes about 10 h of music.")
    fixed = [
        SetupOption(
            key=STARTER,
            title=_tr("Sound like my pieces"),
            detail=_tr("starts from Starter · works from 20 minutes of music"),
        ),
        SetupOption(
            key=SCRATCH,
            title=_tr("Only my pieces"),
            detail=_tr("learns from nothing but your music"),
            reason=few.replace("%1", have) if sources.seconds < SCRATCH_NEEDS_S else "",
        ),
    ]
    own = _own(models)
    own.sort(key=lambda info: str(info.folder) != chosen)
    further = [
        SetupOption(
            key=str(info.folder),
            title=_tr("Go on with “%1”").replace("%1", info.name),
            detail=info.detail,
            reason=info.problem,
        )
        for info in own
    ]
    return (*fixed, *further)[:MOST_GOALS]


def base_of(wanted: str, models: list[ModelInfo]) -> str:
    """Return the wanted base if it is offered, and the starter otherwise.

    The starter is recognised by its name, whatever its folder.
    """
    offered = {SCRATCH, *(str(info.folder) for info in _own(models))}
    return wanted if wanted in offered else STARTER


def presets_of(trial: messages.TrialMeasured | None, *, base: str) -> tuple[SetupOption, ...]:
    """Return the times; measured ones where a trial ran on this computer."""
    titles = (_tr("Style"), _tr("Taste"), _tr("Evening"), _tr("Night"))
    choices = []
    shorter = 0.0
    for key, title in zip(PRESETS, titles, strict=True):
        time = time_of(trial, key)
        seconds = time.seconds if time else NOMINAL_S[key]
        # With few pieces a longer training would only memorise them.
        longer = not shorter or seconds > 1.1 * shorter
        reason = "" if longer else _tr("With so few pieces it would take no longer than the others")
        if key == STYLE and base == SCRATCH:
            reason = _tr("A style belongs to a model: begin with one")
        detail = duration(seconds) if longer else ""
        choices.append(SetupOption(key=key, title=title, detail=detail, reason=reason))
        shorter = max(shorter, seconds)
    return tuple(choices)


def note_of(trial: messages.TrialMeasured | None, preset: str, *, measuring: bool) -> str:
    """Return a sentence on what a preset takes, as the trial measured it."""
    if preset == STYLE:
        return _tr(
            "Remembers how these pieces sound, as if the model had just heard them."
            " The model itself stays; it is heard most in the first few hundred notes of a piece."
        )
    if trial is None:
        if measuring:
            return _tr("Measuring this computer with your pieces…")
        return _tr("One processor core is kept free for playing.")
    parts = []
    time = time_of(trial, preset)
    if time is not None:
        spread = duration(time.seconds)
        if time.slowest_seconds > 1.15 * time.seconds:
            text = _tr("%1 to %2")
            spread = text.replace("%1", spread).replace("%2", duration(time.slowest_seconds))
        text = _tr("%1, %2 steps, each piece about %3 times.")
        text = text.replace("%1", spread).replace("%2", number(time.steps))
        parts.append(text.replace("%3", f"{max(1.0, time.passes):.0f}"))
    text = _tr("%1 (%2): %3 notes a second, %4 of memory, %5 pieces side by side.")
    text = text.replace("%1", trial.device).replace(
        "%2", translate_engine_text(trial.device_reason)
    )
    text = text.replace("%3", number(round(trial.tokens_per_second / IDS_A_NOTE)))
    text = text.replace("%4", size(trial.memory_bytes)).replace("%5", str(trial.rows))
    parts.append(text)
    text = _tr("Up to %1 of disk; %2 are free.").replace("%1", size(trial.disk_bytes))
    parts.append(text.replace("%2", size(trial.free_bytes)))
    return " ".join(parts)


def checks_of(
    trial: messages.TrialMeasured | None,
    sources: Sources,
    *,
    on_battery: bool | None,
    base: str,
    preset: str,
) -> str:
    """Return warnings before a start, or an empty text."""
    if preset == STYLE:
        return ""  # a minute on the processor, on few pieces
    parts = []
    if on_battery:
        parts.append(_tr("The computer runs on its battery: plug it in for a long training."))
    # Compare rounded minutes, as the sentence shows them: it must not say that 20 are too few.
    if 0 < round(sources.seconds / 60) < WORKS_FROM_S / 60 and base != SCRATCH:
        text = _tr("%1 of music is little: 20 minutes or more sound better, and copy less.")
        parts.append(text.replace("%1", duration(sources.seconds)))
    if trial is not None and (missing := room_lacks(trial)):
        parts.append(missing)
    return " ".join(parts)


def reason_of(
    sources: Sources, trial: messages.TrialMeasured | None, *, base: str, failure: str
) -> str:
    """Return why a training cannot start, or an empty text."""
    if not sources.total and sources.reading:
        return _tr("Your pieces are being read; then there is something to learn from.")
    if not sources.pieces:
        return _tr("No pieces to learn from yet. You need about 20 minutes of MIDI: add a folder.")
    if sources.seconds < FINE_TUNING_NEEDS_S:
        return _tr("There is less than a minute of music: add more pieces.")
    if base == SCRATCH and sources.seconds < SCRATCH_NEEDS_S:
        text = _tr(
            "%1 of music is too little to learn from nothing; it takes about 10 h."
            " “Sound like my pieces” works from 20 minutes."
        )
        return text.replace("%1", duration(sources.seconds))
    if trial is not None and (missing := room_lacks(trial)):
        return missing
    return failure


def room_lacks(trial: messages.TrialMeasured) -> str:
    """Return that the disk is too full for a training, or an empty text."""
    if trial.free_bytes >= trial.disk_bytes:
        return ""
    text = _tr(
        "The disk has %1 left; this training needs %2."
        " Make room, or choose a folder on another disk."
    )
    return text.replace("%1", size(trial.free_bytes)).replace("%2", size(trial.disk_bytes))


def time_of(trial: messages.TrialMeasured | None, preset: str) -> messages.PresetTime | None:
    """Return the measured time of a preset, or None without a trial."""
    times = trial.presets if trial is not None else ()
    return next((time for time in times if time.preset == preset), None)


def defaults_of(trial: messages.TrialMeasured | None, preset: str) -> messages.ExpertSettings:
    """Return the settings of a preset: measured ones, or the usual ones for its time."""
    time = time_of(trial, preset)
    if time is not None:
        return time.defaults
    return msgspec.structs.replace(USUAL, minutes=NOMINAL_S[preset] / 60)


def by_hand(values: dict[str, object]) -> messages.ExpertSettings | None:
    """Return settings by hand as a message, or None if there are none."""
    return msgspec.convert(values, messages.ExpertSettings) if values else None


def _own(models: list[ModelInfo]) -> list[ModelInfo]:
    return [info for info in models if info.name != SHIPPED]


def _tr(text: str) -> str:
    return QCoreApplication.translate("TrainChoices", text)
