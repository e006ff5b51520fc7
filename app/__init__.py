"""The window: `state` holds the piece, views show it, binders connect the two.

`clients` sends commands to the child processes.
It imports only light rooms of the engine (contract `two-doors` in pyproject.toml), because this
process must show a window within a second.
"""
