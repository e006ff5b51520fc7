"""The fused kernel's path against the slow loop; on a CPU PyTorch runs the same call in steps."""

import pytest
import torch

from engine.model.network import attention
from engine.model.network.attention import relative_attention
from engine.model.network.attention_check import check_attention
from engine.model.network.device_attention import device_attention, trust, trusted
from engine.model.network.window import window_of
from tests.model.test_attention import ROWS, carried, inputs, slow

CPU = torch.device("cpu")
TYPES = [torch.float64, torch.float32, torch.bfloat16]


@pytest.fixture(autouse=True)
def _trust_is_given_back():
    yield
    for dtype in TYPES:
        trust(CPU, dtype, found=False)


@pytest.fixture
def on_device(monkeypatch):
    """Let models on the CPU attend as on a GPU."""

    class Device:
        @staticmethod
        def apply(*arguments):
            *others, usage = arguments
            assert usage is None
            return device_attention(*others)

    monkeypatch.setattr(attention, "TiledAttention", Device)


@pytest.mark.parametrize("carried_keys", [2, 5])  # 8 keys in all, and 11
def test_the_fused_kernel_is_the_slow_loop(carried_keys):
    starts = torch.zeros(ROWS, 6, dtype=torch.bool)
    starts[1, 4] = starts[2, 0] = True
    window = window_of(carried(carried_keys, [99, 1, 2]), starts, length=6)
    arguments = inputs(6, 6 + carried_keys)
    with torch.no_grad():
        expected = slow(window, arguments)
        assert torch.allclose(device_attention(*arguments, window), expected, atol=1e-12, rtol=0)


@pytest.mark.parametrize("length", [1, 8, 13])
def test_its_gradients_are_those_of_plain_operations(length):
    starts = torch.rand(ROWS, length) < 0.1
    window = window_of(carried(20, [0, 17, 99]), starts, length=length)
    arguments = inputs(length, 20 + length)
    upstream = torch.randn(arguments[0].shape, dtype=torch.float64)
    results = []
    for attend in (device_attention, relative_attention):
        out = attend(*arguments, window)
        results.append([out, *torch.autograd.grad((out * upstream).sum(), arguments)])
    for one, other in zip(*results, strict=True):
        assert torch.allclose(one, other, atol=1e-12, rtol=0)


def losses_and_gradients(model, ids, starts):
    memory, total = model.empty_memory(len(ids)), 0.0
    for start in range(0, ids.shape[1] - 1, 9):
        part = slice(start, min(start + 9, ids.shape[1] - 1))
        targets = ids[:, part.start + 1 : part.stop + 1]
        nll, auxiliary, memory = model.losses(ids[:, part], targets, memory, starts=starts[:, part])
        total = total + nll.sum() + auxiliary
    gradients = torch.autograd.grad(total, tuple(model.parameters()), allow_unused=True)
    return total.detach(), gradients


def assert_same(one, other, tolerance):
    assert torch.allclose(one[0], other[0], atol=tolerance, rtol=0)
    for a, b in zip(one[1], other[1], strict=True):
        assert (a is None) == (b is None)
        assert a is None or torch.allclose(a, b, atol=tolerance, rtol=0)


def test_a_whole_model_learns_the_same_with_it(small, request):
    model = small(mem_len=20)
    ids = torch.randint(0, 40, (3, 40))
    starts = torch.rand(3, 40) < 0.05
    tiled = losses_and_gradients(model, ids, starts)
    request.getfixturevalue("on_device")
    assert_same(losses_and_gradients(model, ids, starts), tiled, 1e-9)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:The .grad attribute")  # of PyTorch's compiler, at itself
@pytest.mark.usefixtures("on_device")
def test_a_compiled_layer_gives_the_same(small):
    model = small(n_layer=1)
    ids = torch.randint(0, 40, (2, 28))
    starts = torch.rand(2, 28) < 0.1
    plain = losses_and_gradients(model, ids, starts)
    for layer in model.layers:
        layer.compile(backend="aot_eager", fullgraph=True)
    assert_same(losses_and_gradients(model, ids, starts), plain, 1e-9)


@pytest.mark.parametrize("dtype", TYPES)
def test_the_check_finds_the_kernel_right_and_only_then_is_it_used(dtype):
    assert not trusted(CPU, dtype)
    assert check_attention("cpu", dtype)
    assert trusted(CPU, dtype)


def nothing_for_the_mask(content, position, *others):
    """As cuDNN's kernel: the right result, no gradient for R and v."""
    keys, values, distances, window = others
    return device_attention(content, position.detach(), keys, values, distances.detach(), window)


def not_a_number(*arguments):
    return device_attention(*arguments) * float("nan")


def failing(*_):
    raise RuntimeError("no kernel found")


def slightly_wrong(content, *others):
    return device_attention(content * 1.05, *others)


@pytest.mark.parametrize("broken", [nothing_for_the_mask, not_a_number, failing, slightly_wrong])
def test_the_check_finds_a_broken_kernel_and_plain_matrices_are_used(broken):
    assert check_attention("cpu", torch.float32)
    assert not check_attention("cpu", torch.float32, attend=broken)
    assert not trusted(CPU, torch.float32)


@pytest.mark.gpu
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_it_is_right_on_a_gpu(dtype):
    if not torch.cuda.is_available():
        pytest.skip("no CUDA device")
    assert check_attention("cuda", dtype)
    assert trusted(torch.device("cuda"), dtype)


@pytest.mark.gpu
def test_a_model_on_a_gpu_learns_as_on_a_cpu(small):
    if not torch.cuda.is_available():
        pytest.skip("no CUDA device")
    model = small(mem_len=20).float()
    ids = torch.randint(0, 40, (3, 40))
    starts = torch.rand(3, 40) < 0.05
    loss, gradients = losses_and_gradients(model, ids, starts)
    assert check_attention("cuda", torch.float32)
    there = losses_and_gradients(model.cuda(), ids.cuda(), starts.cuda())
    assert_same((there[0].cpu(), [g if g is None else g.cpu() for g in there[1]]),
                (loss, gradients), 5e-3)  # fmt: skip
