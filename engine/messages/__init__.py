"""The messages between processes: commands to a child, events from it; frozen values as JSON lines.

`msgspec` checks every field on arrival; nothing is unpickled. May import music, config and errors.
Other rooms import all messages from this package.
"""

from engine.messages.base import *
from engine.messages.changes import *
from engine.messages.inputs import *
from engine.messages.jam import *
from engine.messages.jamming import *
from engine.messages.job import *
from engine.messages.library import *
from engine.messages.listening import *
from engine.messages.live import *
from engine.messages.models import *
from engine.messages.notation import *
from engine.messages.pieces import *
from engine.messages.player import *
from engine.messages.render import *
from engine.messages.training import *
from engine.messages.wire import *
from engine.request import PartNote as PartNote  # the value that most of them carry
from engine.values.track_mix import TrackMix as TrackMix
