"""Weights of the published Transformer-XL, as Hugging Face and the authors' code name them.

`TransfoXLLMHeadModel` and `TransfoXLModel` of `transformers` and `MemTransformerLM` of
kimiyoung/transformer-xl have the same tensors under the same names, but for a prefix. What they
can be and this model cannot is refused by name: adaptive embeddings and softmax. Their
`same_length` is a mask of evaluation, off by one in both, and no part of the weights.
"""

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from engine.ground.errors import ModelFileError
from engine.model.network.transformer_xl import TransformerXL
from engine.values.config import ModelConfig

PREFIX = "transformer."
EMBEDDING = "word_emb.emb_layers.0.weight"
HEAD = "crit.out_layers.0.weight"
HEAD_BIAS = "crit.out_layers.0.bias"

_SAME = {
    "dec_attn.r_net.weight": "attention.position.weight",
    "dec_attn.o_net.weight": "attention.output.weight",
    "dec_attn.layer_norm.weight": "attention_norm.weight",
    "dec_attn.layer_norm.bias": "attention_norm.bias",
    "pos_ff.CoreNet.0.weight": "feed_forward.expand.weight",
    "pos_ff.CoreNet.0.bias": "feed_forward.expand.bias",
    "pos_ff.CoreNet.3.weight": "feed_forward.contract.weight",
    "pos_ff.CoreNet.3.bias": "feed_forward.contract.bias",
    "pos_ff.layer_norm.weight": "feed_forward_norm.weight",
    "pos_ff.layer_norm.bias": "feed_forward_norm.bias",
}


def published_model(state: Mapping[str, Tensor], described: Mapping[str, Any]) -> TransformerXL:
    """Build the model that has a published one's weights and gives its logits.

    Args:
        state: Of a `TransfoXLLMHeadModel` or `MemTransformerLM`; or of a `TransfoXLModel`, which
            has no head, so that its embedding serves as one.
        described: What its config says, under the names of `TransfoXLConfig`.

    Returns:
        The model in evaluation mode, in the precision of the weights.

    Raises:
        ModelFileError: If the model is of another kind, or a weight is missing, left over or of
            another shape; the message names the field or the weight.
    """
    _refuse_other_kinds(described)
    weights = {name.removeprefix(PREFIX): weight for name, weight in state.items()}
    try:
        tied = HEAD not in weights or torch.equal(weights[HEAD], weights[EMBEDDING])
        model = TransformerXL(_config(described, tied=tied)).to(weights[EMBEDDING].dtype)
        converted = _converted(weights, model.config)
        model.load_state_dict(converted)
    except KeyError as error:
        raise ModelFileError(f"The published model lacks {error}.") from error
    except (TypeError, ValueError, RuntimeError) as error:
        raise ModelFileError(f"The published model does not fit: {error}") from error
    return model.eval()


def _refuse_other_kinds(described: Mapping[str, Any]) -> None:
    width = described.get("d_model")
    wanted: dict[str, tuple[object, object]] = {
        "div_val": (1, 1),
        "d_embed": (width, width),
        "attn_type": (0, 0),
        "cutoffs": ([], []),
    }
    for name, (only, default) in wanted.items():
        found = described.get(name, default)
        if found != only:
            raise ModelFileError(
                f"The published model is of a kind that cannot be read: {name} is {found}."
            )


def _config(described: Mapping[str, Any], *, tied: bool) -> ModelConfig:
    return ModelConfig(
        vocab_size=described["vocab_size"],
        n_layer=described["n_layer"],
        d_model=described["d_model"],
        n_head=described["n_head"],
        d_head=described["d_head"],
        d_inner=described["d_inner"],
        mem_len=described["mem_len"],
        dropout=described.get("dropout", 0.1),
        pre_norm=described.get("pre_lnorm", False),
        final_norm=False,  # theirs has none, before or after
        untie_r=described.get("untie_r", True),
        clamp_len=max(0, described.get("clamp_len", 0)),  # theirs says -1 for no clamp
        tie_embeddings=tied,
    )


def _converted(weights: Mapping[str, Tensor], config: ModelConfig) -> dict[str, Tensor]:
    """Rename everything; the joined matrix of queries, keys and values comes in two."""
    left = set(weights) - {EMBEDDING, HEAD, HEAD_BIAS, "pos_emb.inv_freq"}
    bias = weights.get(HEAD_BIAS, torch.zeros(config.vocab_size))
    converted = {"embedding.weight": weights[EMBEDDING], "head_bias": bias}
    if not config.tie_embeddings:
        converted["head"] = weights[HEAD]
    width = config.n_head * config.head_width
    for layer in range(config.n_layer):
        theirs, ours = f"layers.{layer}.", f"layers.{layer}."
        joined = weights[f"{theirs}dec_attn.qkv_net.weight"]
        converted[f"{ours}attention.query.weight"] = joined[:width]
        converted[f"{ours}attention.key_value.weight"] = joined[width:]
        for their_name, our_name in _SAME.items():
            converted[ours + our_name] = weights[theirs + their_name]
        left -= {theirs + name for name in (*_SAME, "dec_attn.qkv_net.weight")}
    for our_name, their_name in (("u", "r_w_bias"), ("v", "r_r_bias")):
        converted[our_name], used = _biases(weights, their_name, config)
        left -= used
    if left:
        raise ValueError(f"the weight {min(left)} belongs to no part of the model")
    return converted


def _biases(
    weights: Mapping[str, Tensor], name: str, config: ModelConfig
) -> tuple[Tensor, set[str]]:
    """Collect u or v; tied ones stand alone and, in some versions, again in every layer."""
    in_layers = [f"layers.{layer}.dec_attn.{name}" for layer in range(config.n_layer)]
    if config.untie_r:
        return torch.stack([weights[each] for each in in_layers]), set(in_layers)
    return weights[name][None], {name, *in_layers}
