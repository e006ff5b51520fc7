"""How much a small model learns from the same songs: by optimizer, rate, rows and segment.

    python scripts/research/muon.py STORE --optimizer muon --rate 1e-2 --rows 64 --segment 64

Trains from random weights for so many tokens with half a cosine, then prints the held-out loss (32
rows, 82 thousand tokens, 512 positions carried) and the processor seconds it took. STORE is that of
`scripts/starter/train_starter.py prepare`.
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from engine.config import BatchConfig, ModelConfig, TrainingConfig
from engine.model.network.processor import use_processor
from engine.model.network.transformer_xl import TransformerXL
from engine.tokens.augmentation import Augmentation, AugmentationConfig
from engine.tokens.batching import SongBatches
from engine.tokens.store import TokenStore, open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.optimization import Stepper, autocast
from engine.training.schedule import learning_rate
from engine.training.trial import fastest_precision

LAST = 30
HELD_OUT = BatchConfig(rows=32, segment_length=256)
HELD_OUT_BATCHES = 10


def held_out_loss(model: TransformerXL, store: TokenStore, training: TrainingConfig) -> float:
    """Return nats a token of held-out songs."""
    memory = model.eval().empty_memory(HELD_OUT.rows, mem_len=512 if model.config.mem_len else 0)
    batches = SongBatches.of_split(store, "valid", HELD_OUT, device="cpu")
    nats = tokens = 0.0
    with torch.inference_mode(), autocast("cpu", training.precision):
        for _, batch in zip(range(HELD_OUT_BATCHES), batches, strict=False):
            nll, _, memory = model.losses(
                batch.ids, batch.targets, memory, starts=batch.starts, scored=batch.scored
            )
            nats += float(nll.sum())
            tokens += int(batch.scored.sum())
    return nats / tokens


def main() -> None:
    """Train one model and print a line of the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("--optimizer", choices=("adamw", "muon"), default="muon")
    parser.add_argument("--rate", type=float, default=1e-2)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--rows", type=int, default=64)
    parser.add_argument("--segment", type=int, default=64)
    parser.add_argument("--memory", type=int, default=256)
    parser.add_argument("--steps", type=int, default=130)
    parser.add_argument("--seed", type=int, default=5)
    wanted = parser.parse_args()
    use_processor(threads=1)
    store = open_store(wanted.store)
    tokenizer = Tokenizer.from_description(store.tokenizer)
    torch.manual_seed(wanted.seed)
    shape = ModelConfig(
        vocab_size=tokenizer.vocab_size,
        n_layer=wanted.layers,
        d_model=wanted.width,
        n_head=wanted.width // 64,
        mem_len=wanted.memory,
        dropout=0.0,
    )
    training = TrainingConfig(
        steps=wanted.steps,
        optimizer=wanted.optimizer,
        learning_rate=wanted.rate,
        warmup_steps=max(10, wanted.steps // 15),
        final_rate=0.02,
        dropout=0.0,
        precision=fastest_precision("cpu"),
    )
    batches = SongBatches.of_split(
        store,
        "train",
        BatchConfig(rows=wanted.rows, segment_length=wanted.segment, seed=wanted.seed),
        device="cpu",
        augmentation=Augmentation(
            tokenizer.vocabulary, AugmentationConfig(tempo_steps=0, seed=wanted.seed)
        ),
    )
    model = TransformerXL(shape)
    stepper = Stepper(model.train(), training, rows=wanted.rows, device="cpu")
    began = time.process_time()
    losses = []
    for step, batch in zip(range(wanted.steps), batches, strict=False):
        rate = learning_rate(training, step=step, share=step / wanted.steps)
        losses.append(stepper.step(batch, learning_rate=rate).loss)
    seconds = time.process_time() - began
    cells = (
        wanted.optimizer,
        wanted.rate,
        f"{wanted.layers} × {wanted.width}",
        f"{wanted.rows} × {wanted.segment}",
        wanted.memory,
        f"{wanted.steps * wanted.rows * wanted.segment / 1e6:.2f} M",
        f"{statistics.mean(losses[-LAST:]):.3f}",
        f"{held_out_loss(model, store, training):.3f}",
        f"{seconds:.0f}",
    )
    print("| " + " | ".join(map(str, cells)) + " |")


if __name__ == "__main__":
    main()
