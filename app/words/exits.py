"""Sentences for a child process that exits unexpectedly, and for one that keeps doing so."""

from collections.abc import Mapping
from types import MappingProxyType

# English here; the window translates them (`app.words.engine`).
RESTARTED: Mapping[str, str] = MappingProxyType(
    {
        "live": "The music engine stopped unexpectedly and was restarted. "
        "Your piece is safe; the last request was cancelled.",
        "player": "The player stopped unexpectedly and was restarted. "
        "Your piece is safe; what was playing goes on.",
        "job": "The work stopped unexpectedly. What was already finished is kept.",
        "library": "The library's list stopped unexpectedly and was restarted.",
        "render": "Writing the audio file stopped unexpectedly. Your piece is safe.",
        "engrave": "The score stopped being drawn and was begun again. Your piece is safe.",
        "listen": "Listening stopped unexpectedly and was restarted. "
        "Your piece is safe, and what was recorded is kept.",
    }
)
GIVEN_UP: Mapping[str, str] = MappingProxyType(
    {
        "live": "The music engine keeps stopping and was not restarted. "
        "Your piece is safe; everything but Continue still works.",
        "player": "The player keeps stopping and was not restarted. "
        "Your piece is safe; everything but sound still works.",
        "job": "The work keeps stopping.",
        "library": "The library's list keeps stopping and was not restarted.",
        "render": "Writing audio files keeps stopping.",
        "listen": "Listening keeps stopping and was not restarted. "
        "Your piece is safe; everything but finding notes in sound still works.",
        "engrave": "Drawing the score keeps stopping and was not begun again. "
        "Your piece is safe; everything but the score still works.",
    }
)
