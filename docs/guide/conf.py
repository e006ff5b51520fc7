"""How the user guide is built: `python3 run.py guide`, or Sphinx on this folder."""

import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT), str(HERE / "extensions")]

project = "Segue"
author = "The Segue developers"
copyright = author  # noqa: A001 - Sphinx's own name
release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

extensions = ["myst_parser", "action_keys"]
myst_enable_extensions = ["deflist", "colon_fence"]
# Links to headings of the first three levels.
myst_heading_anchors = 3
source_suffix = {".md": "markdown"}
exclude_patterns = ["extensions"]

html_theme = "furo"
html_title = f"Segue {release}"
html_logo = "../../assets/icons/segue.svg"
html_favicon = "../../assets/icons/segue.svg"
html_show_sourcelink = False
html_copy_source = False
html_last_updated_fmt = None
# The guide is read offline, from a folder: nothing in it may be fetched from anywhere.
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#0f766e",
        "color-brand-content": "#0f766e",
    },
    "dark_css_variables": {
        "color-brand-primary": "#5cc8b0",
        "color-brand-content": "#5cc8b0",
    },
}
