"""What PyInstaller collects of torch: its libraries, and the modules that its analysis reaches.

The rule that PyInstaller brings takes all of torch's modules, headers and tests; this one has the
same name and is looked at first.
"""

from pathlib import Path

from PyInstaller.utils.hooks import (
    PY_DYLIB_PATTERNS,
    collect_data_files,
    collect_dynamic_libs,
    get_package_paths,
)

# torch looks at the source of its own functions (torch.jit, torch._dynamo).
module_collection_mode = "pyz+py"
warn_on_missing_hiddenimports = False
binaries = collect_dynamic_libs("torch", search_patterns=[*PY_DYLIB_PATTERNS, "*.so.*"])
# torch refuses to be imported without this program.
for program in (Path(get_package_paths("torch")[1]) / "bin").glob("torch_shm_manager*"):
    binaries.append((str(program), "torch/bin"))
datas = collect_data_files(
    "torch", excludes=["bin/**", "include/**", "lib/**", "share/**", "test/**", "**/*.pyi"]
)
# Loaded by torch.distributed from C++ or by name.
hiddenimports = [
    "torch._C._distributed_c10d",
    "torch._higher_order_ops",
    "torch.distributed._shard",
    "torch.distributed.algorithms",
    "torch.onnx",
    "torch.package",
    "torch.quantization",
]
# Links at the bundle's top confuse torch about where its libraries are.
bindepend_symlink_suppression = ["**/torch/lib/*.so*"]
