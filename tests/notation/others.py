"""Readers of MusicXML that are not ours: its schema, and partitura; no network."""

import warnings
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import xmlschema
from lxml import etree

with warnings.catch_warnings():
    # It imports a parser that uses what Python 3.11 has given up.
    warnings.simplefilter("ignore")
    import partitura


class _Resolver(etree.Resolver):
    """Finds the two schemas of the W3C that MusicXML's names, where `xmlschema` keeps them."""

    def resolve(self, url: str, _public: str, context: Any) -> Any:
        name = url.rsplit("/", 1)[-1]
        if name not in {"xml.xsd", "xlink.xsd"}:
            return None
        kept = Path(xmlschema.__file__).parent / "schemas" / name.split(".")[0].upper() / name
        return self.resolve_filename(str(kept), context)


def problems(document: bytes) -> list[str]:
    """Return what MusicXML's schema (4.0) finds wrong with a document."""
    schema = _schema()
    schema.validate(etree.fromstring(document))
    return [str(entry) for entry in schema.error_log]


@cache
def _schema() -> Any:
    # The W3C's own file, as the package `musicxml` brings it along.
    kept = metadata.distribution("musicxml").locate_file("musicxml/generate_classes")
    parser = etree.XMLParser(no_network=True)
    parser.resolvers.add(_Resolver())
    return etree.XMLSchema(etree.parse(str(Path(str(kept)) / "musicxml_4_0.xsd"), parser))


def read_again(document: bytes, folder: Path) -> list[list[tuple[float, int, float]]]:
    """Return each part's (start, pitch, length) in quarters, as partitura reads them."""
    path = folder / "written.musicxml"
    path.write_bytes(document)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        score = partitura.load_musicxml(str(path))
        parts = []
        for part in score.parts:
            quarter = int(part.quarter_durations()[0][1])
            parts.append(
                sorted(
                    (
                        float(row["onset_div"]) / quarter,
                        int(row["pitch"]),
                        float(row["duration_div"]) / quarter,
                    )
                    for row in part.note_array()
                )
            )
    return parts
