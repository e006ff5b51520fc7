"""The Preferences window: pages of choices that take effect at once.

Shows values and emits choices; knows neither how they are saved nor what they cause.
"""
