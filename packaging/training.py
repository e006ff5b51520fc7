"""The training part: PyTorch and MidiTok, a folder beside the program and one file to download.

`engine/ground/training_part.py` finds the folder and takes the file. Both are made before the
bundle, which has the file's SHA-256 in its assets: a program runs only the part that was built with
it.
"""

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import contents
import notices
from project import PROJECT, ROOT, repeatable, version

FOLDER = "training"
OFFER = "training-part.json"
# Prints the names of all modules that a training loads.
LOADED = """
import sys
import torch
layer = torch.nn.Linear(4, 4)
optimizer = torch.optim.AdamW(layer.parameters())
with torch.autocast("cpu", dtype=torch.bfloat16):
    layer(torch.ones(1, 4)).sum().backward()
torch.nn.utils.clip_grad_norm_(layer.parameters(), 1.0)
optimizer.step()
optimizer.load_state_dict(optimizer.state_dict())
torch.cuda.is_available()
import engine.evaluation.picture, engine.tokens.miditok_remi
import engine.making.running, engine.making.trying
print("\\n".join(name for name, module in sys.modules.items() if getattr(module, "__spec__", None)))
"""
# Files of a wheel for programs that are compiled against it.
_FOR_COMPILERS = (".a", ".cpp", ".cu", ".cuh", ".h", ".hpp", ".lib", ".pyi", ".pyc", ".pdb")


def packages() -> list[Distribution]:
    """Return the installed packages of the part: those of training that the program has not."""
    running = {package.metadata["Name"] for package in notices.bundled(PROJECT)}
    training = notices.bundled(PROJECT, extra="train")
    return [package for package in training if package.metadata["Name"] not in running]


def check_torch() -> None:
    """Refuse PyTorch with NVIDIA's libraries: they are large, and their licence is not listed.

    Raises:
        SystemExit: The PyTorch that is installed needs them, as PyPI's build for Linux does.
    """
    torch = distribution("torch")
    if any(wanted.startswith(notices.OF_CUDA) for wanted in torch.requires or ()):
        raise SystemExit(
            f"PyTorch {torch.version} is installed here as a build that needs NVIDIA's libraries, "
            "which no package of Segue may contain: to make a package, install the build for the "
            "processor from download.pytorch.org/whl/cpu."
        )


def build(out: Path) -> Path:
    """Make the folder of the part, its file, and the description that goes into the bundle.

    Returns:
        The folder.
    """
    folder = out / FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    for package in packages():
        for source, place in _files(package):
            target = folder / place
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    for name in contents.ABC_PROGRAMS:
        placeholder = folder / (f"{name}.exe" if os.name == "nt" else name)
        placeholder.parent.mkdir(parents=True, exist_ok=True)
        placeholder.write_text(contents.ABC_PLACEHOLDER, encoding="ascii")
    notices.write(folder / "licences", packages=packages())
    places = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    sbom = folder / "sbom.cdx.json"
    notices.write_sbom(sbom, project=PROJECT, places=places, packages=packages())
    (folder / "part.json").write_text(json.dumps(description()), encoding="utf-8")
    return folder


def description() -> dict[str, str]:
    """Return what the part was made for, as `engine.ground.training_part.Part` reads it."""
    return {
        "version": version(),
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "system": sys.platform,
        "machine": platform.machine(),
    }


def compile_loaded(folder: Path) -> None:
    """Compile the modules that a training loads: who has no right to write there would wait."""
    places = (folder.joinpath(*name.split(".")) for name in sorted(_loaded()))
    files = (file for place in places for file in (place.with_suffix(".py"), place / "__init__.py"))
    sources = "\n".join(str(file) for file in files if file.is_file())
    if not sources:
        return  # compileall without a file would compile everything that Python finds
    # In a process with a fixed hash of strings: the same source makes the same code.
    command = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash"]
    command += ["-s", str(folder), "-i", "-"]
    subprocess.run(command, input=sources, env=repeatable(), text=True, check=True)


def pack(folder: Path, out: Path) -> Path:
    """Pack the folder as the file that the Train page takes, and describe it for the bundle."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    made = out / f"segue-training-{version()}-{system}-{platform.machine().lower()}.zip"
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in files:
            # The same date each time: the same files make the same archive.
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix())
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = path.stat().st_mode << 16
            with path.open("rb") as source, archive.open(entry, "w", force_zip64=True) as target:
                shutil.copyfileobj(source, target, 1 << 20)
    with made.open("rb") as packed:
        digest = hashlib.file_digest(packed, "sha256").hexdigest()
    offer = {
        "file": made.name,
        "bytes": made.stat().st_size,
        "installed_bytes": sum(path.stat().st_size for path in files),
        "sha256": digest,
    }
    (out / OFFER).write_text(json.dumps(offer), encoding="utf-8")
    return made


def modules_of_part(folder: Path) -> list[str]:
    """Return the top-level modules of the part: the bundle must not take them in."""
    tops = (path.name.partition(".")[0] for path in folder.iterdir() if path.name != "licences")
    return sorted({top for top in tops if top.isidentifier() and top not in {"part", "sbom"}})


def modules_beside(folder: Path) -> list[str]:
    """Return the modules that a training loads and that the bundle must have for it.

    They are Python's or of a package that the program has. The environment of a developer has
    others, which libraries load where they find them.
    """
    listed = sys.stdlib_module_names | notices.modules_of(notices.bundled(PROJECT))
    own = {*modules_of_part(folder), "__main__", "engine"}
    tops = ((name, name.partition(".")[0]) for name in _loaded())
    return sorted(name for name, top in tops if top in listed and top not in own)


def _loaded() -> list[str]:
    command = [sys.executable, "-W", "ignore", "-c", LOADED]
    return subprocess.check_output(command, cwd=ROOT, text=True).split()


def _files(package: Distribution) -> Iterator[tuple[Path, str]]:
    """Yield each file of a package that the part takes, and its place there."""
    for file in package.files or ():
        place = file.as_posix()
        if place.startswith("../") or place.endswith(_FOR_COMPILERS) or not contents.needed(place):
            continue
        if ".dist-info/" in place and not place.endswith("/METADATA"):
            continue
        parts = place.split("/")
        if parts[0] not in contents.EXCLUDED and not {"tests", "__pycache__"}.intersection(parts):
            yield Path(str(package.locate_file(file))), place
