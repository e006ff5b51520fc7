"""Who comes in, and where: parts silent for eight bars, in real songs and in what is made.

    python scripts/research/entries.py MODEL [SONGS...] [--demo] [--songs 12] [--split choose]
        [--seed 0] [--nats -1 2 4]

SONGS are folders of songs that the model has not learned from, as for made against real, which
chooses the same songs. Of the sixteen bars after a prompt of eight it counts, by collection, the
bars in which a silent part might come in, those in which it does, and those in which it comes in
for a note or two; where a phrase of eight bars begins, and elsewhere. Real songs have one line,
what is made one for each strength of `DeficitPriors.phrase_entry`.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from benchmarks.arguments import add_model, add_seed
from benchmarks.evaluation.judging import continuer
from benchmarks.evaluation.passages import Passage, continued
from benchmarks.measures.made_against_real import chosen, define_songs
from engine.generation.model import LiveModel
from engine.generation.priors import SHAPE
from engine.generation.reading.habits import LOOK_BACK
from engine.model.network.processor import use_processor
from engine.music.time import BarMap
from engine.planning.phrases import PHRASE, first_bar_of

STRAY = 2
"""Notes in the bar of an entry and the one after it: so few are no entry that is meant."""

Counts = Counter[tuple[str, str]]


def entries(passage: Passage) -> Iterator[tuple[str, str]]:
    """Yield (where, what) for each part and bar in which it might come in; what it did, too."""
    score, bars = passage.score, BarMap.of(passage.score)
    origin, first = first_bar_of(score), bars.bar_at(passage.start)
    for track in score.tracks:
        begun = Counter(bars.bar_at(note.start) for note in track.notes)
        for bar in range(first, bars.bars_until(passage.end)):
            if any(begun[past] for past in range(bar - LOOK_BACK, bar)):
                continue
            where = "phrase" if (bar - origin) % PHRASE == 0 else "elsewhere"
            yield where, "might"
            if begun[bar]:
                yield where, "does"
                yield where, "stray" if begun[bar] + begun[bar + 1] <= STRAY else "stays"


def counted(passages: Iterable[tuple[str, Passage]]) -> dict[str, Counts]:
    """Return what is counted, by collection."""
    found: dict[str, Counts] = {}
    for collection, passage in passages:
        found.setdefault(collection, Counter()).update(entries(passage))
    return found


def line(name: str, found: dict[str, Counts]) -> str:
    """Return one row of the table: of those who might, who does, and who is stray."""
    cells = [
        f"{counts[where, 'does']} of {counts[where, 'might']} ({counts[where, 'stray']})"
        for counts in found.values()
        for where in ("phrase", "elsewhere")
    ]
    return f"| {name} | {' | '.join(cells)} |"


def main() -> None:
    """Count, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_model(parser, needed=True)
    define_songs(parser)
    add_seed(parser)
    parser.add_argument("--nats", type=float, nargs="+", default=[SHAPE.deficit.phrase_entry])
    arguments = parser.parse_intermixed_args()
    use_processor(threads=1)
    songs = chosen(arguments)
    real = counted((song.collection, song.passage) for song in songs)
    heads = [f"{name}, {where}" for name in real for where in ("phrase", "elsewhere")]
    print(f"| | {' | '.join(heads)} |\n|{' --- |' * (len(heads) + 1)}")
    print(line("real", real), flush=True)
    for nats in arguments.nats:
        model = LiveModel.load(arguments.model)
        deficit = replace(model.priors.deficit, phrase_entry=nats)
        continue_ = continuer(replace(model, priors=replace(model.priors, deficit=deficit)))
        made = counted(
            (song.collection, continued(song.passage, continue_, seed=arguments.seed + number))
            for number, song in enumerate(songs)
        )
        print(line(f"made, {nats:+g}", made), flush=True)


if __name__ == "__main__":
    main()
