"""The plan of a training run: preset, expert settings, shape of the model, card."""

import platform
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from typing import Any

import torch

from engine.ground.errors import TrainingError
from engine.making.devices import Device
from engine.making.memory_choice import compression_of
from engine.making.song_list import TrainingSongs
from engine.making.steers import BASE_STEERS, steers_of_base
from engine.making.strengths import strengths_of_base
from engine.making.training_checks import preset_name
from engine.messages import ExpertSettings, TrainModel
from engine.model.description import LARGEST_MEMORY, SEGMENT, memory_bytes
from engine.model.network.checkpoint import LoadedModel
from engine.model.network.kinds import Network, network_of
from engine.tokens.store import TokenStore
from engine.tokens.tokenizer import Tokenizer
from engine.training import presets
from engine.values.config import (
    BatchConfig,
    ModelConfig,
    Precision,
    TokenizerConfig,
    TrainingConfig,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPlan(presets.RunSettings):
    """The plan of a run, stored beside its checkpoints for resuming.

    Attributes:
        model: Shape of the model.
        card: The model's card, without what training adds.
        base: Field of `TrainModel`, for resuming by name alone.
        preset: Field of `TrainModel`.
    """

    model: ModelConfig
    card: dict[str, Any]
    base: str = "starter"
    preset: str = "taste"


def make_plan(
    command: TrainModel,
    base: LoadedModel | None,
    *,
    tokenizer: Tokenizer,
    songs: TrainingSongs,
    store: TokenStore,
    tokens_per_s: float,
    precision: Precision,
    device: Device,
) -> RunPlan:
    """Return the plan for a command.

    Raises:
        TrainingError: There is too little music, no such preset, or an invalid setting.
    """
    by_hand = command.expert or ExpertSettings()
    made = presets.plan(
        preset_name(command.preset),
        goal="fine_tune" if base else "scratch",
        tokens=store.token_count("train"),
        tokens_per_s=tokens_per_s,
        vocabulary=tokenizer.vocabulary,
        precision=precision,
        minutes=by_hand.minutes or command.minutes or None,
        steps=by_hand.steps or command.steps or None,
        on_gpu=device.is_gpu,
    )
    try:
        training: TrainingConfig = _set_by_hand(made.training, by_hand)
        batch: BatchConfig = _set_by_hand(made.batch, by_hand)
        model = _new_model_of(made.model, by_hand) if made.model else None
    except ValueError as error:
        raise TrainingError(
            "This cannot be trained: {error}.",
            error=error,
            hint="Set that field back to its default.",
        ) from error
    return RunPlan(
        training=training,
        batch=batch,
        budget_s=made.budget_s,
        model=model or (base.model.config if base else reference(tokenizer)),
        card=_card(command, base, songs, training=training, batch=batch, device=device),
        base=command.base,
        preset=command.preset,
    )


def _set_by_hand(config: Any, by_hand: ExpertSettings) -> Any:
    given = {field.name: getattr(by_hand, field.name, None) for field in fields(config)}
    return replace(config, **{name: value for name, value in given.items() if value is not None})


def _new_model_of(usual: ModelConfig, by_hand: ExpertSettings) -> ModelConfig:
    """Return the shape of a new model, with the sizes and the memory that the user chose.

    Raises:
        TrainingError: Its memory cannot be, or would take too much space to be read again.
    """
    sized: ModelConfig = _set_by_hand(usual, by_hand)
    model = replace(sized, compression=compression_of(by_hand, mem_len=sized.mem_len))
    if memory_bytes(model) > LARGEST_MEMORY:
        raise TrainingError(
            "A memory of {mem_len:,} notes would take more than {largest_memory} GB in a model"
            " of this size.",
            mem_len=model.mem_len,
            largest_memory=LARGEST_MEMORY >> 30,
            hint="Choose a shorter memory or a smaller model.",
        )
    return model


def by_hand_of(plan: presets.TrainingPlan) -> ExpertSettings:
    """Return a plan's settings as the initial values of the expert settings."""
    values: dict[str, Any] = {}
    for config in (plan.training, plan.batch, plan.model or ModelConfig(vocab_size=1)):
        for field in fields(config):
            if field.name in ExpertSettings.__struct_fields__:
                values[field.name] = getattr(config, field.name)
    return ExpertSettings(minutes=(plan.budget_s or 0.0) / 60.0, device="auto", **values)


def tokenizer_of(base: LoadedModel | None) -> Tokenizer:
    """Return the base's tokenizer, or one that can fill gaps for a model from scratch.

    Raises:
        ModelFileError: The base's tokenizer is of an unknown kind, or MidiTok has other tokens.
    """
    if base is not None:
        return Tokenizer.from_description(base.tokenizer)
    config = TokenizerConfig(any_order=True)
    # Half a second, and a new model is rare.
    from engine.tokens.miditok_remi import check_names

    check_names(config)
    return Tokenizer(config)


def reference(tokenizer: Tokenizer) -> ModelConfig:
    """Return the shape used to measure the speed of models from scratch."""
    return presets.model_of(presets.SIZES[2], tokenizer.vocabulary)


def new_model(plan: RunPlan) -> Network:
    """Return an untrained model."""
    torch.manual_seed(plan.training.seed)
    return network_of(plan.model)


def _card(
    command: TrainModel,
    base: LoadedModel | None,
    songs: TrainingSongs,
    *,
    training: TrainingConfig,
    batch: BatchConfig,
    device: Device,
) -> dict[str, Any]:
    base_card = base.card if base else {}
    return {
        "name": command.name,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "base": str(base_card.get("name", command.base)) if base else None,
        "base_licence": base_card.get("licence"),
        "data": songs.source,
        "pieces": len(songs.songs),
        "hours": round(songs.seconds / 3600, 3),
        "notes": songs.notes,
        "preset": command.preset,
        "device": device.torch,
        "machine": f"{device.name}, {platform.system()} {platform.machine()}",
        "torch": str(torch.__version__),
        "training": asdict(training),
        SEGMENT: batch.segment_length,
        BASE_STEERS: steers_of_base(base_card),
        **strengths_of_base(base_card),
    }
