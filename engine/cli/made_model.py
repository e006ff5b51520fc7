"""Sentences of the command line about a model that was made: copies, sliders, strengths."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.messages import ModelMade
from engine.values.config import STEERS


def made_lines(made: ModelMade, card: Mapping[str, Any]) -> Iterator[str]:
    """Yield the result of a training.

    Args:
        made: The model.
        card: Its card.
    """
    yield f"The model ‘{made.name}’ is ready: step {made.step}, in {made.folder}."
    if made.validation_loss >= 0:
        before = f" (before: {made.base_loss:.3f})" if made.base_loss >= 0 else ""
        yield f"Held-out loss {made.validation_loss:.3f} nats a token{before}."
    yield _copying(card)
    yield from _sliders(card)
    yield from strength_lines(card)


def strength_lines(card: Mapping[str, Any]) -> Iterator[str]:
    """Yield whose strengths of the rules a model has; nothing where its card does not tell.

    Args:
        card: The model's card, which may come from outside.
    """
    fitted, of = card.get("strengths_fitted"), card.get("strengths_of")
    if fitted is True:
        yield "The strengths of its rules were fitted to it."
    elif fitted is False and of:
        yield f"The strengths of its rules were not fitted to it: they are those of ‘{of}’."
    elif fitted is False:
        yield "The strengths of its rules were not fitted to it: it draws without them."


def _copying(card: Mapping[str, Any]) -> str:
    copying = card.get("copying")
    if not copying:
        return "Nobody looked for copies: it was stopped, or the samples were too short to compare."
    if not copying["share"]:
        return f"No copy of its songs was found in {copying['samples']} samples of it."
    return (
        f"Copied from its songs, 16 notes in a row or more: {copying['share']:.1%} of"
        f" {copying['samples']} samples, {copying['longest']} notes at most."
    )


def _sliders(card: Mapping[str, Any]) -> Iterator[str]:
    working, measured = card["steers"], card["steers_measured"]
    if measured:
        yield f"Sliders that were measured and work: {_names(set(working) & set(measured))}."
        if dull := set(measured) - set(working):
            yield f"Sliders that do too little with it: {_names(dull)}."
    if unknown := set(STEERS) - set(measured):
        yield f"Sliders that were not measured: {_names(unknown)}."


def _names(sliders: set[str]) -> str:
    """Return the names of sliders in the order of the panel."""
    return ", ".join(name.replace("_", " ") for name in STEERS if name in sliders) or "none"
