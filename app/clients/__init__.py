"""Clients of the child processes: one QObject for each service that a child offers.

May import state, files and the engine's messages.
Does not know views, the window, or how a child carries out a command.
"""
