"""Names of encodings in the window's language."""

from PySide6.QtCore import QCoreApplication

from engine.values.encodings import ENCODINGS, Encoding

_TECHNICAL = {"iso8859": "ISO 8859", "koi8": "KOI8", "euc": "EUC", "mac": "Mac"}


def encoding_names() -> tuple[tuple[Encoding, str], ...]:
    """Return each encoding with its script and its technical name, such as Greek (cp1253)."""
    scripts = _scripts()
    shown = [(encoding, _name(scripts.get(encoding, ""), encoding)) for encoding in ENCODINGS]
    return tuple(sorted(shown, key=lambda entry: entry[1].lower()))


def _name(script: str, encoding: str) -> str:
    technical = _technical(encoding)
    return f"{script} ({technical})" if script else technical


def _technical(encoding: str) -> str:
    family, _, rest = encoding.partition("-" if "-" in encoding else "_")
    if family.startswith("cp"):
        number = family[2:]
        return f"Windows-{number}" if number in _WINDOWS else f"DOS {number}"
    known = _TECHNICAL.get(family, family.upper())
    return f"{known}-{rest.upper()}" if rest and family != "mac" else known


_WINDOWS = ("874", "932", "949", "950", *map(str, range(1250, 1259)))


def _scripts() -> dict[str, str]:
    tr = QCoreApplication.translate
    western, central = tr("Encodings", "Western European"), tr("Encodings", "Central European")
    cyrillic, greek = tr("Encodings", "Cyrillic"), tr("Encodings", "Greek")
    turkish, hebrew = tr("Encodings", "Turkish"), tr("Encodings", "Hebrew")
    baltic, japanese = tr("Encodings", "Baltic"), tr("Encodings", "Japanese")
    of_each = {
        western: "cp1252 iso8859-15 mac_roman cp437 cp850",
        central: "cp1250 iso8859-2 mac_latin2 cp852",
        cyrillic: "cp1251 iso8859-5 koi8-u mac_cyrillic cp866",
        greek: "cp1253 iso8859-7 mac_greek cp737",
        turkish: "cp1254 mac_turkish cp857",
        hebrew: "cp1255 cp862",
        tr("Encodings", "Arabic"): "cp1256",
        baltic: "cp1257 cp775",
        tr("Encodings", "Thai"): "cp874",
        japanese: "cp932 euc_jp",
        tr("Encodings", "Chinese, simplified"): "gbk",
        tr("Encodings", "Chinese, traditional"): "cp950",
        tr("Encodings", "Korean"): "cp949",
    }
    return {encoding: script for script, names in of_each.items() for encoding in names.split()}
