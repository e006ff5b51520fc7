"""The rows of the Play menu: transport, recording and jamming."""

from functools import partial

from app.main_window.action_table.spec import ActionSpec, spec

# Factor of one step of speed.
_STEP = 1.1
_play = partial(spec, "Play")
_record = partial(_play, submenu="Recording")
_speed = partial(_play, submenu="Speed")

# fmt: off
PLAY: tuple[ActionSpec, ...] = (
    _play(0, "play", "&Play or stop", "Play from the playhead; stop and go back.",
        "playing.toggle", "Space", "Media Play"),
    _play(0, "play_on", "Play &on", "Go on where it stopped.", "playing.play_on", "Shift+Space"),
    _play(0, "stop", "&Stop", "Stop; a second time goes to the start and ends every sound.",
        "playing.stop", "Media Stop"),
    _play(0, "record", "&Record", "Record what you play into this track.", "recording.toggle", "R"),
    _play(0, "hum", "&Hum it…",
        "Sing, whistle or play into the microphone, or open a recording: Segue finds the notes.",
        "hum.open", "Ctrl+Alt+H"),
    _record(0, "record_replaces", "&Replace what is there",
        "What you record takes the place of what is in the track, while it records.",
        "", "Ctrl+Alt+R", checkable=True),
    _record(0, "record_in_loop", "Only in the &loop range",
        "Nothing is recorded before the loop range and after it, looping or not.",
        "", "Ctrl+Alt+P", checkable=True),
    _record(0, "record_takes", "A ta&ke for each round",
        "Each round of a loop is a step of its own; undo goes back from round to round.",
        "", "Ctrl+Alt+U", checkable=True),
    _play(0, "capture", "&Capture what I just played",
        "Put what you just played into this track, though nothing recorded.",
        "playing.capture", "Ctrl+Shift+R"),
    _play(0, "typing", "&Typing keyboard",
        "The computer's letters play notes: A to ; are white keys, Z and X change the octave.",
        "typing.switch", "Ctrl+Shift+K", state="on"),
    _play(1, "to_start", "To the start", "Go to the beginning.",
        "playing.seek", "Home", given=(0,)),
    _play(1, "to_end", "To the end", "Go to the end.", "transport.seek_end", "End"),
    _play(1, "previous_bar", "Previous bar", "Go back a bar.",
        "playing.seek_bars", ",", given=(-1,)),
    _play(1, "next_bar", "Next bar", "Go on a bar.", "playing.seek_bars", ".", given=(1,)),
    _play(2, "loop", "&Loop", "Repeat the selected bars, or the range that was looped last.",
        "transport.toggle_loop", "L", checkable=True),
    _play(2, "metronome", "&Metronome", "Click on the beats.",
        "transport.toggle_click", "K", checkable=True),
    _speed(3, "slower", "Slower", "Play 10 % slower; the piece's tempo stays.",
        "transport.change_speed", "Ctrl+Shift+,", given=(1 / _STEP,)),
    _speed(3, "faster", "Faster", "Play 10 % faster; the piece's tempo stays.",
        "transport.change_speed", "Ctrl+Shift+.", given=(_STEP,)),
    _speed(3, "speed_normal", "As written", "Play at the piece's own tempo.",
        "playing.set_speed", "Ctrl+Shift+/", given=(1.0,)),
    _play(4, "tuning", "T&uning…",
        "The pitches of the keys: historic tunings, equal steps, or a Scala file.",
        "tuning.ask", "Ctrl+Alt+I"),
    _play(4, "panic", "P&anic", "End every sound on every output at once.",
        "playing.panic", "Ctrl+.", "F12"),
    _play(5, "start_jam", "Start or stop &jamming", "Play together with Segue.",
        "jam_views.toggle", "Ctrl+J"),
    _play(5, "hand_over", "Hand o&ver", "In a jam: give the turn to Segue, or take it back.",
        "jam.hand_over", "J"),
)
# fmt: on
