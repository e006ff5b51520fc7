"""What goes into Segue's bundle and what stays out: read by `segue.spec` and by the tests.

Plain values, so that a test can hold them against the source: every folder of assets, every module
that is only named in a string, every program that Segue starts as a child.
"""

import posixpath
from collections.abc import Sequence
from pathlib import PurePosixPath

# Folders and files of the repository that the program reads while it runs.
DATA = ("assets", "LICENSE")

# All of these packages, whether an analysis finds a way to a module or not.
OURS = ("app", "engine")

# Imported by name at run time, or from a place where an analysis of the source does not look:
# a role imports its half of the program only when it is started, `cffi` modules their backend.
HIDDEN = (
    "_cffi_backend",
    "_soundfile_data",
    "app.__main__",
    "engine.cli.main",
    "engine.library.guard",
    "engine.worker.roles",
    "miniaudio",
    "rtmidi",
    "soundfile",
    "tinysoundfont",
)

# Used where a developer has them and in no package: the program goes on without.
OPTIONAL = ("pretty_midi", "torch.utils.tensorboard")

# Packages of the training part (`training.py`); the bundle has none of them.
TRAINING = ("miditok", "pillow", "symusic", "torch")

# Packages whose data files are read at run time.
WITH_DATA = ("verovio",)

# Packages with shared libraries beside their extension module.
WITH_LIBRARIES = ("_soundfile_data", "rtmidi", "tinysoundfont")

# Packages whose version `segue doctor` tells.
WITH_METADATA = (
    "PySide6-Essentials",
    "mido",
    "miniaudio",
    "msgspec",
    "numpy",
    "python-osc",
    "python-rtmidi",
    "safetensors",
    "soundfile",
    "tinysoundfont",
    "verovio",
)

# Never imported by Segue, reached only from branches of other packages that it does not take.
# `torch` names networkx and jinja2 in its compiler, setuptools in its extension builder; MidiTok's
# hub client names hf_xet, its downloader; numpy's reader of Fortran names charset_normalizer;
# msgspec reads classes of attrs where there are any.
# Python's prompt brings GNU Readline along, which is GPL. Debian's Python has a `sitecustomize`.
EXCLUDED = (
    "IPython",
    "OpenGL",
    "_distutils_hack",
    "attr",
    "attrs",
    "charset_normalizer",
    "cupy",
    "hf_xet",
    "hypothesis",
    "importlinter",
    "jinja2",
    "lxml",
    "matplotlib",
    "mypy",
    "networkx",
    "partitura",
    "pkg_resources",
    "pygments",
    "pytest",
    "pytestqt",
    "readline",
    "rich",
    "scipy",
    "setuptools",
    "sitecustomize",
    "tensorboard",
    "tkinter",
    "torch.utils.benchmark",
    "torch.utils.tensorboard",
    "typer",
)

# Qt's own words, of its dialogs and menus, in the languages of Segue.
KEPT = ("PySide6/Qt/translations/qtbase_de",)

# Files that other people's packaging rules collect and that nothing of ours loads: torch's own
# tests, headers and compilers; what Qt carries for programs that are not made of widgets, and its
# readers of photographs; verovio's fonts beside the one it draws with and the one it falls back to.
# torch.testing stays (torch.utils.checkpoint imports it), and torch_shm_manager (torch refuses to
# be imported without it).
DROPPED = (
    "PIL/_avif",
    "PIL/_imagingcms",
    "PIL/_imagingmath",
    "PIL/_imagingtk",
    "PIL/_webp",
    "libavif",
    "liblcms2",
    "libsharpyuv",
    "libwebp",
    # Every licence is in assets/licences/ already.
    ".dist-info/licenses/",
    # Hashes of pip's commands, whose first line is the path of the environment on this machine.
    ".dist-info/RECORD",
    # What Sphinx keeps for its next run: pickles with paths of this machine in them.
    "assets/guide/.doctrees/",
    "torch/bin/FileStoreTest",
    "torch/bin/HashStoreTest",
    "torch/bin/TCPStoreTest",
    "torch/bin/protoc",
    "torch/bin/script_module",
    "torch/bin/test_",
    "torch/bin/upgrader_models/",
    "torch/include/",
    "torch/lib/libaoti_custom_ops",
    "torch/lib/libbackend_with_compiler",
    "torch/lib/libjitbackend_test",
    "torch/lib/libshm_windows/",
    "torch/lib/libtorchbind_test",
    "torch/share/",
    "torch/test/",
    "PySide6/Qt/plugins/egldeviceintegrations/",
    "PySide6/Qt/plugins/generic/",
    "PySide6/Qt/plugins/imageformats/libqtga",
    "PySide6/Qt/plugins/imageformats/libqtiff",
    "PySide6/Qt/plugins/imageformats/libqwbmp",
    "PySide6/Qt/plugins/imageformats/libqwebp",
    "PySide6/Qt/plugins/networkinformation/",
    # The GTK theme would mix this machine's GTK with the user's; dialogs come by the portal.
    "PySide6/Qt/plugins/platformthemes/libqgtk3",
    "PySide6/Qt/plugins/platforms/libqeglfs",
    "PySide6/Qt/plugins/platforms/libqlinuxfb",
    "PySide6/Qt/plugins/platforms/libqminimalegl",
    "PySide6/Qt/plugins/platforms/libqvkkhrdisplay",
    "PySide6/Qt/plugins/platforms/libqvnc",
    "/plugins/designer/",
    "/plugins/qmltooling/",
    "PySide6/Qt/plugins/tls/",
    "PySide6/Qt/plugins/virtualkeyboard",
    "PySide6/Qt/qml/",
    "PySide6/qml/",
    "PySide6/Qt/translations/",
    "Qt6EglF",
    "Qt6Pdf",
    "Qt6Qml",
    "Qt6Quick",
    "Qt6VirtualKeyboard",
    "qt6pdf",
    "QtPdf.framework",
    "QtQml.framework",
    "QtQuick.framework",
    "QtVirtualKeyboard.framework",
    "hf_xet/",
    "verovio/data/Gootville",
    "verovio/data/Leland",
    "verovio/data/Petaluma",
    # abcMIDI (GPL): symusic demands that the files exist and runs them only for ABC notation.
    "symusic/bin/",
)

