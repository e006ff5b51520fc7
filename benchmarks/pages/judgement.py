"""What was made, judged: the sections of the page, from the plain figures alone."""

from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.evaluation.likeness import FIGURES
from benchmarks.pages.sections import Section, sections_of

Figures = Mapping[str, Any]


def judgement_sections(figures: Figures) -> Iterator[Section]:
    """Yield the sections of what the figures hold.

    Args:
        figures: As from `benchmarks.evaluation.judgement.judge`, with `by_note` of an examination.
    """
    makers = {
        "by_note": _by_note,
        "made_against_real": _against_real,
        "which_next": _which_next,
        "distributions": _distributions,
        "ten_minutes": _ten_minutes,
    }
    yield from sections_of(figures, makers)


def _by_note(found: Figures) -> Section:
    return Section(
        title="What does a note cost?",
        text=f"{found['nats']:.3f} nats a note by the network alone, {found['with_echo']:.3f} with"
        f" echo, over {found['notes']:,} notes. Fields add up to the first figure; notes heard"
        " before and collections are means of the notes there.",
        head=("", "", "nats a note"),
        rows=[
            (title, name, f"{value:.3f}")
            for title, part in (
                ("by field", "by_field"),
                ("by notes heard", "by_heard"),
                ("by collection", "by_collection"),
            )
            for name, value in found[part].items()
        ],
    )


def _against_real(found: Figures) -> Section:
    value, low, high = found["distance"]
    text = (
        f"16 bars made after 8 bars of {found['songs']} songs beside the bars that really follow;"
        f" in brackets 95 % intervals by bootstrap over songs. Distance {value:.2f}"
        f" ({low:.2f} to {high:.2f}): how far the means lie apart in units of how much real songs"
        " differ."
    )
    for name, says in (
        ("real_of_other_songs", "Real bars of other songs have"),
        ("another_song_after_it", "The bars of another song after each prompt have"),
    ):
        if found[name]:
            text += f" {says} {found[name][0]:.2f}."
    collections = found["collections"]
    rows = []
    for name, row in found["figures"].items():
        (made, *around_made), (real, *around_real) = row["made"], row["real"]
        rows.append(
            (
                FIGURES[name].says,
                row["songs"],
                f"{made:.2f} ({around_made[0]:.2f}-{around_made[1]:.2f})",
                f"{real:.2f} ({around_real[0]:.2f}-{around_real[1]:.2f})",
                *(_pair(one["figures"].get(name)) for one in collections.values()),
            )
        )
    distances = [f"{one['distance'][0]:.2f}" for one in collections.values()]
    rows.append(("distance", found["songs"], f"{value:.2f} ({low:.2f}-{high:.2f})", "", *distances))
    rows += [
        (f"likeness {lag} bars back", "", f"{made:.2f}", f"{real:.2f}", *("" for _ in collections))
        for lag, (made, real) in found["lags"].items()
    ]
    return Section(
        title="Is what it makes like what is real?",
        text=text,
        head=("", "songs", "made", "real", *(f"{name}: made / real" for name in collections)),
        rows=rows,
    )


def _pair(row: Figures | None) -> str:
    return f"{row['made'][0]:.2f} / {row['real'][0]:.2f}" if row else ""


def _which_next(found: Figures) -> Section:
    return Section(
        title="Which comes next?",
        text=f"{found['choices']} times the real next bars among four; a quarter is chance. The"
        " others are from elsewhere in the same song, or from songs in the same meter, brought into"
        " its key. Chosen by nats a note after the prompt, and by how many of them the prompt"
        " saves.",
        head=("chosen by", "right", "95 % interval"),
        rows=[
            (says, f"{value:.0%}", f"{low:.0%} to {high:.0%}")
            for says, (value, low, high) in (
                ("likelihood", found["likeliest"]),
                ("what the prompt is worth", found["helped"]),
            )
        ],
    )


def _distributions(found: Figures) -> Section:
    return Section(
        title="Are its features distributed as in real bars?",
        text=f"Yang and Lerch 2020, {found['pieces']} pieces: distances within the real bars"
        " against distances from made to real ones. The same set has divergence 0 and area 1.",
        head=("", "KL divergence, nats", "overlapping area"),
        rows=[
            (name, f"{one['kl']:.3f}", f"{one['area']:.2f}")
            for name, one in found["features"].items()
        ],
    )


def _ten_minutes(found: Figures) -> Section:
    return Section(
        title="Does it last ten minutes?",
        text=f"Ten minutes that go on from {found['song']}, minute by minute. Key clarity is the"
        " correlation with the best key's profile, the kit is compared with the first minute's.",
        head=("minute", "notes", "key clarity", "kit", "repeated bars", "longest loop, bars"),
        rows=[
            (
                one["minute"],
                one["notes"],
                f"{one['key_clarity']:.2f}",
                "" if one["kit"] is None else f"{one['kit']:.2f}",
                f"{one['repeated']:.2f}",
                one["longest_loop"],
            )
            for one in found["minutes"]
        ],
    )
