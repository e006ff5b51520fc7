"""A predictor whose answer is known: it copies what followed the last six ids when last seen."""

from types import SimpleNamespace

import torch

from benchmarks.evaluation.reading import IdReading

SURE = 0.9
ORDER = 6


class Copier:
    """Stands where a network of ids stands; its memory of a row is the row's latest ids."""

    def __init__(self, *, vocab_size: int, reach: int) -> None:
        self.device = torch.device("cpu")
        self.config = SimpleNamespace(mem_len=reach, compression=None)
        self._vocab_size = vocab_size
        self._reach = reach

    def empty_memory(self, rows, *, mem_len=None):  # noqa: ARG002 - as a model
        return [[] for _ in range(rows)]

    def hidden(self, ids, memory, starts):
        rows = zip(memory, ids.tolist(), starts.tolist(), strict=True)
        return None, [self._begun(seen + row, start, len(seen)) for seen, row, start in rows]

    def losses(self, ids, targets, memory, *, starts):
        logits, after = self(ids, memory, starts)
        return -logits.gather(-1, targets[..., None])[..., 0], None, after

    def __call__(self, ids, memory, starts):
        other = (1 - SURE) / (self._vocab_size - 1)
        likely = torch.full((*ids.shape, self._vocab_size), 1 / self._vocab_size).double()
        _, after = self.hidden(ids, memory, starts)
        for row, own in enumerate(ids.tolist()):
            whole = after[row]
            for column in range(max(0, len(own) - len(whole)), len(own)):
                guess = self._guess(whole[: len(whole) - len(own) + column + 1])
                if guess is not None:
                    likely[row, column] = other
                    likely[row, column, guess] = SURE
        return likely.log(), after

    @staticmethod
    def _begun(ids, starts, before):
        """Only what comes after the last beginning."""
        latest = max((place for place, start in enumerate(starts) if start), default=None)
        return ids if latest is None else ids[before + latest :]

    def _guess(self, past):
        past = past[-self._reach :]
        for at in range(len(past) - 1, ORDER - 1, -1):
            if past[at - ORDER : at] == past[-ORDER:]:
                return past[at]
        return None


def copying(tokenizer, *, reach):
    """How a copier reads."""
    copier = Copier(vocab_size=tokenizer.vocab_size, reach=reach)
    return IdReading(copier, tokenizer.vocabulary)
