"""The language of the window's words: which one is meant, and bringing it in."""

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from engine.paths import translations

ENGLISH = "en"
TRANSLATED = ("de",)


def language_of(choice: str) -> str:
    """Return the language that a choice (`system`, or a language) means on this desktop."""
    if choice == "system":
        wanted = (name.partition("-")[0] for name in QLocale.system().uiLanguages())
        return next((name for name in wanted if name in (ENGLISH, *TRANSLATED)), ENGLISH)
    return choice if choice in TRANSLATED else ENGLISH


def install_language(application: QCoreApplication, language: str) -> bool:
    """Let every text that is made from now on be in a language.

    Args:
        application: What the translators live with.
        language: As `language_of` returns it.

    Returns:
        Whether it is there; if not, words stay English.
    """
    # English needs one as well: for one bar and for two bars.
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
    """Return the desktop's own kind of a language (de_AT), for numbers and dates."""
    system = QLocale.system()
    return system if system.name().startswith(language) else QLocale(language)
