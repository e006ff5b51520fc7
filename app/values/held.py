"""Files and folders that are held over the window, before they are dropped."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """Files and folders that are held over the window.

    Attributes:
        kind: One piece that can be opened, a model or a sound bank, a recording, or music for the
            library; or nothing that can be read.
        name: Of the folder or the file; empty where there are several.
        count: Pieces among them, as far as they were counted; 0 while that is unknown.
        is_part: Whether its notes can be put into the open piece.
    """

    kind: Literal["nothing", "piece", "tool", "sound", "music"] = "nothing"
    name: str = ""
    count: int = 0
    is_part: bool = False
