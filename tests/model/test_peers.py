"""The same weights in other implementations give the same logits over carried segments.

The peers are installed by `pip install segue[peers]`; without them these tests are skipped.
"""

import importlib
import math

import pytest
import torch

from engine.ground.errors import ModelFileError
from tests.model.published import published_model

VOCABULARY = 40
SEGMENTS = (7, 9, 5, 1, 8, 9)
pytestmark = pytest.mark.filterwarnings("ignore")


def peer(name):
    try:
        return importlib.import_module(name)
    except ImportError as error:
        return pytest.skip(f"the extra `peers` is not installed: {error}")


def segments(rows=2):
    return [torch.randint(0, VOCABULARY, (rows, length)) for length in SEGMENTS]


@torch.no_grad()
def logits_of_ours(model, parts):
    memory, found = model.empty_memory(parts[0].shape[0]), []
    for ids in parts:
        logits, memory = model(ids, memory)
        found.append(logits)
    return torch.cat(found, dim=1)


def hugging_face(monkeypatch, **changes):
    module = peer("transformers.models.deprecated.transfo_xl")
    as_other = torch.Tensor.type_as

    def type_as(self, other=None, *, dtype=None):
        # 4.57.6 calls `type_as(dtype=…)`, which torch does not have.
        return as_other(self, other) if dtype is None else self.to(dtype)

    monkeypatch.setattr(torch.Tensor, "type_as", type_as)
    fields = {
        "vocab_size": VOCABULARY,
        "cutoffs": [],
        "div_val": 1,
        "d_model": 32,
        "d_embed": 32,
        "n_head": 4,
        "d_head": 8,
        "d_inner": 48,
        "n_layer": 3,
        "mem_len": 12,
        "clamp_len": -1,
        "same_length": False,
        "dropout": 0.0,
        "dropatt": 0.0,
        "trainer_compatible": True,
    }
    model = module.TransfoXLLMHeadModel(module.TransfoXLConfig(**{**fields, **changes})).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.3)
    return model


@torch.no_grad()
def log_probabilities_of_theirs(model, parts):
    weight = next(model.parameters())
    empty = weight.new_zeros(0, parts[0].shape[0], model.config.d_model)
    # Without memories it would attend to zeros.
    memories, found = [empty] * model.config.n_layer, []
    for ids in parts:
        out = model(ids, mems=memories)
        memories = out.mems
        found.append(out.prediction_scores)
    return torch.cat(found, dim=1)


HUGGING_FACE = [
    pytest.param({}, id="post-norm-tied"),
    pytest.param({"untie_r": True}, id="post-norm-untied"),
    pytest.param({"pre_lnorm": True}, id="pre-norm-tied"),
    pytest.param({"pre_lnorm": True, "untie_r": True, "clamp_len": 6}, id="pre-norm-clamped"),
    pytest.param({"clamp_len": 6, "tie_word_embeddings": False}, id="clamped-own-head"),
    pytest.param({"d_head": 5, "mem_len": 30}, id="own-head-width"),
]


@pytest.mark.parametrize("changes", HUGGING_FACE)
def test_hugging_face_gives_our_logits(monkeypatch, changes):
    theirs = hugging_face(monkeypatch, **changes)
    ours = published_model(theirs.state_dict(), theirs.config.to_dict())
    parts = segments()
    found = logits_of_ours(ours, parts)
    assert found.abs().max() > 2
    expected = log_probabilities_of_theirs(theirs, parts)
    assert torch.allclose(found.log_softmax(-1), expected, atol=1e-4, rtol=0)


def test_hugging_face_in_float64(monkeypatch):
    theirs = hugging_face(monkeypatch, pre_lnorm=True).double()
    # Two places where it rounds to float32 whatever the precision: the mask and the angles.
    monkeypatch.setattr(torch.Tensor, "float", torch.Tensor.double)
    exponent = torch.arange(0, 32, 2, dtype=torch.float64) / 32
    theirs.transformer.pos_emb.inv_freq = 10_000**-exponent
    ours = published_model(theirs.state_dict(), theirs.config.to_dict())
    parts = segments()
    found = logits_of_ours(ours, parts).log_softmax(-1)
    assert torch.allclose(found, log_probabilities_of_theirs(theirs, parts), atol=1e-9, rtol=0)


def test_a_published_model_without_its_head_is_read(monkeypatch):
    theirs = hugging_face(monkeypatch)
    ours = published_model(theirs.transformer.state_dict(), theirs.config.to_dict())
    assert torch.equal(ours.head_weight, theirs.transformer.word_emb.emb_layers[0].weight)


