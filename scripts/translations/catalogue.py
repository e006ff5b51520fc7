"""A catalogue of translations, as Qt Linguist's `.ts` files hold it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One text.

    Attributes:
        context: Where it stands; the same word may need two translations.
        source: English.
        plural: Whether it has a form for one and a form for more.
        forms: Its translations: one, or one for each form; empty while there is none.
        vanished: Whether the window does not say it any more; it may come back.
    """

    context: str
    source: str
    plural: bool = False
    forms: tuple[str, ...] = ()
    vanished: bool = False


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All texts of the window in one language."""

    language: str
    messages: tuple[Message, ...] = field(default=())

    def __len__(self) -> int:
        return sum(not message.vanished for message in self.messages)

    @classmethod
    def read(cls, path: Path, language: str) -> "Catalogue":
        """Return what is in a file; one that is not there is empty."""
        if not path.is_file():
            return cls(language)
        messages = []
        for context in ET.parse(path).getroot().iter("context"):  # noqa: S314 - our own file
            name = context.findtext("name") or ""
            messages.extend(_message(name, entry) for entry in context.iter("message"))
        return cls(language, tuple(messages))

    def updated(self, found: Sequence[Message]) -> "Catalogue":
        """Return the catalogue of exactly these texts, with the translations that are known."""
        known = {(m.context, m.source): m.forms for m in self.messages}
        # A text that moved to another class is still the same text.
        elsewhere = {(m.source, m.plural): m.forms for m in self.messages if m.forms}
        messages = tuple(
            replace(
                m,
                forms=known.get((m.context, m.source)) or elsewhere.get((m.source, m.plural), ()),
            )
            for m in found
        )
        kept = {(m.context, m.source) for m in messages}
        gone = tuple(
            replace(m, vanished=True)
            for m in self.messages
            if m.forms and (m.context, m.source) not in kept
        )
        return Catalogue(self.language, messages + gone)

    def taken(self, listed: Sequence[dict[str, Any]]) -> "Catalogue":
        """Return the catalogue with translations from a list of `source`, `forms`, `context`.

        Without a context it is for every context where nothing else is known.
        """
        for_all = {e["source"]: tuple(e["forms"]) for e in listed if not e.get("context")}
        one = {(e["context"], e["source"]): tuple(e["forms"]) for e in listed if e.get("context")}
        messages = tuple(
            replace(
                m,
                forms=one.get((m.context, m.source)) or m.forms or for_all.get(m.source, ()),
            )
            for m in self.messages
        )
        return Catalogue(self.language, messages)

    def missing(self) -> list[Message]:
        """Return the texts that are not translated, or not in every form."""
        return [
            m
            for m in self.messages
            if not m.vanished and (not all(m.forms) or len(m.forms) != (2 if m.plural else 1))
        ]

    def to_xml(self) -> str:
        """Return the file's contents."""
        lines = [
            '<?xml version="1.0" encoding="utf-8"?>',
            "<!DOCTYPE TS>",
            f'<TS version="2.1" language="{self.language}" sourcelanguage="en">',
        ]
        contexts = dict.fromkeys(m.context for m in self.messages)
        for context in sorted(contexts):
            lines += ["<context>", f"    <name>{escape(context)}</name>"]
            for message in (m for m in self.messages if m.context == context):
                lines += _lines(message)
            lines.append("</context>")
        return "\n".join([*lines, "</TS>", ""])


def _message(context: str, entry: ET.Element) -> Message:
    translation = entry.find("translation")
    plural = entry.get("numerus") == "yes"
    forms: tuple[str, ...] = ()
    if translation is not None and translation.get("type") != "unfinished":
        found = [f.text or "" for f in translation.iter("numerusform")] if plural else []
        forms = tuple(found) if plural else (translation.text or "",)
    return Message(
        context=context, source=entry.findtext("source") or "", plural=plural, forms=forms
    )


def _lines(message: Message) -> list[str]:
    kind = "" if message.forms else ' type="unfinished"'
    if message.vanished:
        kind = ' type="vanished"'
    if message.plural:
        forms = message.forms or ("", "")
        inside = "".join(f"<numerusform>{escape(form)}</numerusform>" for form in forms)
    else:
        inside = escape(message.forms[0]) if message.forms else ""
    return [
        '    <message numerus="yes">' if message.plural else "    <message>",
        f"        <source>{escape(message.source)}</source>",
        f"        <translation{kind}>{inside}</translation>",
        "    </message>",
    ]
