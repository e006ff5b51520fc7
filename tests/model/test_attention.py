"""Relative attention against the formula of the paper, written as a slow double loop."""

import math

import pytest
import torch

from engine.model.network.attention import attention_weights, relative_attention, relative_shift
from engine.model.network.memory import Memory
from engine.model.network.positions import sinusoids
from engine.model.network.tiled_attention import TiledAttention
from engine.model.network.window import QUERY_BLOCK, window_of

ROWS, HEADS, WIDTH = 3, 2, 5


def carried(length, ages):
    return Memory(hidden=(torch.zeros(len(ages), length, 1),), age=torch.tensor(ages))


def inputs(length, keys, *, rows=ROWS):
    def drawn(*shape):
        return torch.randn(*shape, dtype=torch.float64, requires_grad=True)

    return (
        drawn(rows, length, HEADS, WIDTH),
        drawn(rows, length, HEADS, WIDTH),
        drawn(rows, keys, HEADS, WIDTH),
        drawn(rows, keys, HEADS, WIDTH),
        drawn(keys + 1, HEADS, WIDTH),
    )


def slow(window, tensors):
    """Terms (a) + (c) from content, (b) + (d) from position; one number at a time."""
    content, position, keys, values, distances = tensors
    out = torch.zeros_like(content)
    length, count = content.shape[1], keys.shape[1]
    for row in range(content.shape[0]):
        for head in range(content.shape[2]):
            for t in range(length):
                own = count - length + t
                seen = range(int(window.first[row, t]), own + 1)
                scores = torch.stack(
                    [
                        content[row, t, head] @ keys[row, j, head]
                        + position[row, t, head] @ distances[count - (own - j), head]
                        for j in seen
                    ]
                )
                weights = scores.softmax(dim=0)
                out[row, t, head] = sum(
                    weight * values[row, j, head] for weight, j in zip(weights, seen, strict=True)
                )
    return out


def test_relative_shift_is_the_slow_loop():
    length, keys = 4, 7
    by_distance = torch.randn(2, 3, length, keys + 1)
    shifted = relative_shift(by_distance)
    for t in range(length):
        for j in range(keys - length + t + 1):
            distance = keys - length + t - j
            assert torch.equal(shifted[..., t, j], by_distance[..., t, keys - distance])


def test_relative_shift_makes_no_copy():
    by_distance = torch.randn(4, 8)
    assert relative_shift(by_distance).data_ptr() == by_distance[0, 4:].data_ptr()


@pytest.mark.parametrize("attend", [relative_attention, TiledAttention.apply])
def test_attention_is_the_slow_loop(attend):
    starts = torch.zeros(ROWS, 6, dtype=torch.bool)
    starts[1, 4] = starts[2, 0] = True
    window = window_of(carried(5, [99, 2, 3]), starts, length=6)
    arguments = inputs(6, 11)
    with torch.no_grad():
        expected = slow(window, arguments)
        assert torch.allclose(attend(*arguments, window, None), expected, atol=1e-12, rtol=0)


@pytest.mark.parametrize("length", [1, 7, QUERY_BLOCK, QUERY_BLOCK + 1, 2 * QUERY_BLOCK + 9])
def test_tiles_and_plain_operations_agree_forward_and_backward(length):
    starts = torch.rand(ROWS, length) < 0.02
    window = window_of(carried(40, [0, 17, 99]), starts, length=length)
    arguments = inputs(length, 40 + length)
    upstream = torch.randn(ROWS, length, HEADS, WIDTH, dtype=torch.float64)
    results = []
    for attend in (TiledAttention.apply, relative_attention):
        out = attend(*arguments, window, None)
        results.append([out, *torch.autograd.grad((out * upstream).sum(), arguments)])
    for one, other in zip(*results, strict=True):
        assert torch.allclose(one, other, atol=1e-12, rtol=0)


@pytest.mark.slow
def test_gradients_are_those_of_finite_differences():
    window = window_of(carried(2, [1, 9]), None, length=3)
    arguments = inputs(3, 5, rows=2)
    assert torch.autograd.gradcheck(lambda *a: TiledAttention.apply(*a, window, None), arguments)


def test_usage_is_the_attention_each_key_received():
    window = window_of(carried(8, [99, 3, 0]), None, length=5)
    content, position, keys, values, distances = inputs(5, 13)
    weights = attention_weights(content, position, keys, distances, window)
    for attend in (TiledAttention.apply, relative_attention):
        usage = torch.zeros(ROWS, 13, dtype=torch.float64)
        attend(content, position, keys, values, distances, window, usage)
        assert torch.allclose(usage, weights.sum(dim=(1, 2)))
        assert torch.allclose(usage.sum(dim=1), torch.tensor(5.0 * HEADS, dtype=torch.float64))


def test_a_window_hides_other_songs_and_the_future():
    starts = torch.tensor([[False, False], [False, True]])
    window = window_of(carried(2, [1, 9]), starts, length=2)
    assert window.first.tolist() == [[1, 1], [0, 3]]
    assert (~window.hidden).int().tolist() == [
        [[0, 1, 1, 0], [0, 1, 1, 1]],
        [[1, 1, 1, 0], [0, 0, 0, 1]],
    ]


def test_reach_narrows_a_window():
    assert window_of(carried(4, [9]), None, length=3, reach=2).first.tolist() == [[2, 3, 4]]


def test_sinusoids_run_down_to_distance_zero_sines_first():
    encoded = sinusoids(3, 4, device=torch.device("cpu"), dtype=torch.float64)
    expected = [[math.sin(d), math.sin(d / 100), math.cos(d), math.cos(d / 100)] for d in (2, 1, 0)]
    assert torch.allclose(encoded, torch.tensor(expected, dtype=torch.float64))


def test_clamped_distances_count_as_the_last():
    encoded = sinusoids(6, 4, clamp=2, device=torch.device("cpu"), dtype=torch.float64)
    assert torch.equal(encoded[0], encoded[3])
    assert not torch.equal(encoded[3], encoded[4])
