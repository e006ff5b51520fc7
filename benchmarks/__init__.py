"""What only measures Segue: beside others, on long runs, and as pages of figures. Not installed.

May import everything of `engine` and `app`; neither knows that it is there.
"""

import os

# NumPy reads both once, when it is imported: what is measured is what the program does.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("NUMPY_MADVISE_HUGEPAGE", "0")
