"""The list of licences is read from the source and from a package, with versions and texts."""

import json
import shutil
from importlib.metadata import version
from pathlib import Path

from app.files.licences import licences, text_of
from engine.ground.paths import assets


def test_every_row_has_its_text() -> None:
    rows = licences()
    assert len(rows) > 100
    for row in rows:
        assert row.name
        assert row.licence
        assert row.use
        if row.texts:
            assert len(text_of(row)) > 100, row.name


def test_what_the_licences_of_the_bundle_ask_for_is_among_the_texts() -> None:
    rows = {row.name: row for row in licences()}
    for name, words in (
        ("Qt", ("GNU LESSER GENERAL PUBLIC LICENSE", "GNU GENERAL PUBLIC LICENSE", "PCRE2")),
        ("libsndfile", ("Version 2.1, February 1999",)),
        ("mpg123", ("Version 2.1, February 1999", "mpg123")),
        ("LAME", ("GNU LIBRARY GENERAL PUBLIC LICENSE",)),
        ("JACK", ("Version 2.1, February 1999",)),
        ("verovio", ("GNU GENERAL PUBLIC LICENSE", "GNU LESSER GENERAL PUBLIC LICENSE")),
        ("FluidR3Mono", ("Frank Wen", "Michael Cowgill", "Ethan Winer", "Michael Schorsch")),
        ("Inter", ("SIL", "Open Font License")),
        ("Freedoom project", ("Redistributions of source code",)),
        ("Mutopia Project and its typesetters", ("Ben Stewart (CC BY 3.0)",)),
    ):
        text = text_of(rows[name])
        for word in words:
            assert word.casefold() in text.casefold(), (name, word)


def test_versions_are_those_of_the_installed_packages() -> None:
    rows = {row.name: row for row in licences()}
    assert rows["mido"].version == version("mido")
    assert rows["Qt"].version == version("PySide6-Essentials")
    assert rows["FLAC"].version == ""
    assert rows["FLAC"].use == "in libsndfile"


def test_a_package_tells_versions_from_its_own_list(tmp_path: Path) -> None:
    folder = tmp_path / "assets" / "licences"
    shutil.copytree(assets() / "licences", folder)
    components = [
        {"name": "ICU", "version": "73"},
        {"name": "JACK"},
        {"name": "python", "version": "3.11.7"},
    ]
    (tmp_path / "sbom.cdx.json").write_text(json.dumps({"components": components}))
    rows = {row.name: row for row in licences(folder)}
    assert rows["ICU"].version == "73"
    assert rows["JACK"].version == ""
    assert rows["Python"].version == "3.11.7"
