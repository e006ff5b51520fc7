"""Every setting of a training by hand: groups, units, limits and effects in words."""

from dataclasses import replace

import msgspec
from PySide6.QtCore import QCoreApplication

from app.train.choices import NOMINAL_S, SCRATCH, time_of
from app.views.train.values import ExpertField, ExpertGroup
from engine import messages

# What fine-tuning takes where nothing was measured yet.
USUAL = messages.ExpertSettings(
    steps=300,
    minutes=15.0,
    validate_every=37,
    patience=4,
    learning_rate=2e-4,
    warmup_steps=20,
    final_rate=0.1,
    weight_decay=0.01,
    clip=1.0,
    dropout=0.2,
    rows=8,
    segment_length=64,
    precision="float32",
    device="auto",
    augment=True,
    seed=0,
    n_layer=6,
    d_model=256,
    n_head=4,
    mem_len=256,
)


def defaults_of(trial: messages.TrialMeasured | None, preset: str) -> messages.ExpertSettings:
    """Return what a preset sets: what was measured, or what is usual in its time."""
    time = time_of(trial, preset)
    if time is not None:
        return time.defaults
    return msgspec.structs.replace(USUAL, minutes=NOMINAL_S[preset] / 60)


def expert_groups(defaults: messages.ExpertSettings, *, base: str) -> tuple[ExpertGroup, ...]:
    """Return all settings, their defaults as the preset would have them.

    The model's shape is there for a model from nothing only.
    """
    groups = [_length(), _learning(), _reading(), _machine()]
    if base == SCRATCH:
        groups.append(_model())
    return tuple(
        replace(group, fields=tuple(_filled(field, defaults) for field in group.fields))
        for group in groups
    )


def _filled(field: ExpertField, defaults: messages.ExpertSettings) -> ExpertField:
    value = getattr(defaults, field.key)
    if value is None:
        value = getattr(USUAL, field.key)
    return replace(field, default=float(value) if field.kind == "decimal" else value)


def _length() -> ExpertGroup:
    by_heart = _tr("More steps learn more, and at last by heart.")
    time = _tr("The run ends after this time, whatever the steps.")
    saved = _tr("How often it is measured, saved and heard.")
    patience = _tr("Ends after so many saved steps without improvement; 0 never does.")
    minutes, steps = _tr("min"), _tr("steps")
    return _group(
        _tr("How long"),
        _number("steps", _tr("Steps"), by_heart, low=1, high=1_000_000),
        _number(
            "minutes", _tr("Time"), time, unit=minutes, low=0.1, high=10_000, step=5, decimals=1
        ),
        _number("validate_every", _tr("Saved step every"), saved, unit=steps, low=1, high=100_000),
        _number("patience", _tr("Patience"), patience, high=100),
    )


def _learning() -> ExpertGroup:
    rate = _tr("Higher learns faster and may become unstable.")
    rising = _tr("The learning rate rises over so many steps.")
    final = _tr("Share of the learning rate that is left at the end.")
    dropout = _tr("Higher learns less by heart, and slower.")
    decay = _tr("Higher keeps weights small, which copies less.")
    limit = _tr("Lower keeps a single odd piece from spoiling much.")
    return _group(
        _tr("How it learns"),
        _number(
            "learning_rate",
            _tr("Learning rate"),
            rate,
            low=0.000001,
            high=0.1,
            step=0.0001,
            decimals=6,
        ),
        _number("warmup_steps", _tr("Warm-up"), rising, unit=_tr("steps"), high=100_000),
        _number("final_rate", _tr("Final rate"), final, step=0.05, decimals=2),
        _number("dropout", _tr("Dropout"), dropout, high=0.9, step=0.05, decimals=2),
        _number("weight_decay", _tr("Weight decay"), decay, step=0.01, decimals=3),
        _number("clip", _tr("Gradient limit"), limit, low=0.01, high=100, step=0.1, decimals=2),
    )


def _reading() -> ExpertGroup:
    rows = _tr("More pieces at once use more memory and make steps steadier.")
    segment = _tr("How much is read at once; longer uses more memory.")
    keys = _tr("Each pass hears every piece in another key, which copies less.")
    seed = _tr("The same seed draws the same order and the same changes.")
    pieces, notes = _tr("pieces"), _tr("notes")
    return _group(
        _tr("How it reads"),
        _number("rows", _tr("Side by side"), rows, unit=pieces, low=1, high=256),
        _number("segment_length", _tr("Segment"), segment, unit=notes, low=16, high=4096, step=16),
        ExpertField(key="augment", title=_tr("Transpose"), effect=keys, kind="switch"),
        _number("seed", _tr("Seed"), seed, high=2**31 - 1),
    )


def _machine() -> ExpertGroup:
    device = _tr("Where it computes; the fastest one if left alone.")
    precision = _tr("bfloat16 is faster where the processor has it, and less exact.")
    devices = (("auto", _tr("fastest")), ("cpu", "CPU"), ("cuda", "CUDA"), ("mps", "MPS"))
    precisions = (("float32", "float32"), ("bfloat16", "bfloat16"))
    return _group(
        _tr("This computer"),
        _choice("device", _tr("Device"), device, devices),
        _choice("precision", _tr("Precision"), precision, precisions),
    )


def _model() -> ExpertGroup:
    layers = _tr("More layers understand more and take longer.")
    width = _tr("Wider knows more and takes longer; a multiple of the heads.")
    heads = _tr("Things it can attend to at once.")
    memory = _tr("How much it carries from before.")
    return _group(
        _tr("The new model"),
        _number("n_layer", _tr("Layers"), layers, low=1, high=48),
        _number("d_model", _tr("Width"), width, low=16, high=2048, step=16),
        _number("n_head", _tr("Heads"), heads, low=1, high=32),
        _number("mem_len", _tr("Memory"), memory, unit=_tr("notes"), high=8192, step=64),
    )


def _group(title: str, *fields: ExpertField) -> ExpertGroup:
    return ExpertGroup(title=title, fields=fields)


def _number(
    key: str,
    title: str,
    effect: str,
    *,
    unit: str = "",
    low: float = 0.0,
    high: float = 1.0,
    step: float = 1.0,
    decimals: int | None = None,
) -> ExpertField:
    """Return a number; without decimals it is a whole one."""
    return ExpertField(
        key=key,
        title=title,
        effect=effect,
        kind="whole" if decimals is None else "decimal",
        unit=unit,
        low=low,
        high=high,
        step=step,
        decimals=decimals or 0,
    )


def _choice(key: str, title: str, effect: str, options: tuple[tuple[str, str], ...]) -> ExpertField:
    return ExpertField(key=key, title=title, effect=effect, kind="choice", options=options)


def _tr(text: str) -> str:
    return QCoreApplication.translate("TrainExpert", text)
