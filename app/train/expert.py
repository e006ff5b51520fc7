"""Every setting of a training by hand: groups, units, limits and effects in words."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QCoreApplication

from app.train.choices import SCRATCH
from app.views.train.values import ExpertField, ExpertGroup
from engine import messages

_whole = partial(ExpertField, kind="whole")
_decimal = partial(ExpertField, kind="decimal")
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
    return ExpertGroup(
        title=_tr("How long"),
        fields=(
            _whole(
                key="steps",
                title=_tr("Steps"),
                effect=_tr("More steps learn more, and at last by heart."),
                low=1,
                high=1_000_000,
            ),
            _decimal(
                key="minutes",
                title=_tr("Time"),
                effect=_tr("The run ends after this time, whatever the steps."),
                unit=_tr("min"),
                low=0.1,
                high=10_000,
                step=5,
                decimals=1,
            ),
            _whole(
                key="validate_every",
                title=_tr("Saved step every"),
                effect=_tr("How often it is measured, saved and heard."),
                unit=_tr("steps"),
                low=1,
                high=100_000,
            ),
            _whole(
                key="patience",
                title=_tr("Patience"),
                effect=_tr("Ends after so many saved steps without improvement; 0 never does."),
                low=0,
                high=100,
            ),
        ),
    )


def _learning() -> ExpertGroup:
    return ExpertGroup(
        title=_tr("How it learns"),
        fields=(
            _decimal(
                key="learning_rate",
                title=_tr("Learning rate"),
                effect=_tr("Higher learns faster and may become unstable."),
                low=0.000001,
                high=0.1,
                step=0.0001,
                decimals=6,
            ),
            _whole(
                key="warmup_steps",
                title=_tr("Warm-up"),
                effect=_tr("The learning rate rises over so many steps."),
                unit=_tr("steps"),
                high=100_000,
            ),
            _decimal(
                key="final_rate",
                title=_tr("Final rate"),
                effect=_tr("Share of the learning rate that is left at the end."),
                step=0.05,
                decimals=2,
            ),
            _decimal(
                key="dropout",
                title=_tr("Dropout"),
                effect=_tr("Higher learns less by heart, and slower."),
                high=0.9,
                step=0.05,
                decimals=2,
            ),
            _decimal(
                key="weight_decay",
                title=_tr("Weight decay"),
                effect=_tr("Higher keeps weights small, which copies less."),
                step=0.01,
                decimals=3,
            ),
            _decimal(
                key="clip",
                title=_tr("Gradient limit"),
                effect=_tr("Lower keeps a single odd piece from spoiling much."),
                low=0.01,
                high=100,
                step=0.1,
                decimals=2,
            ),
        ),
    )


def _reading() -> ExpertGroup:
    return ExpertGroup(
        title=_tr("How it reads"),
        fields=(
            _whole(
                key="rows",
                title=_tr("Side by side"),
                effect=_tr("More pieces at once use more memory and make steps steadier."),
                unit=_tr("pieces"),
                low=1,
                high=256,
            ),
            _whole(
                key="segment_length",
                title=_tr("Segment"),
                effect=_tr("How much is read at once; longer uses more memory."),
                unit=_tr("notes"),
                low=16,
                high=4096,
                step=16,
            ),
            ExpertField(
                key="augment",
                title=_tr("Transpose"),
                effect=_tr("Each pass hears every piece in another key, which copies less."),
                kind="switch",
            ),
            _whole(
                key="seed",
                title=_tr("Seed"),
                effect=_tr("The same seed draws the same order and the same changes."),
                high=2**31 - 1,
            ),
        ),
    )


def _machine() -> ExpertGroup:
    return ExpertGroup(
        title=_tr("This computer"),
        fields=(
            ExpertField(
                key="device",
                title=_tr("Device"),
                effect=_tr("Where it computes; the fastest one if left alone."),
                kind="choice",
                options=(
                    ("auto", _tr("fastest")),
                    ("cpu", "CPU"),
                    ("cuda", "CUDA"),
                    ("mps", "MPS"),
                ),
            ),
            ExpertField(
                key="precision",
                title=_tr("Precision"),
                effect=_tr("bfloat16 is faster where the processor has it, and less exact."),
                kind="choice",
                options=(("float32", "float32"), ("bfloat16", "bfloat16")),
            ),
        ),
    )


def _model() -> ExpertGroup:
    return ExpertGroup(
        title=_tr("The new model"),
        fields=(
            _whole(
                key="n_layer",
                title=_tr("Layers"),
                effect=_tr("More layers understand more and take longer."),
                low=1,
                high=48,
            ),
            _whole(
                key="d_model",
                title=_tr("Width"),
                effect=_tr("Wider knows more and takes longer; a multiple of the heads."),
                low=16,
                high=2048,
                step=16,
            ),
            _whole(
                key="n_head",
                title=_tr("Heads"),
                effect=_tr("Things it can attend to at once."),
                low=1,
                high=32,
            ),
            _whole(
                key="mem_len",
                title=_tr("Memory"),
                effect=_tr("How much it carries from before."),
                unit=_tr("notes"),
                high=8192,
                step=64,
            ),
        ),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("TrainExpert", text)
