"""The menus of the transport: meter, key, metronome, snap."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu

from app.values.geometry import SNAP_NAMES, SnapName
from app.values.hum import RecordShown
from app.widgets.key_names import key_name
from app.widgets.menus import add_choice
from engine.harmony.keys import Key

_METERS = (
    (2, 4), (3, 4), (4, 4), (5, 4), (6, 4), (7, 4),
    (3, 8), (5, 8), (6, 8), (7, 8), (9, 8), (12, 8), (2, 2),
)  # fmt: skip
# Bars.
_COUNT_INS = (0, 1, 2, 4)
# Velocities of the click, from soft to loud.
_VOLUMES = (40, 70, 100, 127)
# The pitch classes in the order of the key menu: by fifths, with few accidentals first.
_FIFTHS = (0, 7, 2, 9, 4, 11, 6, 1, 8, 3, 10, 5)


def fill_meters(menu: QMenu, shown: tuple[int, int], choose: Callable[[int, int], object]) -> None:
    """Add the usual meters, and the present one if it is another."""
    others = () if shown in _METERS else (shown,)
    for meter in (*_METERS, *others):
        text = f"{meter[0]} / {meter[1]}"
        add_choice(menu, text, partial(choose, *meter), checked=meter == shown)


def fill_keys(menu: QMenu, shown: Key | None, choose: Callable[[Key | None], object]) -> None:
    """Add all keys, and an entry to detect the key from the notes."""
    find = partial(choose, None)
    add_choice(menu, _tr("Find out from the notes"), find, checked=shown is None)
    for minor, title in ((False, _tr("Major")), (True, _tr("Minor"))):
        keys = menu.addMenu(title)
        for tonic in _FIFTHS:
            key = Key(tonic, minor)
            add_choice(keys, key_name(key), partial(choose, key), checked=key == shown)


def fill_click(
    menu: QMenu, shown: tuple[bool, int, int], change: Callable[[bool, int, int], object]
) -> None:
    """Add the metronome's settings: on or off, bars of count-in, volume 0 to 127."""
    enabled, count_in, volume = shown
    toggle = partial(change, not enabled, count_in, volume)
    add_choice(menu, _tr("Click while playing"), toggle, checked=enabled)
    menu.addSeparator()
    for bars in _COUNT_INS:
        text = _tr("No count-in") if not bars else _tr("Count in: {0}").format(bars)
        add_choice(menu, text, partial(change, enabled, bars, volume), checked=bars == count_in)
    menu.addSeparator()
    for level in _VOLUMES:
        text = _tr("Volume {0} %").format(round(level / 127 * 100))
        act = partial(change, enabled, count_in, level)
        add_choice(menu, text, act, checked=level == volume)


def fill_record(menu: QMenu, shown: RecordShown, choose: Callable[[str, str], object]) -> None:
    """Add the sources of Record, the microphones, and the click that only the singer hears.

    Args:
        menu: The menu.
        shown: The choices now.
        choose: Called with the name of a choice, of `RecordShown`, and its new value.
    """
    for key, text in (
        ("keyboard", _tr("A MIDI keyboard")),
        ("typing", _tr("The computer's keys")),
        ("microphone", _tr("The microphone")),
    ):
        chosen = key == shown.record_from
        add_choice(menu, text, partial(choose, "record_from", key), checked=chosen)
    menu.addSeparator()
    which = menu.addMenu(_tr("Which microphone"))
    names = ("", *(name for name in shown.microphones if name))
    for name in dict.fromkeys((*names, shown.microphone)):
        text = name or _tr("The system's own")
        chosen = name == shown.microphone
        add_choice(which, text, partial(choose, "microphone", name), checked=chosen)
    text = _tr("Click while you sing (in headphones)")
    change = partial(choose, "hum_click", "" if shown.hum_click else "on")
    add_choice(menu, text, change, checked=shown.hum_click)


def fill_snaps(menu: QMenu, shown: SnapName, choose: Callable[[SnapName], object]) -> None:
    """Add the grids."""
    for name in SNAP_NAMES:
        if name in ("1/1", "1/2T", "1/2."):
            menu.addSeparator()
        add_choice(menu, snap_label(name), partial(choose, name), checked=name == shown)


def snap_label(name: SnapName) -> str:
    """Return the name of a grid."""
    return {"off": _tr("off"), "adaptive": _tr("adaptive")}.get(name, name)


def _tr(text: str) -> str:
    return QCoreApplication.translate("TransportBar", text)
