"""The table of events: `table.EventsTable`.

Everything of a track and of the ruler as rows that keys alone can find, change, add and remove;
what a cell says is in `cells`, what typing in it means in `typed`.
"""
