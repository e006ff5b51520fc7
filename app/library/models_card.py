"""Puts a model's description, which anybody may have written, into the words of its card."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.files.models import SONGS, ModelInfo
from app.settings.table import TRAINING, setting_of
from app.views.models_card import CardSection, CardText
from app.words.figures import HIGH, LOW, decimal, duration, number, percent
from engine.gate import documents
from engine.gate.files import read_file
from engine.values.config import STEERS

# Enough for a list of the songs of the largest library.
MOST = documents.DocumentBounds(text_bytes=64 << 20, containers=1_000_000, values=4_000_000)
# A card may come from a stranger: longer values are cut, and no more files are counted.
LONGEST_VALUE = 400
MOST_FILES = 2000
# Notes in the shortest copied run that counts.
WHOLE = 16

Facts = tuple[tuple[str, str], ...]


def card_of(info: ModelInfo) -> CardText:
    """Return a model's card."""
    card = info.card
    sections = (
        CardSection(title=_tr("Learned from"), facts=_learned(card)),
        CardSection(title=_tr("Made"), facts=_made(card)),
        CardSection(title=_tr("How well it foretells held-out pieces"), facts=_losses(card)),
        CardSection(title=_tr("Sliders"), facts=_sliders(card)),
        CardSection(title=_tr("Corrections"), note=_corrections(card)),
        CardSection(title=_tr("Network"), facts=_network(info.network, card)),
        _copying(card),
    )
    return CardText(
        name=info.name,
        detail=info.problem or f"{info.detail}\n{info.folder}",
        sections=tuple(section for section in sections if section.facts or section.note),
        files=tuple(_files(info.folder / SONGS)),
        silent="" if info.sample is not None else _tr("Nothing of it was kept to be heard"),
    )


def _learned(card: Mapping[str, Any]) -> Facts:
    data = card.get("data")
    parts: list[tuple[str, object]] = [
        (_tr("Pieces"), _count(card.get("pieces"))),
        (_tr("Music"), _length(card.get("hours"))),
        (_tr("Notes"), _count(card.get("notes"))),
        (_tr("Licence"), card.get("licence")),
    ]
    if isinstance(data, Mapping):
        parts += [(str(name), value) for name, value in data.items()]
    else:
        parts.append((_tr("From"), data))
    return _plain(parts)


def _made(card: Mapping[str, Any]) -> Facts:
    training = card.get("training")
    settings = training if isinstance(training, Mapping) else {}
    trained = card.get("trained")
    steps = trained if isinstance(trained, Mapping) else {}
    base = card.get("base")
    licence = card.get("base_licence")
    return _plain(
        [
            (_tr("Date"), card.get("date") or card.get("made")),
            (_tr("Began with"), f"{base} ({licence})" if base and licence else base),
            (_tr("Saved step"), _count(steps.get("steps"))),
            (_tr("Took"), _seconds(card.get("seconds"))),
            (_tr("On"), card.get("machine")),
            (_tr("Time chosen"), card.get("preset")),
            (_tr("Learning rate"), settings.get("learning_rate")),
            (_tr("Dropout"), settings.get("dropout")),
            (_tr("Seed"), settings.get("seed")),
            ("PyTorch", card.get("torch")),
        ]
    )


def _network(network: Mapping[str, Any], card: Mapping[str, Any]) -> Facts:
    if not network:
        return ()
    return _plain(
        [
            (_tr("Kind"), "Transformer-XL"),
            (_tr("Layers"), _count(network.get("n_layer"))),
            (_tr("Width"), _count(network.get("d_model"))),
            (_tr("Steps it holds in memory"), _count(network.get("mem_len"))),
            (_tr("Older steps it holds compressed"), _compressed(network.get("compression"))),
            (_tr("Steps it learned at once"), _count(card.get("segment"))),
        ]
    )


def _compressed(compression: object) -> str | None:
    """Return how many older steps are held compressed, and how; None where none are."""
    if not isinstance(compression, Mapping):
        return None
    slots, rate = compression.get("length"), compression.get("rate")
    if type(slots) is not int or type(rate) is not int:
        return None
    text = _tr("%1, %2 as one, by %3").replace("%1", number(slots * rate))
    return text.replace("%2", str(rate)).replace("%3", _function(compression.get("function")))


def _function(name: object) -> str:
    """Return the name that the table of settings shows for a function."""
    setting = setting_of(TRAINING, "compression_function").translated()
    return setting.in_words(name) if setting.kind.takes(name) else str(name)[:LONGEST_VALUE]


