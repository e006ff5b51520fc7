import pytest
import torch

from engine.model.network.memory import Memory, aged, latest_start, pushed


def memory(**changes):
    fields = {
        "hidden": (torch.arange(12.0).view(2, 3, 2), torch.ones(2, 3, 2)),
        "age": torch.tensor([2, 30]),
    }
    return Memory(**{**fields, **changes})


def test_a_memory_cannot_be_edited():
    with pytest.raises(AttributeError):
        memory().age = torch.zeros(2)


def test_visible_counts_positions_of_the_song_up_to_what_is_kept():
    assert memory().visible().tolist() == [2, 3]


def test_only_slots_that_lie_wholly_in_the_song_are_visible():
    slots = (torch.zeros(4, 5, 2),)
    four = memory(
        hidden=(torch.zeros(4, 3, 2),), compressed=slots, rate=4, age=torch.tensor([6, 7, 15, 99])
    )
    assert four.visible().tolist() == [3, 4, 6, 8]


def test_pushed_keeps_the_newest():
    hidden = torch.tensor([[[1.0], [2.0], [3.0]]])
    assert pushed(hidden, torch.tensor([[[4.0]]])).flatten().tolist() == [2, 3, 4]
    assert pushed(hidden, torch.arange(5.0).view(1, 5, 1)).flatten().tolist() == [2, 3, 4]


def test_pushed_keeps_nothing_where_there_is_no_memory():
    assert pushed(torch.zeros(1, 0, 1), torch.ones(1, 4, 1)).shape == (1, 0, 1)


def test_pushed_stops_the_gradient():
    segment = torch.ones(1, 2, 1, requires_grad=True)
    assert not pushed(torch.zeros(1, 3, 1), segment).requires_grad


def test_age_grows_by_the_segment_and_restarts_where_a_song_begins():
    starts = torch.tensor([[False, False, False], [True, False, True], [False, True, False]])
    assert aged(torch.tensor([5, 5, 5]), starts, length=3).tolist() == [8, 1, 2]
    assert aged(torch.tensor([5]), None, length=3).tolist() == [8]


def test_latest_start_looks_back():
    starts = torch.tensor([[False, True, False, True, False]])
    assert latest_start(starts).tolist() == [[-1, 1, 1, 3, 3]]


def test_select_takes_rows_in_order_and_repeats():
    chosen = memory().select(torch.tensor([1, 1, 0]))
    assert chosen.age.tolist() == [30, 30, 2]
    assert chosen.hidden[0][2].tolist() == [[0, 1], [2, 3], [4, 5]]
    assert chosen.rows == 3


def test_tensors_and_back():
    before = memory(compressed=(torch.ones(2, 4, 2),) * 2, usage=(torch.ones(2, 3),) * 2, rate=3)
    after = Memory.from_tensors(before.tensors())
    assert after.rate == 3
    for kind in ("hidden", "compressed", "usage", "pending"):
        pairs = zip(getattr(before, kind), getattr(after, kind), strict=True)
        assert all(torch.equal(one, other) for one, other in pairs)
    assert torch.equal(before.age, after.age)


def test_to_moves_every_tensor():
    assert memory().to("meta").hidden[1].device.type == "meta"
