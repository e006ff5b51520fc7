"""What PyInstaller collects of torch: its libraries, and the modules that a training step loads.

The rule that PyInstaller brings takes all of torch's 2,300 modules, its headers and its tests;
this one has the same name and is looked at first. torch imports much by names made at run time,
so the modules are found by doing what Segue does and looking at what is there afterwards.
"""

from pathlib import Path

from PyInstaller import isolated
from PyInstaller.utils.hooks import (
    PY_DYLIB_PATTERNS,
    collect_data_files,
    collect_dynamic_libs,
    collect_submodules,
    get_package_paths,
)


def _loaded_by_a_training_step() -> list[str]:
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
    return [
        name
        for name, module in sys.modules.items()
        if name.startswith("torch.") and getattr(module, "__spec__", None) is not None
    ]


# torch looks at the source of its own functions (torch.jit, torch._dynamo).
module_collection_mode = "pyz+py"
warn_on_missing_hiddenimports = False
hiddenimports = isolated.call(_loaded_by_a_training_step)
hiddenimports += collect_submodules("torch._dynamo.polyfills")
binaries = collect_dynamic_libs("torch", search_patterns=[*PY_DYLIB_PATTERNS, "*.so.*"])
# torch refuses to be imported without this program.
for program in (Path(get_package_paths("torch")[1]) / "bin").glob("torch_shm_manager*"):
    binaries.append((str(program), "torch/bin"))
datas = collect_data_files(
    "torch", excludes=["bin/**", "include/**", "lib/**", "share/**", "test/**", "**/*.pyi"]
)
# Links at the bundle's top confuse torch about where its libraries are.
bindepend_symlink_suppression = ["**/torch/lib/*.so*"]
