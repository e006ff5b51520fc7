"""8 bits are taken where the processor multiplies them, and never by the clock."""

import pytest
import torch

from engine.config import ModelConfig
from engine.model import precision
from engine.model.precision import suited_precision
from engine.model.transformer_xl import TransformerXL


def small() -> TransformerXL:
    torch.manual_seed(0)
    return TransformerXL(ModelConfig(vocab_size=40, n_layer=1, d_model=32, n_head=2, mem_len=8))


@pytest.mark.parametrize(
    ("has", "works", "wanted"),
    [
        ({"_is_vnni_supported"}, True, "int8"),
        ({"_is_vnni_supported"}, False, "float32"),
        ({"_is_vnni_supported", "_is_amx_tile_supported"}, True, "float32"),
        (set(), True, "float32"),
    ],
)
def test_what_the_processor_can_decides(monkeypatch, has, works, wanted) -> None:
    monkeypatch.setattr(precision, "_can", has.__contains__)
    monkeypatch.setattr(precision, "eight_bits_of", lambda *_: works)
    assert suited_precision(small()) == wanted


def test_it_is_the_same_every_time() -> None:
    model = small()
    assert len({suited_precision(model) for _ in range(5)}) == 1


def test_a_pytorch_that_does_not_tell_is_not_asked(monkeypatch) -> None:
    monkeypatch.delattr(torch.cpu, "_is_vnni_supported", raising=False)
    assert suited_precision(small()) == "float32"
