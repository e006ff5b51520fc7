import pytest
import torch

from engine.config import ModelConfig
from engine.model.transformer_xl import TransformerXL
from engine.tokens.tokenizer import Tokenizer


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    return Tokenizer()


@pytest.fixture(scope="session")
def model(tokenizer):
    torch.manual_seed(1)
    config = ModelConfig(
        vocab_size=tokenizer.vocab_size, n_layer=2, d_model=16, n_head=2, mem_len=64
    )
    return TransformerXL(config).eval()


@pytest.fixture(autouse=True)
def _one_thread():
    # Models this small are slower on two threads, and far slower where a core is busy.
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
