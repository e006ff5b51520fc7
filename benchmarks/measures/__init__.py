"""Single measurements behind the figures of the documents, each run by `python -m`."""
