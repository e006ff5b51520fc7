"""Between state and the child processes: one QObject for each thing that is asked of a child.

May import state, files and the engine's messages.
Does not know views, the window or what a child does with a command.
"""
