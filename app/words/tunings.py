"""Names of tunings in the window's language; pieces and the command line keep the engine's."""

from PySide6.QtCore import QCoreApplication

from engine.tunings.known_tunings import KNOWN_TUNINGS
from engine.values.tuning import Tuning

# Qt's translation context of the names.
CONTEXT = "Tunings"
# (context, name) of all texts to translate.
NAMES = tuple((CONTEXT, tuning.name) for tuning in KNOWN_TUNINGS)


def tuning_name(tuning: Tuning | None) -> str:
    """Return the name of a tuning; None is equal temperament."""
    if tuning is None:
        return QCoreApplication.translate("Tunings", "Equal temperament")
    if tuning in KNOWN_TUNINGS:
        return QCoreApplication.translate(CONTEXT, tuning.name)
    return tuning.name
