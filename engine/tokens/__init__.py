"""Music as token ids: vocabulary, encoder, grammar, reader, the store of songs and their batches.

May import music, config and errors; only `miditok_remi` imports MidiTok. Does not know the model,
training, ports, MIDI files or Qt.
"""

import sys
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from types import ModuleType

# Where PyTorch is installed `import miditok` loads it, for a data loader that nothing here uses.
# Python takes None for a module that cannot be imported, and MidiTok then goes without it.
sys.modules.setdefault("miditok.pytorch_data", cast("ModuleType", None))
