"""The shared libraries of a bundle: which file is whose, and what is compiled into it.

Packages of Python bring libraries of other people along, which no package's metadata names. Each
file of a bundle that is a shared library must be known here; one that is not stops the build, so
that the list of what is inside (SBOM) stays true when a package changes.
"""

import re
import sqlite3
import ssl
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import PurePosixPath
from typing import Any


@dataclass(frozen=True)
class Part:
    """A library that is compiled into another.

    Args:
        name: Its name.
        licence: SPDX's name of its licence.
        mark: Bytes that a file has which has it in it; empty where none are known.
        systems: Where it is in it, by `sys.platform`.
    """

    name: str
    licence: str
    mark: bytes = b""
    systems: tuple[str, ...] = ("linux", "win32", "darwin")


@dataclass(frozen=True)
class Library:
    """A library of its own.

    Args:
        name: Its name.
        licence: SPDX's name of its licence.
        files: A pattern of its files, from the beginning of a name or of a folder's.
        package: The package of PyPI that brings it and has its version; else empty.
        numbered: Whether the number behind `.so` is its version, and not only its interface's.
        parts: What is compiled into it.
    """

    name: str
    licence: str
    files: str
    package: str = ""
    numbered: bool = False
    parts: tuple[Part, ...] = ()


_LGPL_QT = "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only"
# Libraries of Python and of packages that are listed by their own names anyway.
_LISTED = re.compile(
    r"(lib)?((torch|c10|shm)(_\w+)?\.|(pyside6(qml)?|shiboken6)\.|python3)|Python$"
)
# The first that matches a file's name is the one.
KNOWN = (
    # PyTorch
    Library("libuv", "MIT", r"uv\.dll"),
    Library("LLVM OpenMP", "Apache-2.0 WITH LLVM-exception", r"libomp\.|libiomp"),
    # Qt
    Library(
        "Qt plug-ins",
        _LGPL_QT,
        r"PySide6/(Qt/)?(plugins|qml)/",
        package="PySide6-Essentials",
        parts=(
            Part("libjpeg-turbo", "IJG AND BSD-3-Clause AND Zlib"),
            Part("libtiff", "libtiff"),
            Part("libwebp", "BSD-3-Clause"),
        ),
    ),
    Library(
        "Qt",
        _LGPL_QT,
        r"(lib)?Qt6\w*\.|Qt[A-Z]\w*$",
        package="PySide6-Essentials",
        parts=(
            Part("PCRE2", "BSD-3-Clause", mark=b"PCRE2_EXTRA"),
            Part("double-conversion", "BSD-3-Clause"),
            Part("TinyCBOR", "MIT"),
            Part("CLDR", "Unicode-3.0"),
            Part("HarfBuzz", "MIT-Modern-Variant"),
            Part("FreeType", "FTL OR GPL-2.0-only", systems=("win32", "darwin")),
            Part("libpng", "libpng-2.0", mark=b"libpng version 1."),
            Part("MD4C", "MIT"),
            Part("xsvg", "HPND-sell-variant"),
        ),
    ),
    Library("Mesa llvmpipe", "MIT", r"opengl32sw\.dll", parts=(Part("LLVM", "NCSA"),)),
    Library("Direct3D compiler", "LicenseRef-Microsoft-Redistributable", r"d3dcompiler_47\.dll"),
    Library("ICU", "Unicode-3.0", r"(lib)?icu(data|i18n|uc|dt|in)", numbered=True),
    Library("xcb-util libraries", "MIT", r"libxcb-(cursor|icccm|image|keysyms|render-util|util)\."),
    Library("libxcb", "MIT", r"libxcb(-[a-z0-9]+)?[.-]"),
    Library("libxkbcommon", "MIT", r"libxkbcommon(-x11)?\."),
    # Sound and MIDI
    Library(
        "libsndfile",
        "LGPL-2.1-or-later",
        r"libsndfile",
        parts=(
            Part("FLAC", "BSD-3-Clause", mark=b"reference libFLAC"),
            Part("Ogg", "BSD-3-Clause", mark=b"OggS"),
            Part("Vorbis", "BSD-3-Clause", mark=b"Xiph.Org libVorbis"),
            Part("Opus", "BSD-3-Clause", mark=b"libopus 1."),
            Part("mpg123", "LGPL-2.1-only", mark=b"mpg123 handle"),
            Part("LAME", "LGPL-2.0-or-later", mark=b"LAME"),
        ),
    ),
    Library("JACK", "LGPL-2.1-or-later", r"libjack"),
    # numpy
    Library(
        "OpenBLAS",
        "BSD-3-Clause",
        r"libscipy_openblas|libopenblas",
        parts=(Part("LAPACK", "BSD-3-Clause-Open-MPI"),),
    ),
    # Pillow
    Library("libXau", "MIT-open-group", r"libXau"),
    Library("Brotli", "MIT", r"libbrotli(common|dec|enc)", numbered=True),
    Library("FreeType", "FTL OR GPL-2.0-only", r"libfreetype"),
    Library("HarfBuzz", "MIT-Modern-Variant", r"libharfbuzz"),
    Library("libjpeg-turbo", "IJG AND BSD-3-Clause AND Zlib", r"libjpeg"),
    Library("OpenJPEG", "BSD-2-Clause", r"libopenjp2"),
    Library("libpng", "libpng-2.0", r"libpng16"),
    Library("libtiff", "libtiff", r"libtiff"),
    Library("Zstandard", "BSD-3-Clause OR GPL-2.0-only", r"libzstd", numbered=True),
    # Compilers
    Library(
        "GCC runtime",
        "GPL-3.0-or-later WITH GCC-exception-3.1",
        r"lib(gomp|gfortran|gcc_s|stdc\+\+)",
    ),
    Library("libquadmath", "LGPL-2.0-or-later", r"libquadmath"),
    Library(
        "Visual C++ runtime",
        "LicenseRef-Microsoft-Visual-C++-Runtime",
        r"(msvcp|vcruntime|concrt|vcomp|vcamp|vccorlib)140|ucrtbase\.|api-ms-win-",
    ),
    # Python
    Library("OpenSSL", "Apache-2.0", r"lib(ssl|crypto)[.-]"),
    Library("libffi", "MIT", r"libffi[.-]"),
    Library("SQLite", "blessing", r"(lib)?sqlite3"),
    Library("zlib", "Zlib", r"libz\.|zlib"),
    Library("bzip2", "bzip2-1.0.6", r"libbz2"),
    Library("XZ Utils", "0BSD", r"liblzma", numbered=True),
    Library("Expat", "MIT", r"libexpat"),
    Library("libuuid", "BSD-3-Clause", r"libuuid"),
    Library("mpdecimal", "BSD-2-Clause", r"libmpdec"),
    Library("gettext", "LGPL-2.1-or-later", r"libintl"),
)
# Libraries of C and C++ in the extension modules of packages; the packages are listed by name.
IN_PACKAGES = {
    "torch": (
        Part("oneDNN", "Apache-2.0"),
        Part("FBGEMM", "BSD-3-Clause"),
        Part("XNNPACK", "BSD-3-Clause"),
        Part("SLEEF", "BSL-1.0"),
        Part("cpuinfo", "BSD-2-Clause"),
        Part("Protocol Buffers", "BSD-3-Clause"),
        Part(
            "Intel oneAPI Math Kernel Library",
            "LicenseRef-Intel-Simplified-Software-License",
            systems=("linux", "win32"),
        ),
    ),
    "miniaudio": (
        Part("miniaudio", "Unlicense OR MIT-0"),
        Part("dr_libs", "Unlicense OR MIT-0"),
        Part("stb_vorbis", "Unlicense OR MIT"),
    ),
    "python-rtmidi": (Part("RtMidi", "MIT"),),
    "tinysoundfont": (Part("TinySoundFont", "MIT"), Part("stb_vorbis", "Unlicense OR MIT")),
    "verovio": (Part("humlib", "BSD-2-Clause"), Part("pugixml", "MIT"), Part("MIDI file", "MIT")),
}
_SHARED = re.compile(r"\.so(\.\d+)*$|\.dll$|\.dylib$|\.framework/.*/[A-Z]\w+$", re.IGNORECASE)
_EXTENSION = re.compile(r"\.cpython-\w+(-[\w-]+)?\.so$|\.abi3\.so$|\.pyd$|(^|/)lib-dynload/")
_SONAME = re.compile(r"\.so\.(\d+(?:\.\d+)*)$|\.(\d+(?:\.\d+)+)(?:\.[\w-]+)?\.dylib$")


