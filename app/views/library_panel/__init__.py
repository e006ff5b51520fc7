"""The library: `panel.LibraryPanel` with pieces, models and takes, and `page.LibraryPage`.

Each tab is a list model (`rows`), a delegate that paints it, and a filter.
"""
