"""What the starter's card says: of the music it learned from, and how long it did."""

from datetime import UTC, datetime
from typing import Any

from music_sources import card_data


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
