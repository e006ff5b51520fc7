"""Keep the window's words in other languages: find what there is to translate, and compile it.

python scripts/translations          update scripts/translations/*.ts and assets/translations/*.qm
python scripts/translations --list   print what is not translated yet, as JSON
python scripts/translations --take FILE LANGUAGE   take translations from such a list
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from catalogue import Catalogue, Message  # noqa: E402 - after the path
from extraction import found_in  # noqa: E402

SOURCES, COMPILED = ROOT / "scripts" / "translations", ROOT / "assets" / "translations"
# English holds the plurals only: every other word is English already.
LANGUAGES = ("de", "en")


def main() -> None:
    """Do what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--take", nargs=2, metavar=("FILE", "LANGUAGE"))
    options = parser.parse_args()
    messages = found_in(ROOT)
    for language in LANGUAGES:
        path = SOURCES / f"segue_{language}.ts"
        wanted = [m for m in messages if m.plural] if language == "en" else messages
        catalogue = Catalogue.read(path, language).updated(wanted)
        if options.take and options.take[1] == language:
            catalogue = catalogue.taken(json.loads(Path(options.take[0]).read_text("utf-8")))
        if options.list:
            print(json.dumps([_listed(m) for m in catalogue.missing()], ensure_ascii=False))
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(catalogue.to_xml(), encoding="utf-8")
        compile_to(path, COMPILED / f"segue_{language}.qm")
        print(f"{path.name}: {len(catalogue)} texts, {len(catalogue.missing())} not translated")


def compile_to(path: Path, target: Path) -> None:
    """Compile a `.ts` file with Qt's own lrelease."""
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_suffix(".new")
    command = [Path(sys.executable).with_name("pyside6-lrelease"), "-silent", path, "-qm", beside]
    subprocess.run(command, check=True)
    # A window that is open has the old one mapped into its memory: written over, it would crash.
    beside.replace(target)


def _listed(message: Message) -> dict[str, object]:
    return {"context": message.context, "source": message.source, "plural": message.plural}


if __name__ == "__main__":
    main()
