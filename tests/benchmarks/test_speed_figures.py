"""What the floors are counted from, and songs made for measuring, are what they claim to be."""

from benchmarks.speed.decode import token_bytes
from benchmarks.speed.train import token_operations
from engine.model.network.transformer_xl import TransformerXL
from engine.values.config import ModelConfig

CONFIG = ModelConfig(vocab_size=200, n_layer=3, d_model=64, n_head=4, mem_len=0, dropout=0.0)


def test_bytes_of_a_token_are_the_matrices_of_the_model() -> None:
    model = TransformerXL(CONFIG)
    layers = [w for n, w in model.named_parameters() if n.startswith("layers") and w.dim() == 2]
    matrices = sum(weight.numel() for weight in layers) + model.embedding.weight.numel()
    # The position matrix is multiplied once for all tokens: it is counted as what it gives, with
    # the memory, which is empty here.
    positions = CONFIG.n_layer * CONFIG.d_model * CONFIG.d_model
    assert token_bytes(CONFIG) == 4 * (matrices - positions)


def test_operations_are_six_for_each_weight_and_grow_with_what_is_seen() -> None:
    short = token_operations(CONFIG, segment_length=1)
    longer = token_operations(CONFIG, segment_length=101)
    assert longer - short == 6 * 3 * 100 * CONFIG.d_model * CONFIG.n_layer
    assert short > 6 * token_bytes(CONFIG) // 4 - 1
