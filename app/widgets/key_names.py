"""Keys in the words of the window's language: `E♭ major`, `Es-Dur`."""

from PySide6.QtCore import QCoreApplication

from engine.music.keys import Key


def key_name(key: Key) -> str:
    """Return a key as musicians of this language write it."""
    return key_in_own_words(key.name)


def key_in_own_words(name: str) -> str:
    """Return a key that the engine named, `E♭ major`; what is no key stays as it is."""
    return dict(zip(_ENGLISH, _names(), strict=True)).get(name, name)


def _names() -> tuple[str, ...]:
    tr = QCoreApplication.translate
    return (
        tr("Keys", "C major"),
        tr("Keys", "D♭ major"),
        tr("Keys", "D major"),
        tr("Keys", "E♭ major"),
        tr("Keys", "E major"),
        tr("Keys", "F major"),
        tr("Keys", "F♯ major"),
        tr("Keys", "G major"),
        tr("Keys", "A♭ major"),
        tr("Keys", "A major"),
        tr("Keys", "B♭ major"),
        tr("Keys", "B major"),
        tr("Keys", "C minor"),
        tr("Keys", "C♯ minor"),
        tr("Keys", "D minor"),
        tr("Keys", "D♯ minor"),
        tr("Keys", "E minor"),
        tr("Keys", "F minor"),
        tr("Keys", "F♯ minor"),
        tr("Keys", "G minor"),
        tr("Keys", "G♯ minor"),
        tr("Keys", "A minor"),
        tr("Keys", "B♭ minor"),
        tr("Keys", "B minor"),
    )


_ENGLISH = tuple(
    Key(tonic=tonic, minor=minor).name for minor in (False, True) for tonic in range(12)
)