def components(places: Iterable[str]) -> list[dict[str, Any]]:
    """Return CycloneDX components for the shared libraries among a bundle's files.

    Args:
        places: Paths in the bundle, as PyInstaller names them.

    Raises:
        SystemExit: A shared library is not known.
    """
    found: dict[Library, list[str]] = {}
    unknown = []
    for place in sorted({place.replace("\\", "/") for place in places}):
        if is_shared_library(place):
            library = library_of(place)
            if library:
                found.setdefault(library, []).append(place)
            else:
                unknown.append(place)
    if unknown:
        raise SystemExit(
            "Nobody has said whose these shared libraries are, and under which licence: "
            f"{', '.join(unknown)}. Add them to packaging/libraries.py."
        )
    return [_component(library, found[library]) for library in KNOWN if library in found]


def is_shared_library(place: str) -> bool:
    """Return whether a file is a shared library of its own, and no module of Python's."""
    own = _LISTED.match(PurePosixPath(place).name)
    return bool(_SHARED.search(place)) and not _EXTENSION.search(place) and not own


def library_of(place: str) -> Library | None:
    """Return the library that a file belongs to; None for one that is not known."""
    return next((known for known in KNOWN if re.search(f"(^|/)({known.files})", place)), None)


def parts_of_package(name: str) -> list[dict[str, Any]]:
    """Return CycloneDX components for what is compiled into a package of Python."""
    return _parts(IN_PACKAGES.get(name, ()))


