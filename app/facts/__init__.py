"""Calls that wait for the last of many changes."""
