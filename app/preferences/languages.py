"""Finds and installs the language of the window."""

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from engine.ground.paths import translations

ENGLISH = "en"
TRANSLATED = ("de",)


def language_of(choice: str) -> str:
    """Return the language for a choice (`system` or a language) on this desktop."""
    if choice == "system":
        wanted = (name.partition("-")[0] for name in QLocale.system().uiLanguages())
        return next((name for name in wanted if name in (ENGLISH, *TRANSLATED)), ENGLISH)
    return choice if choice in TRANSLATED else ENGLISH


def install_language(application: QCoreApplication, language: str) -> bool:
    """Translate every text that is made from now on.

    Args:
        application: Owns the translators.
        language: As `language_of` returns it.

    Returns:
        Whether there is a translation; if not, the texts stay English.
    """
    # English needs a translator too, for its plurals.
    found = False
    for name, folder in (
        (f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)),
        (f"segue_{language}", str(translations())),
    ):
        translator = QTranslator(application)
        found = translator.load(name, folder)
        if found:
            application.installTranslator(translator)
    QLocale.setDefault(_locale_of(language))
    return found


def _locale_of(language: str) -> QLocale:
    """Return the desktop's variant of a language (de_AT), for numbers and dates."""
    system = QLocale.system()
    return system if system.name().startswith(language) else QLocale(language)
