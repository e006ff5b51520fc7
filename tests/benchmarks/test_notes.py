"""Both units are measured on the same music."""

import torch

from benchmarks.speed import notes
from engine.model.decoding.stream import Stream
from engine.values.config import ModelConfig

CONFIG = ModelConfig(vocab_size=300, n_layer=1, d_model=16, n_head=2, mem_len=8, dropout=0.0)


def test_steps_and_ids_are_the_same_music() -> None:
    ids = notes.segment_of_ids(118)[0][0].tolist()
    stream = Stream(notes.MadeUpSteps(), notes.MadeUpSteps.start)
    for token in ids:
        stream.append(token)
    bags, targets, said = notes.segment_of_steps(len(stream.bags) - 1)
    for bag, padded in zip(stream.bags, bags[0].tolist(), strict=False):
        assert [token for token in padded if token] == list(bag)
    assert torch.equal(said[..., 0].where(targets >= 0, -1), targets)
    assert len(stream.ids) / (len(stream.bags) * 16 / 17) == 118 / 32
    assert len(stream.bags) == 34


def test_every_work_counts_notes_of_both_units() -> None:
    *_, (share, figures) = notes.measure(CONFIG, rows=2, segment_length=17, rounds=1)
    assert share == 1.0
    assert {"training", "decoding 1 row", "priming 2000 notes"} < set(figures["works"])
    for speeds in figures["works"].values():
        assert set(speeds) == {"ids", "notes"}
        assert speeds["ids"]["ratio"] == 1.0
        assert speeds["notes"]["per_s"] > 0
