"""The engine as a command: `segue COMMAND`, one module for each group of commands.

May import everything of the engine; torch and the like only inside the command that needs them.
Does not know Qt: `segue` without a command asks `app` for the window, here and nowhere else.
"""
