"""Continues, fills and jams, and prints which modules of PyTorch were loaded by then.

`python -m tests.live.playing_without_pytorch PIECE FOLDER`: PIECE is a MIDI file, FOLDER is where
results go. The model is the one that ships. It ends with an error where something wrote no music.
"""

import sys

from benchmarks.jam.player import Desk
from engine.cli.main import main as command
from engine.generation.model import LiveModel
from engine.ground.paths import starter_model
from engine.live.jam.session import JamSession
from engine.messages import JamVoice, Message, Plan, PlayedNote, StartJam

BEAT = 480
TICKS_A_SECOND = 960.0
SLICE_S = 0.02


def jam() -> None:
    """Play a bar of quarters into a jam until an answer stands ready."""
    desk = Desk(TICKS_A_SECOND, yields=True)
    voices = {"me": JamVoice(track=0), "segue": JamVoice(track=1)}
    session = JamSession(LiveModel.load(starter_model()), StartJam(mode="answer", **voices))
    said: list[Message] = list(session.hear(desk.anchor()))
    for beat in range(4):
        now_s = beat * BEAT / TICKS_A_SECOND
        for message in desk.press(now_s):
            said += session.hear(message)
        for on, tick in ((True, beat * BEAT), (False, beat * BEAT + 400)):
            seconds = tick / TICKS_A_SECOND
            note = PlayedNote(on=on, seconds=seconds, tick=tick, pitch=60 + beat, velocity=80)
            said += session.hear(note)
    for number in range(500):
        said += session.work(now_s + number * SLICE_S)
        if any(isinstance(message, Plan) and message.notes for message in said):
            return
    sys.exit("the jam planned no notes")


def main(piece: str, folder: str) -> None:
    """Do all three, and print what stands in the process afterwards."""
    asked = ("--model", "starter", "--out")
    for name, bars in (("continue", "1"), ("fill", "3-3")):
        one = "1"
        line = [name, piece, *asked, f"{folder}/{name}", "--bars", bars, "--alternatives", one]
        if command([*line, "--best-of", one]):
            sys.exit(f"segue {name} failed")
    jam()
    loaded = [name for name in sys.modules if name.partition(".")[0] == "torch"]
    sys.stdout.write(f"modules of PyTorch: {loaded}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
