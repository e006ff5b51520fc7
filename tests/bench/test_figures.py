"""What the floors are counted from, and songs made for measuring, are what they claim to be."""

from pathlib import Path

from engine.bench.decode import token_bytes
from engine.bench.importing import copies, measure
from engine.bench.train import token_operations
from engine.config import ModelConfig
from engine.model.transformer_xl import TransformerXL
from engine.music.midifile import write_midi
from engine.music.score import Note, Score, Track

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


def test_copies_are_different_songs_and_all_are_imported(tmp_path: Path) -> None:
    pieces, folder = tmp_path / "pieces", tmp_path / "songs"
    pieces.mkdir()
    folder.mkdir()
    notes = tuple(Note(120 * i, 40 + i * i % 40, 120) for i in range(120))
    (pieces / "a.mid").write_bytes(write_midi(Score(tracks=(Track(notes=notes),))))
    size = copies(pieces, folder, count=4)
    files = sorted(folder.iterdir())
    assert len({path.read_bytes() for path in files}) == 4
    assert size == sum(path.stat().st_size for path in files)
    figures = list(measure(folder, tmp_path / "library.sqlite"))[-1]
    assert isinstance(figures, dict)
    assert figures["files"] == 4
    assert figures["tokens"] > figures["notes"] > 300
