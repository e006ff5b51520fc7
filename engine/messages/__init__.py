"""What processes say to each other: commands down, events up; frozen values, one JSON line each.

`msgspec` checks every field on arrival, so nothing malformed gets past the door and nothing is
ever unpickled. May import music, config and errors. Does not know who sends a message, nor what it
causes. Everyone imports the vocabulary from here; a class is named where it is defined, and
nowhere else.
"""

from engine.messages.base import *
from engine.messages.changes import *
from engine.messages.inputs import *
from engine.messages.jam import *
from engine.messages.jamming import *
from engine.messages.job import *
from engine.messages.library import *
from engine.messages.live import *
from engine.messages.models import *
from engine.messages.notation import *
from engine.messages.pieces import *
from engine.messages.player import *
from engine.messages.render import *
from engine.messages.training import *
from engine.messages.wire import *
from engine.request import PartNote as PartNote  # the value that most of them carry