def labml(ours):
    """Put our weights into labml's modules; distances are a table there."""
    xl = peer("labml_nn.transformers.xl")
    attention = peer("labml_nn.transformers.xl.relative_mha")
    forward = peer("labml_nn.transformers.feed_forward")
    config = ours.config
    layer = xl.TransformerXLLayer(
        d_model=config.d_model,
        self_attn=attention.RelativeMultiHeadAttention(config.n_head, config.d_model, 0.0),
        feed_forward=forward.FeedForward(config.d_model, config.inner_width, 0.0),
        dropout_prob=0.0,
    )
    theirs = xl.TransformerXL(layer, config.n_layer).to(ours.embedding.weight.dtype).eval()
    theirs.norm.load_state_dict(ours.final_norm.state_dict())
    for index, (own, layer) in enumerate(zip(ours.layers, theirs.layers, strict=True)):
        layer.norm_self_attn.load_state_dict(own.attention_norm.state_dict())
        layer.norm_ff.load_state_dict(own.feed_forward_norm.state_dict())
        layer.feed_forward.layer1.load_state_dict(own.feed_forward.expand.state_dict())
        layer.feed_forward.layer2.load_state_dict(own.feed_forward.contract.state_dict())
        keys, values = own.attention.key_value.weight.chunk(2)
        their = layer.self_attn
        their.query.linear.weight.copy_(own.attention.query.weight)
        their.key.linear.weight.copy_(keys)
        their.value.linear.weight.copy_(values)
        their.value.linear.bias.zero_()
        their.output.weight.copy_(own.attention.output.weight)
        their.output.bias.zero_()
        u, v = ours.biases(index)
        their.query_pos_bias.copy_(u)
        distances = 100
        by_distance = own.attention.position(ours.distances(distances)).view(distances, *u.shape)
        places = slice(their.P - distances + 1, their.P + 1)  # distance d lies at P - d
        their.key_pos_embeddings[places] = by_distance
        their.key_pos_bias[places] = (by_distance * v).sum(-1)
    return theirs


@torch.no_grad()
def logits_of_labml(theirs, ours, parts):
    memories, found = [], []
    for ids in parts:
        x = ours.embed(ids).transpose(0, 1)
        carried = memories[0].shape[0] if memories else 0
        mask = torch.ones(len(x), carried + len(x)).tril(carried)[..., None]
        out, new = theirs(x, memories, mask)
        joined = [torch.cat(pair) for pair in zip(memories, new, strict=True)] if memories else new
        memories = [memory[-ours.config.mem_len :] for memory in joined]
        found.append(out.transpose(0, 1) @ ours.head_weight.t() + ours.head_bias)
    return torch.cat(found, dim=1)


@pytest.mark.parametrize("untie_r", [True, False])
def test_labml_gives_our_logits(small, monkeypatch, untie_r):
    # labml-nn 0.5.1 calls what labml has not had since 0.4.
    monkeypatch.setattr(peer("labml.tracker"), "debug", lambda *_: None, raising=False)
    ours = small(untie_r=untie_r, mem_len=12)
    with torch.no_grad():
        theirs = labml(ours)
    parts = segments()
    expected = logits_of_labml(theirs, ours, parts)
    assert torch.allclose(logits_of_ours(ours, parts), expected, atol=1e-9, rtol=0)


def published_state():
    """What `TransfoXLModel` of one layer has, written down, for where it is not installed."""
    shapes = {
        "word_emb.emb_layers.0.weight": (5, 4),
        "r_w_bias": (2, 2),
        "r_r_bias": (2, 2),
        "layers.0.dec_attn.qkv_net.weight": (12, 4),
        "layers.0.dec_attn.r_net.weight": (4, 4),
        "layers.0.dec_attn.o_net.weight": (4, 4),
        "layers.0.dec_attn.layer_norm.weight": (4,),
        "layers.0.dec_attn.layer_norm.bias": (4,),
        "layers.0.pos_ff.CoreNet.0.weight": (6, 4),
        "layers.0.pos_ff.CoreNet.0.bias": (6,),
        "layers.0.pos_ff.CoreNet.3.weight": (4, 6),
        "layers.0.pos_ff.CoreNet.3.bias": (4,),
        "layers.0.pos_ff.layer_norm.weight": (4,),
        "layers.0.pos_ff.layer_norm.bias": (4,),
    }
    described = {
        "vocab_size": 5,
        "n_layer": 1,
        "d_model": 4,
        "n_head": 2,
        "d_head": 2,
        "d_inner": 6,
        "mem_len": 3,
        "untie_r": False,
    }
    return {name: torch.randn(shape) for name, shape in shapes.items()}, described


def test_a_published_state_is_taken_apart():
    state, described = published_state()
    ours = published_model(state, described)
    joined = state["layers.0.dec_attn.qkv_net.weight"]
    assert torch.equal(ours.layers[0].attention.query.weight, joined[:4])
    assert torch.equal(ours.layers[0].attention.key_value.weight, joined[4:])
    assert torch.equal(ours.u[0], state["r_w_bias"])
    assert torch.equal(ours.v[0], state["r_r_bias"])
    assert math.isfinite(logits_of_ours(ours, [torch.tensor([[1, 2, 3]])]).sum())


@pytest.mark.parametrize(
    ("field", "value"),
    [("div_val", 4), ("cutoffs", [20]), ("attn_type", 2), ("d_embed", 9)],
)
def test_other_kinds_are_refused_by_name(field, value):
    state, described = published_state()
    with pytest.raises(ModelFileError, match=field):
        published_model(state, described | {field: value})


def test_states_that_do_not_fit_are_refused_by_name():
    state, described = published_state()
    with pytest.raises(ModelFileError, match="belongs to no part"):
        published_model(state | {"layers.1.extra": torch.ones(1)}, described)
    with pytest.raises(ModelFileError, match="r_w_bias"):
        published_model({k: v for k, v in state.items() if k != "r_w_bias"}, described)
    with pytest.raises(ModelFileError, match="d_head"):
        published_model(state, {k: v for k, v in described.items() if k != "d_head"})
    with pytest.raises(ModelFileError, match=r"expand\.weight"):
        published_model(state, described | {"d_inner": 7})
