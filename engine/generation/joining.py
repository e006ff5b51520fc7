"""How well what fills a gap leads into what follows: what is read to tell, as it will be heard.

A gap is written with what follows in sight, in an order of its own. What was written is read once
more as it will be heard: what stands before, what was written, what follows. How likely the model
finds that then is what a rewrite is chosen by (`docs/experiments/2026-11-23-filling.md`).
"""

from collections.abc import Iterator, Sequence

from engine.generation.alternative import Alternative
from engine.generation.beside import following_ids
from engine.generation.recipe import Recipe
from engine.tokens.tokenizer import Tokenizer

BARS = 4
"""That follow a gap and are listened to."""

Joint = tuple[tuple[int, ...], tuple[int, ...]]
"""Ids up to the bar line after a gap, and ids that follow."""


def joints(
    recipe: Recipe, alternatives: Sequence[Alternative], tokenizer: Tokenizer
) -> Iterator[Joint]:
    """Yield what is read to tell how well each alternative leads on.

    Args:
        recipe: Theirs.
        alternatives: That are written.
        tokenizer: The model's.

    Yields:
        One for each; none where there is no gap, where nothing follows it, or where others play in
        it: what fits those is not told by what follows.
    """
    request, before = recipe.request, recipe.prompt.before
    if not request.fill or not before:
        return
    following = following_ids(
        recipe.score,
        request.roles,
        end=request.end_in(recipe.score),
        bars=BARS,
        tokenizer=tokenizer,
        parts=recipe.parts,
    )
    for one in alternatives if following else ():
        ids = (*before, *recipe.header, *one.said, tokenizer.bar)
        yield ids, tuple(one.draft.joined(following))
