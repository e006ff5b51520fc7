"""Figures as pages people read: HTML and Markdown by jinja2's templates, charts by matplotlib."""
