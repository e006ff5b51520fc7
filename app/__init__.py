"""The window: state holds, views show it, binders go between them, talk asks the children.

It may import the engine's values, messages, process, composition, paths and errors, and nothing
heavier: this process must show within a second.
"""
