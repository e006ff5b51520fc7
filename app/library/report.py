"""The charts on the page with the report of an import."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from app.views.library_panel.import_report import Charts
from app.widgets.key_names import key_in_own_words
from app.words.figures import length_text
from app.words.instruments import short_family
from engine.values.library import ImportResult

# A chart has room for so many bars.
CHART_BARS = 8


def charts_of(report: ImportResult) -> Charts:
    """Return charts of instruments and keys, most frequent first, and of lengths and tempos."""
    if not report.ready:
        return ()
    music = report.music
    families = tuple((short_family(number), count) for number, count in music.families)
    lengths = tuple((length_text(limit) if limit else "", count) for limit, count in music.lengths)
    keys = tuple((key_in_own_words(key), count) for key, count in music.keys)
    tempos = tuple((str(limit) if limit else "", count) for limit, count in music.tempos)
    charts = (
        (_tr("Instruments"), families[:CHART_BARS]),
        (_tr("Keys"), keys[:CHART_BARS]),
        (_tr("Length"), _between(lengths)),
        (_tr("Tempo (♩ a minute)"), _between(tempos)),
    )
    return tuple((title, rows) for title, rows in charts if rows)


def _between(counts: Sequence[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Return counts, each named by its two limits, without zeros.

    Args:
        counts: Upper limit and count, ascending; the last limit is empty.
    """
    named, low = [], ""
    for high, count in counts:
        name = f"{low} – {high}" if low and high else f"< {high}" if high else f"> {low}"
        named.append((name, count))
        low = high
    return tuple((name, count) for name, count in named if count)


def _tr(text: str) -> str:
    return QCoreApplication.translate("LibraryViews", text)
