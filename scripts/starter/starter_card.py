"""Writes a model of `gpu_run.py` as the starter, with what its card says.

    python scripts/starter/starter_card.py MODEL [FOLDER]

The card names the music it learned from, with its licences, and how long it learned. FOLDER is
`assets/models/starter` where none is named.
"""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from music_sources import card_data

from engine.ground.paths import starter_model
from engine.model.network.checkpoint import load_model, save_model


def starter_card(card: dict[str, Any]) -> dict[str, Any]:
    """Return the model card that ships."""
    return {
        "name": "Starter",
        "made": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": card.get("machine", "two cores of an AMD EPYC, no GPU"),
        "licence": "MIT",
        "data": card_data(),
        "trained": trained_in_all(card),
        "fills": card.get("fills", False),
    }


def trained_in_all(card: dict[str, Any]) -> dict[str, Any]:
    """Return how far a run came, together with what its weights had behind them."""
    trained, before = card["trained"], card.get("begun_with", {})
    counts = {name: trained[name] + before.get(name, 0) for name in ("steps", "tokens")}
    return trained | counts


def main() -> None:
    """Read the model and write it with its card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("folder", type=Path, nargs="?", default=starter_model())
    arguments = parser.parse_args()
    loaded = load_model(arguments.model)
    card = starter_card(loaded.card)
    save_model(
        arguments.folder, loaded.model, tokenizer=loaded.tokenizer, card=card, dtype="float16"
    )
    print(f"{arguments.folder}: {card['trained']}")


if __name__ == "__main__":
    main()
