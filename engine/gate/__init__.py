"""The gate for documents from outside: what is too large, too deep or damaged stays out.

Pieces, models, archives, journals, settings and messages are looked at here before anything of
them is believed or built. Knows sizes, counts, names and decompressors; not what a document means.
"""
