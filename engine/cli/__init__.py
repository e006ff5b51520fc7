"""The command line: `segue COMMAND`, with one module for each group of commands.

May import everything of the engine; PyTorch only inside the commands that need it. Only `window`
imports `app`, to open the window for `segue` without a command.
"""
