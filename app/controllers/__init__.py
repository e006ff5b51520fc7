"""When the user does X, tell Y: one QObject for each job, and the pure functions they call.

May import the window, its views, the link to child processes, and the engine's doors.
Does not know pixels, sockets of MIDI, or how notes are made.
"""
