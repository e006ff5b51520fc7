"""Write what Flathub, winget and Homebrew want of a release: `python packaging/stores.py SUMS…`.

Fills the templates in `packaging/stores` with the version, the day and the address of the release,
and the SHA-256 of the file that each store hands out, from the lists that the packages come with.
A store whose file is in none of the lists is left out. Nothing is sent anywhere: each store takes
its file by a pull request of a person.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from project import ROOT, releases, version

TEMPLATES = ROOT / "packaging" / "stores"
# For each store: the template, the name that the store wants, and the file that it hands out.
STORES = (
    ("flatpak.yaml", "org.segue.Segue.yaml", "segue_{version}_amd64.deb"),
    ("winget.yaml", "SegueAuthors.Segue.yaml", "Segue-{version}-windows-x86_64.exe"),
    ("homebrew.rb", "segue.rb", "Segue-{version}-macos-arm64.dmg"),
)


def main() -> int:
    """Write the files and print their paths."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sums", type=Path, nargs="+", help="SHA256SUMS of a release")
    parser.add_argument("--address", required=True, help="of the project: https://…")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    asked = parser.parse_args()
    text = "".join(path.read_text(encoding="ascii") for path in asked.sums)
    sums = {name: digest for digest, name in map(str.split, text.splitlines())}
    for name, filled in manifests(sums, address=asked.address.rstrip("/")):
        made = asked.out / name
        made.write_text(filled, encoding="utf-8")
        print(made)
    return 0


def manifests(sums: Mapping[str, str], *, address: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each store's file.

    Args:
        sums: The SHA-256 of each file of the release, by its name.
        address: Of the project, without a slash at its end.
    """
    values = {"VERSION": version(), "DAY": releases()[version()], "ADDRESS": address}
    for template, name, handed_out in STORES:
        digest = sums.get(handed_out.format(version=version()))
        if digest is None:
            continue
        text = (TEMPLATES / template).read_text(encoding="utf-8")
        for word, value in {**values, "SHA256": digest}.items():
            text = text.replace(f"@{word}@", value)
        yield name, text


if __name__ == "__main__":
    sys.exit(main())
