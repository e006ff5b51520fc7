"""Why a set-up cannot go on, in sentences for who asked for it."""

import re

# What pip and apt-get say when they reach nobody.
UNREACHABLE = re.compile(
    "connection broken by|Could not fetch URL|Max retries exceeded|Read timed out|IncompleteRead"
    "|Could not resolve|Temporary failure resolving|Could not connect|Unable to connect"
)


class SetUpError(Exception):
    """The set-up cannot go on; the message is for who asked for it."""


def offline(what: str, *, source: str) -> str:
    """Return the sentence for who cannot reach a source of packages."""
    return (
        f"Segue needs the internet once, to download {what} from {source}, and cannot reach it: "
        "connect this computer and run the same command again."
    )
