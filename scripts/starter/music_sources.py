"""Write the sources of the starter's music into its card and into the user guide.

    python scripts/starter/music_sources.py

`assets/licences/music.toml` is the only place that is edited by hand.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "assets" / "licences" / "music.toml"
CARD = ROOT / "assets" / "models" / "starter" / "model.json"
PAGE = ROOT / "docs" / "guide" / "mine.md"
HEAD = "| source | what of it | licence |\n| --- | --- | --- |\n"


def sources() -> list[dict[str, Any]]:
    """Return the rows of the list that the starter learned from."""
    rows = tomllib.loads(SOURCES.read_text(encoding="utf-8"))["source"]
    return [row for row in rows if not row.get("beats_alone")]


def card_data() -> dict[str, str]:
    """Return the entry `data` of the starter's card: one line for each source."""
    return {row["key"]: in_one_line(row) for row in sources()}


def in_one_line(row: dict[str, Any]) -> str:
    """Return a source as one line: what, whose, under which licence, where it is."""
    parts = (row["what"], row["who"], row["licence"], row.get("address", ""))
    return ", ".join(part for part in parts if part)


def page_table() -> str:
    """Return the table of the guide."""
    rows = []
    for row in sources():
        who = f"[{row['who']}]({row['address']})" if "address" in row else row["who"]
        rows.append(f"| {who} | {row['what']} | {row['licence']} |\n")
    return HEAD + "".join(rows)


def main() -> None:
    """Write both."""
    card = json.loads(CARD.read_text(encoding="utf-8"))
    card["card"]["data"] = card_data()
    text = json.dumps(card, indent=2, ensure_ascii=False) + "\n"
    CARD.write_text(text, encoding="utf-8")
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(HEAD)
    _, _, after = rest.partition("\n\n")
    PAGE.write_text(f"{before}{page_table()}\n{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