def _component(library: Library, places: list[str]) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": "library",
        "name": library.name,
        "licenses": [{"expression": library.licence}],
        "properties": [{"name": "segue:file", "value": place} for place in places],
    }
    if number := version_of(library, places):
        made["version"] = number
    if library.parts:
        made["components"] = _parts(library.parts)
    return made


def _parts(parts: Iterable[Part]) -> list[dict[str, Any]]:
    return [
        {"type": "library", "name": part.name, "licenses": [{"expression": part.licence}]}
        for part in parts
        if sys.platform in part.systems
    ]


def version_of(library: Library, places: list[str]) -> str:
    """Return a library's version, from its package, from itself, or from a file's name."""
    if library.package:
        try:
            return version(library.package).partition("+")[0]
        except PackageNotFoundError:
            return ""
    if library.numbered:
        return max((number for place in places for number in _numbers_in(place)), default="")
    return _told_by_itself().get(library.name, "")


def _told_by_itself() -> dict[str, str]:
    import numpy as np
    import soundfile
    from PIL import features

    blas = np.show_config("dicts")["Build Dependencies"]["blas"]
    return {
        "FreeType": features.version("freetype2") or "",
        "HarfBuzz": features.version("harfbuzz") or "",
        "libjpeg-turbo": features.version("libjpeg_turbo") or "",
        "libtiff": features.version("libtiff") or "",
        "OpenBLAS": blas["version"],
        "OpenJPEG": features.version("jpg_2000") or "",
        "OpenSSL": ssl.OPENSSL_VERSION.split()[1],
        "SQLite": sqlite3.sqlite_version,
        "libsndfile": soundfile.__libsndfile_version__,
        "zlib": zlib.ZLIB_RUNTIME_VERSION,
    }


def _numbers_in(place: str) -> Iterator[str]:
    if found := _SONAME.search(place):
        yield found[1] or found[2]
