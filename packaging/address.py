"""Bring the pages in line with the project's address: `python packaging/address.py`.

`ADDRESS` in `engine/__init__.py` is the only place where the address stands by hand. While it is
empty, no page has a link to nowhere: each says “where you got Segue”. A build refuses pages that
say something else, and a test tries both ways.
"""

import ast
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from project import ROOT

SOURCE = Path("engine", "__init__.py")
_SLOT = "{address}"
_ANY = r"[^\s()\"<>]+"


@dataclass(frozen=True)
class Place:
    """A passage of a page, in two wordings.

    Args:
        page: The page, from the root.
        without: The wording while there is no address.
        with_address: The wording with it, which stands for the address as `{address}`.
    """

    page: str
    without: str
    with_address: str


PLACES = (
    Place(
        "README.md",
        "Get the file for your system from the place where you found this page.",
        "Get the file for your system from [the releases]({address}/releases).",
    ),
    Place(
        "README.md",
        "Get the source from the place where you found this page. "
        "Open a terminal in its folder and type:\n"
        "\n```\npython3 run.py app\n```\n",
        "Install git, open a terminal and type:\n"
        "\n```\ngit clone --depth 1 {address} segue && cd segue\npython3 run.py app\n```\n",
    ),
    Place(
        "README.md",
        "Ask them in the list of issues, at the place where you found this page.",
        "Ask them in [the list of issues]({address}/issues).",
    ),
    Place(
        "docs/source.md",
        "Get the source from where you got Segue. Open a terminal in its folder and type\n"
        "one of these lines (on Windows `python` in place of `python3`):\n\n```\n",
        "Install git, open a terminal and type the first line, then one of the others\n"
        "(on Windows `python` in place of `python3`):\n"
        "\n```\ngit clone --depth 1 {address} segue && cd segue\n",
    ),
    Place(
        "docs/guide/graphics-card.md",
        "Get Segue's source from where you got Segue. Open a terminal in its folder and type:\n"
        "\n   ```\n",
        "Install git, open a terminal and type:\n"
        "\n   ```\n   git clone --depth 1 {address} segue\n   cd segue\n",
    ),
    Place(
        "docs/guide/report.md",
        "On the page where you got Segue, open an *issue* (",
        "[Open an *issue*]({address}/issues) (",
    ),
    Place(
        "docs/guide/report.md",
        "and tell us privately: on the page where you\n"
        "got Segue, under *Security*, *Report a vulnerability*.",
        "and tell us privately: [report a vulnerability]({address}/security/advisories/new).",
    ),
    Place(
        "docs/guide/train.md",
        "from where you got Segue",
        "from [the releases]({address}/releases)",
    ),
    Place(
        "SECURITY.md",
        "Write to the maintainers privately: where you got Segue, under *Security*, "
        "*Report a vulnerability*.",
        "Write to the maintainers privately: "
        "[report a vulnerability]({address}/security/advisories/new).",
    ),
    Place(
        "CODE_OF_CONDUCT.md",
        "on the page where you got Segue (*Security*, *Report a vulnerability*, "
        "reaches them alone)",
        "by [a private report]({address}/security/advisories/new), which reaches them alone",
    ),
    Place(
        "pyproject.toml",
        "[project.scripts]",
        '[project.urls]\nHomepage = "{address}"\n\n[project.scripts]',
    ),
    Place(
        "packaging/linux/org.segue.Segue.metainfo.xml",
        '  <content_rating type="oars-1.1"/>\n',
        '  <url type="homepage">{address}</url>\n'
        '  <url type="bugtracker">{address}/issues</url>\n'
        '  <content_rating type="oars-1.1"/>\n',
    ),
)


def address(root: Path = ROOT) -> str:
    """Return the project's address; empty while it has none."""
    for node in ast.parse((root / SOURCE).read_text(encoding="utf-8")).body:
        match node:
            case ast.Assign(targets=[ast.Name(id="ADDRESS")], value=ast.Constant(value=str(found))):
                return found.rstrip("/")
    raise SystemExit(f"{SOURCE} has no ADDRESS.")


def control_line(root: Path = ROOT) -> str:
    """Return the line of a Debian package that names the address; empty while there is none."""
    here = address(root)
    return f"Homepage: {here}\n" if here else ""


def wrong(root: Path = ROOT) -> list[str]:
    """Return the pages that are not in line with the address."""
    return sorted(page for page, text in _pages(root).items() if _read(root, page) != text)


def check() -> None:
    """Refuse pages that are not in line with the address.

    Raises:
        SystemExit: There are some.
    """
    if pages := wrong():
        raise SystemExit(
            f"Not in line with ADDRESS in {SOURCE}: {', '.join(pages)}. "
            "Run: python packaging/address.py"
        )


def main(root: Path = ROOT) -> int:
    """Write the pages."""
    for page, text in _pages(root).items():
        (root / page).write_text(text, encoding="utf-8", newline="\n")
    return 0


def _pages(root: Path) -> dict[str, str]:
    """Return each page as it should be."""
    pages: dict[str, str] = {}
    here = address(root)
    for place in PLACES:
        text = pages.get(place.page) or _read(root, place.page)
        pages[place.page] = _in_line(text, place, here)
    return pages


def _in_line(text: str, place: Place, here: str) -> str:
    """Return a page's text with the wording of a place that fits the address."""
    wanted = place.with_address.replace(_SLOT, here) if here else place.without
    wording = re.compile(re.escape(place.with_address).replace(re.escape(_SLOT), _ANY))
    # First: the short wording can be a part of the long one.
    if wording.search(text):
        return wording.sub(lambda _found: wanted, text)
    if place.without not in text:
        raise SystemExit(f"{place.page} has neither wording of: {place.without}")
    return text.replace(place.without, wanted)


def _read(root: Path, page: str) -> str:
    return (root / page).read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
