import pytest
import torch

from engine.model.network.dropout import Dropout


@pytest.mark.parametrize("share", [0.1, 0.5])
def test_the_share_is_dropped_and_the_mean_kept(share):
    torch.manual_seed(0)
    out = Dropout(share)(torch.ones(1000, 1000))
    assert (out == 0).float().mean().item() == pytest.approx(share, abs=2e-3)
    assert out.mean().item() == pytest.approx(1, abs=3e-3)


def test_activations_are_dropped_one_by_one():
    torch.manual_seed(0)
    kept = (Dropout(0.5)(torch.ones(100_000)) > 0).float().view(-1, 4)
    patterns = (kept @ torch.tensor([1.0, 2, 4, 8])).long().bincount(minlength=16)
    assert patterns.min() > 0.9 * patterns.max()


def test_the_gradient_passes_where_the_activation_did():
    x = torch.ones(7, 11, dtype=torch.float64, requires_grad=True)
    out = Dropout(0.3)(x)
    out.sum().backward()
    assert torch.equal(x.grad, out.detach())


def test_the_seed_decides():
    drawn = []
    for _ in range(2):
        torch.manual_seed(3)
        drawn.append(Dropout(0.5)(torch.ones(99)))
    assert torch.equal(*drawn)


def test_nothing_is_dropped_in_evaluation_or_at_zero():
    x = torch.randn(5)
    assert Dropout(0.5).eval()(x) is x
    assert Dropout(0.0)(x) is x
