"""Continuations for figures: a prompt in, a prompt with new bars out, every id legal by mask."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.config import SamplingConfig
from engine.errors import EmptyMusicError
from engine.model.decoder import Decoder
from engine.model.echo import Echo
from engine.model.sampling import Sampler
from engine.model.transformer_xl import TransformerXL
from engine.music.score import Score
from engine.music.time import BarMap
from engine.tokens.constraints import Constraints
from engine.tokens.grammar import Grammar
from engine.tokens.phrases import Phrases
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A prompt and what a model made of it.

    Attributes:
        score: Both, on the tokenizer's grid.
        boundary: Tick where the new bars begin.
        ended: Whether the model ended the piece itself.
        tokens: Ids drawn.
    """

    score: Score
    boundary: int
    ended: bool
    tokens: int


def prompt_of(score: Score, tokenizer: Tokenizer, *, bars: int) -> list[int]:
    """Return the ids of a score's first bars, from begin to the last bar's last id.

    Raises:
        EmptyMusicError: There is no note in them.
    """
    cut = BarMap.of(score).start_of(bars)
    first = score.between(0, cut)
    if not first.note_count:
        raise EmptyMusicError("There are no notes in the bars to continue from.")
    encoded = tokenizer.encode(first, bars=bars)
    end = int(encoded.bars[bars]) if len(encoded.bars) > bars else len(encoded.ids)
    return [tokenizer.begin, *encoded.ids[:end].tolist()]


def constraints_of(prompt: list[int], tokenizer: Tokenizer) -> Constraints:
    """Return the constraints under which the program continues: the prompt's own instruments.

    Tempo and meter stay as they are; the piece may end.
    """
    kinds, values = tokenizer.vocabulary.kinds, tokenizer.vocabulary.values
    programs = frozenset(int(values[i]) for i in prompt if kinds[i] == TokenKind.PROGRAM)
    return Constraints(programs=programs, tempo_changes=False, meter_changes=False)


def continued(
    model: TransformerXL,
    tokenizer: Tokenizer,
    prompt: list[int],
    *,
    bars: int,
    sampling: SamplingConfig,
    constraints: Constraints | None = None,
    mem_len: int | None = None,
    most_tokens: int = 4096,
) -> Sample:
    """Return a prompt with so many bars more, fewer where the model ends the piece.

    Args:
        model: In evaluation mode.
        tokenizer: The model's.
        prompt: As from `prompt_of`.
        bars: Bars to add.
        sampling: How ids are drawn.
        constraints: What may not be drawn.
        mem_len: Positions a token sees before itself; None takes the model's.
        most_tokens: Stop after so many ids, whatever the bars.
    """
    grammar = Grammar(tokenizer, constraints)
    decoder = Decoder(model, mem_len=mem_len)
    ids = [*prompt, tokenizer.bar]
    logits = decoder.prime(ids)
    state, sampler = grammar.follow(ids), Sampler(sampling)
    echo = Echo(ids, strength=sampling.echo, closed=True)
    phrases = Phrases(tokenizer.vocabulary, ids, strength=sampling.echo)
    left = bars
    while len(ids) - len(prompt) < most_tokens:
        token = sampler.draw(phrases(logits), grammar.allowed(state), echo=echo.repeat())
        left -= token == tokenizer.bar
        if not left or token == tokenizer.end:
            break
        ids.append(token)
        state = grammar.advance(state, token)
        echo.push(token)
        phrases.push(token)
        logits = decoder.prime([token])
    score = tokenizer.decode(ids)
    return Sample(
        score=score,
        boundary=_boundary(score, tokenizer, prompt),
        ended=left > 0 and len(ids) - len(prompt) < most_tokens,
        tokens=len(ids) - len(prompt),
    )


def samples(
    model: TransformerXL,
    tokenizer: Tokenizer,
    prompts: list[list[int]],
    *,
    bars: int,
    sampling: SamplingConfig,
) -> Iterator[Sample]:
    """Yield one continuation of each prompt."""
    for prompt in prompts:
        yield continued(model, tokenizer, prompt, bars=bars, sampling=sampling)


def _boundary(score: Score, tokenizer: Tokenizer, prompt: list[int]) -> int:
    return BarMap.of(score).start_of(prompt.count(tokenizer.bar))
