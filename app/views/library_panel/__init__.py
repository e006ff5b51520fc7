"""What there is: `panel.LibraryPanel` with the tabs Pieces, Models and Takes.

Each tab is a list model (`rows`), a delegate that paints it, and a filter.
"""