# Linux: libraries that every desktop has, in the version that fits its drivers, fonts, printers and
# sound system; a copy from the machine that builds would be looked at first and does not know where
# another system keeps its plug-ins. The list of the AppImage project, with what GTK and CUPS pulled
# in, and the part of the C library that is a file of its own (libmvec).
# The package depends on those that are not in a bare Debian.
FROM_SYSTEM = (
    "libX11-xcb.so",
    "libX11.so",
    "libXau.so",
    "libXcomposite.so",
    "libXcursor.so",
    "libXdamage.so",
    "libXdmcp.so",
    "libXext.so",
    "libXfixes.so",
    "libXi.so",
    "libXinerama.so",
    "libXrandr.so",
    "libXrender.so",
    "libasound.so",
    "libatk-",
    "libatk-bridge-",
    "libatspi.so",
    "libavahi-",
    "libblkid.so",
    "libbrotlicommon.so",
    "libbrotlidec.so",
    "libbsd.so",
    "libcairo",
    "libcap.so",
    "libcom_err.so",
    "libcups.so",
    "libdatrie.so",
    "libdbus-1.so",
    "libepoxy.so",
    "libexpat.so",
    "libfontconfig.so",
    "libfreetype.so",
    "libfribidi.so",
    "libgcc_s.so",
    "libgcrypt.so",
    "libgdk",
    "libgio-2.0.so",
    "libglib-2.0.so",
    "libgmp.so",
    "libgnutls.so",
    "libgmodule-2.0.so",
    "libgobject-2.0.so",
    "libgpg-error.so",
    "libgraphite2.so",
    "libgssapi_krb5.so",
    "libgtk-3.so",
    "libgthread-2.0.so",
    "libharfbuzz.so",
    "libhogweed.so",
    "libidn2.so",
    "libjpeg.so",
    "libk5crypto.so",
    "libkeyutils.so",
    "libkrb5.so",
    "libkrb5support.so",
    "liblz4.so",
    "libmd.so",
    "libmount.so",
    "libmvec.so",
    "libnettle.so",
    "libp11-kit.so",
    "libpango",
    "libpcre2-8.so",
    "libpixman-1.so",
    "libpng16.so",
    "libselinux.so",
    "libstdc++.so",
    "libsystemd.so",
    "libtasn1.so",
    "libthai.so",
    "libunistring.so",
    "libwayland-",
    "libxcb.so",
    "libzstd.so",
)

# In place of abcMIDI's two programs; symusic looks for the names when it is imported.
ABC_PROGRAMS = ("symusic/bin/abc2midi", "symusic/bin/midi2abc")
ABC_PLACEHOLDER = "Segue reads no ABC notation; abcMIDI is not part of this package.\n"


def needed(place: str) -> bool:
    """Return whether a file that was collected for this place in the bundle stays in it."""
    place = place.replace("\\", "/")
    if "/" not in place and place.startswith(FROM_SYSTEM):
        return False
    return any(part in place for part in KEPT) or not any(part in place for part in DROPPED)


def dangling(entries: Sequence[tuple[str, str, str]]) -> set[str]:
    """Return the links that lead to nothing after files were left out.

    macOS refuses to sign an app with such a link in it.

    Args:
        entries: PyInstaller's (place in the bundle, source, kind). The source of a link is where it
            leads, seen from the folder that it is in.
    """
    links = {
        place: posixpath.normpath(posixpath.join(posixpath.dirname(place), source))
        for place, source, kind in _with_slashes(entries)
        if kind == "SYMLINK"
    }
    there = {place for place, _, _ in _with_slashes(entries)}
    there |= {str(folder) for place in there for folder in PurePosixPath(place).parents}
    gone: set[str] = set()
    # A link to a link that leads to nothing leads to nothing, too.
    while more := {p for p, to in links.items() if to not in there} - gone:
        gone |= more
        there -= more
    return {place for place, _, _ in entries if place.replace("\\", "/") in gone}


def _with_slashes(entries: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    return [(p.replace("\\", "/"), s.replace("\\", "/"), kind) for p, s, kind in entries]
