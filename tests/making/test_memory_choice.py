"""The memory that a user chose for a new model: each that can be, a sentence for the others."""

from typing import Any, get_args

import pytest

from app.settings.table import NEW_MODEL, TRAINING
from engine.ground.errors import TrainingError
from engine.making.memory_choice import (
    COMPRESSED_STEPS,
    COMPRESSION_RATE,
    OF_A_NEW_MODEL,
    compression_of,
)
from engine.making.training_checks import check_settings
from engine.messages import ExpertSettings, TrainModel
from engine.values.config import MEMORY, CompressionConfig, CompressionFunction, CompressionLoss

CONVOLUTIONS = ("convolution", "dilated_convolution")
LOSSES = tuple(loss for loss in get_args(CompressionLoss) if loss != "none")


def chosen(**settings: Any) -> TrainModel:
    return TrainModel(name="m", base="scratch", expert=ExpertSettings(**settings))


@pytest.mark.parametrize("function", get_args(CompressionFunction))
def test_a_function_alone_is_enough(function: CompressionFunction) -> None:
    check_settings(chosen(compression_function=function))
    loss = "attention_reconstruction" if function in CONVOLUTIONS else "none"
    for asked in (None, "auto"):
        wish = ExpertSettings(compression_function=function, compression_loss=asked)
        made = compression_of(wish, mem_len=MEMORY)
        assert made == CompressionConfig(length=64, rate=4, function=function, loss=loss)


@pytest.mark.parametrize("function", CONVOLUTIONS)
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("rate", [2, 3, 4])
def test_every_loss_trains_a_convolution(
    function: CompressionFunction, loss: CompressionLoss, rate: int
) -> None:
    wish = ExpertSettings(
        compression_function=function,
        compressed_steps=96,
        compression_rate=rate,
        compression_loss=loss,
    )
    made = compression_of(wish, mem_len=rate)
    assert made == CompressionConfig(length=96 // rate, rate=rate, function=function, loss=loss)
    assert made.reach == 96


@pytest.mark.parametrize("memory", [0, 1, MEMORY, 8192])
def test_no_compression_is_always_possible(memory: int) -> None:
    check_settings(chosen(mem_len=memory))
    check_settings(chosen(mem_len=memory, compression_function="none"))
    assert compression_of(ExpertSettings(compression_function="none"), mem_len=memory) is None


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"mem_len": 0}, "A model without memory has nothing to compress."),
        ({"compressed_steps": 0}, "A compressed memory of no notes holds nothing."),
        ({"compression_rate": 0}, "At a rate of 0 nothing is compressed."),
        ({"compression_rate": 1}, "At a rate of 1 nothing is compressed."),
        ({"mem_len": 3}, "A memory of 3 notes is too short to be compressed by 4."),
        ({"compression_rate": 3}, "256 notes do not divide by the rate 3."),
        ({"compressed_steps": 2}, "2 notes do not divide by the rate 4."),
        *(
            (
                {"compression_function": function, "compression_loss": loss},
                "This compression has no weights that a loss could train.",
            )
            for function in ("mean_pool", "max_pool", "most_used")
            for loss in LOSSES
        ),
        *(
            (
                {"compression_function": function, name: value},
                "The length, rate and loss of a compression need a function.",
            )
            for function in (None, "none")
            for name, value in (
                ("compressed_steps", 64),
                ("compression_rate", 2),
                ("compression_loss", "auto"),
            )
        ),
    ],
)
def test_a_memory_that_cannot_be_is_refused_in_one_sentence(
    settings: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(TrainingError) as refused:
        check_settings(chosen(**{"compression_function": "convolution", **settings}))
    assert refused.value.message == sentence
    assert refused.value.hint


def test_the_hint_for_a_rate_names_a_length_that_is_possible() -> None:
    with pytest.raises(TrainingError, match="Choose 255 notes") as refused:
        check_settings(chosen(compression_function="mean_pool", compression_rate=3))
    assert "another rate" in refused.value.hint
    check_settings(
        chosen(compression_function="mean_pool", compression_rate=3, compressed_steps=255)
    )


@pytest.mark.parametrize("name", OF_A_NEW_MODEL)
def test_a_model_that_exists_keeps_its_memory(name: str) -> None:
    value = next(row.default for row in TRAINING if row.key == name)
    command = TrainModel(name="m", base="starter", expert=ExpertSettings(**{name: value}))
    with pytest.raises(TrainingError, match="keeps its size and its memory"):
        check_settings(command)


def test_the_window_offers_what_the_engine_takes_and_shows_its_defaults() -> None:
    rows = {row.key: row.default for row in TRAINING if row.group == NEW_MODEL}
    assert set(rows) == set(OF_A_NEW_MODEL)
    assert rows["mem_len"] == MEMORY
    assert rows["compressed_steps"] == COMPRESSED_STEPS
    assert rows["compression_rate"] == COMPRESSION_RATE
