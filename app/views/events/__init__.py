"""The table of events: `table.EventsTable`.

All events of a track and of the ruler are rows that can be edited by keys alone. `cells` has the
texts of the cells, `typed` parses the user's input.
"""