def _sliders(card: Mapping[str, Any]) -> Facts:
    working, measured = card.get("steers"), card.get("steers_measured", card.get("steers"))
    if not isinstance(working, list) or not isinstance(measured, list):
        return ()
    names = {
        "busy": _tr("Busy"),
        "register": _tr("Register"),
        "loudness": _tr("Loudness"),
        "note_length": _tr("Note length"),
    }
    of = _tr("as measured on “%1”").replace("%1", str(card.get("steers_of") or ""))
    here = {True: _tr("does what it says"), False: _tr("does too little")}
    elsewhere = {True: of, False: _tr("not measured yet")}
    return _plain(
        [
            (names[name], (here if name in measured else elsewhere)[name in working])
            for name in STEERS
        ]
    )


def _corrections(card: Mapping[str, Any]) -> str:
    """Say with which model its corrections were measured; an empty text if that is unknown."""
    fitted, of = card.get("strengths_fitted"), card.get("strengths_of")
    if not isinstance(fitted, bool):
        return ""
    if fitted:
        return _tr("How much it needs them was measured with this model.")
    if isinstance(of, str) and of:
        text = _tr("How much it needs them was not measured: it gets those of “%1”.")
        return text.replace("%1", of[:LONGEST_VALUE])
    return _tr("How much it needs them was not measured: it gets none.")


def _losses(card: Mapping[str, Any]) -> Facts:
    trained = card.get("trained")
    loss = trained.get("validation_loss") if isinstance(trained, Mapping) else None
    before = card.get("base_validation_loss")
    facts = _plain([(_tr("Loss before"), _decimal(before)), (_tr("Loss now"), _decimal(loss))])
    if isinstance(before, int | float) and isinstance(loss, int | float) and before > 0:
        facts += ((_tr("Better by"), percent(1 - loss / before)),)
    return facts


def _copying(card: Mapping[str, Any]) -> CardSection:
    title = _tr("Copying")
    copying = card.get("copying")
    share = copying.get("share") if isinstance(copying, Mapping) else None
    if not isinstance(copying, Mapping) or not isinstance(share, int | float):
        return CardSection(title=title, note=_tr("It was not looked for."))
    text = _tr("%1 of what it made in %2 samples stands, 16 notes in a row, in its songs.")
    text = text.replace("%1", percent(float(share)))
    text = text.replace("%2", str(copying.get("samples", 20)))
    sure_from = copying.get("sure_from")
    if isinstance(sure_from, int) and sure_from > WHOLE:
        known = _tr("Every run of %1 notes or more is found, shorter ones by chance.")
        text = f"{text} {known.replace('%1', str(sure_from))}"
    return CardSection(
        title=title,
        facts=tuple(_passages(copying)),
        note=text,
        tone="good" if share < LOW else "amber" if share <= HIGH else "danger",
    )


def _passages(copying: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    passages = copying.get("passages")
    for passage in passages if isinstance(passages, list) else ():
        if isinstance(passage, Mapping):
            where = _tr("bar %1").replace("%1", str(passage.get("bar", "?"))[:8])
            notes = _tr("%1 notes in a row").replace("%1", str(passage.get("notes", "?"))[:8])
            yield f"{str(passage.get('song', '?'))[:60]}, {where}", notes


def _files(path: Path) -> Iterator[str]:
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        songs = documents.mapping(read_file(path, most=MOST.text_bytes), MOST)["songs"]
        for song in songs[:MOST_FILES]:
            yield f"{song['content'][:16]}  {Path(song['name']).name}"
        if len(songs) > MOST_FILES:
            yield _tr("… and %1 more").replace("%1", number(len(songs) - MOST_FILES))


def _plain(facts: list[tuple[str, object]]) -> Facts:
    """Return the facts that fit on one line."""
    return tuple(
        (name[:60], str(value)[:LONGEST_VALUE])
        for name, value in facts
        if isinstance(value, str | int | float) and not isinstance(value, bool) and str(value)
    )


def _count(value: object) -> str | None:
    return number(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _decimal(value: object) -> str | None:
    return decimal(value, 3) if isinstance(value, int | float) else None


def _seconds(value: object) -> str | None:
    return duration(float(value)) if isinstance(value, int | float) else None


def _length(hours: object) -> str | None:
    return duration(hours * 3600) if isinstance(hours, int | float) else None


def _tr(text: str) -> str:
    return QCoreApplication.translate("ModelCard", text)
