"""The Preferences window: pages of choices that hold at once.

Knows plain values; not where they are kept nor what they cause.
"""
