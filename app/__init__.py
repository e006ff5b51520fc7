"""The window: views show values, controllers decide, links talk to child processes.

It may import the engine's values, messages, process, composition, paths and errors, and nothing
heavier: this process must show within a second.
"""
