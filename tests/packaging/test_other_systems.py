"""What can be known of the Windows and macOS packages and of the release on another system."""

import plistlib
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import bundle
import icons
import macos
import pytest
import windows
import yaml

ROOT = Path(__file__).resolve().parents[2]
NSI = (ROOT / "packaging" / "windows" / "segue.nsi").read_text(encoding="utf-8")
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"


@pytest.fixture(scope="module")
def workflow() -> dict[str, Any]:
    return yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))


def _steps(workflow: dict[str, Any]) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


@pytest.mark.skipif(not shutil.which("makensis"), reason="makensis is not installed")
def test_installer_compiles_without_a_warning(tmp_path: Path) -> None:
    folder = tmp_path / "segue"
    (folder / "_internal").mkdir(parents=True)
    for name in (*windows.PROGRAMS, "_internal/library.dll"):
        (folder / name).write_bytes(b"MZ")
    made = tmp_path / "Segue-0.0.1-windows.exe"
    icon = icons.ico(tmp_path / "segue.ico")
    command = windows.nsis_command(bundle=folder, icon=icon, out=made, sign="true")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert made.read_bytes()[:2] == b"MZ"


def test_installer_needs_no_administrator_and_spares_the_users_data() -> None:
    assert "RequestExecutionLevel user" in NSI
    code = "\n".join(line.partition(";")[0] for line in NSI.splitlines())
    assert "HKLM" not in code
    # Folders are only removed with their contents where PyInstaller alone puts files.
    assert re.findall(r"RMDir /r (.*)", code) == ['"$INSTDIR\\_internal"', '"$INSTDIR\\training"']
    assert "$APPDATA" not in code
    assert re.findall(r"\$LOCALAPPDATA[^\s\"]*", code) == ["$LOCALAPPDATA\\Programs\\${NAME}"]


def test_an_upgrade_that_is_cut_off_leaves_no_program_with_parts_missing() -> None:
    code = [line.strip() for line in NSI.splitlines()]
    removed = [line for line in code if line.startswith(("Delete", "RMDir"))]
    # First of all the programs go, last of all they come.
    assert [line.rpartition("\\")[2] for line in removed[:3]] == [
        *(f'{name}"' for name in windows.PROGRAMS),
        '_internal"',
    ]
    whole, *programs = (line for line in code if line.startswith("File "))
    assert all(f"/x {name} " in whole for name in windows.PROGRAMS)
    assert programs == [f'File "${{BUNDLE}}/{name}"' for name in windows.PROGRAMS]


def test_uninstaller_takes_back_every_key() -> None:
    install, _, uninstall = NSI.partition('Section "Uninstall"')
    for key in re.findall(r'WriteReg\w+ HKCU "([^"]+)"', install):
        taken_back = re.findall(r'DeleteReg(?:Key|Value) HKCU "([^"]+)"', uninstall)
        assert any(key == gone or key.startswith(f"{gone}\\") for gone in taken_back), key
    for shortcut in re.findall(r'CreateShortcut "([^"]+)"', install):
        assert f'Delete "{shortcut}"' in uninstall


def test_icons_have_every_size() -> None:
    from PIL import Image

    assert icons.png(32)[:4] == b"\x89PNG"
    assert len(set(icons.ICO_SIZES)) == len(icons.ICO_SIZES)
    assert Image.registered_extensions()[".icns"] == "ICNS"


def test_image_is_made_signed_and_notarised_in_this_order(tmp_path: Path) -> None:
    app, made = tmp_path / "Segue.app", tmp_path / "Segue.dmg"
    account = dict(zip(macos.NOTARY.values(), ("a@b.c", "TEAM", "secret"), strict=True))

    def programs(environment: dict[str, str]) -> list[str]:
        commands = macos.commands(app, tmp_path, made, environment)
        return [" ".join(command[:2]) for command in commands]

    unsigned = ["codesign --verify", "hdiutil create"]
    signed = [*unsigned, "codesign --sign"]
    assert programs({}) == programs(account) == unsigned
    assert programs({macos.IDENTITY: "Me"}) == signed
    assert programs({macos.IDENTITY: "Me", **account}) == [
        *signed,
        "xcrun notarytool",
        "xcrun stapler",
        "spctl --assess",
    ]


def test_image_shows_the_app_and_where_it_goes(tmp_path: Path) -> None:
    app = tmp_path / "Segue.app"
    (app / "Contents").mkdir(parents=True)
    folder = tmp_path / "image"
    folder.mkdir()
    macos.lay_out(app, folder)
    assert sorted(path.name for path in folder.iterdir()) == ["Applications", "Segue.app"]


def test_the_system_that_the_app_asks_for_is_the_one_that_the_readme_names() -> None:
    spec = (ROOT / "packaging" / "segue.spec").read_text(encoding="utf-8")
    asked = re.findall(r'"LSMinimumSystemVersion": "(\d+)\.0"', spec)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert asked == re.findall(r"\| macOS (\d+) and later", readme) == ["14"]


def test_entitlements_are_as_few_as_python_needs() -> None:
    path = ROOT / "packaging" / "macos" / "entitlements.plist"
    granted = plistlib.loads(path.read_bytes())
    assert granted == {
        "com.apple.security.cs.allow-unsigned-executable-memory": True,
        "com.apple.security.cs.disable-library-validation": True,
    }


def test_release_builds_each_system_with_its_script(workflow: dict[str, Any]) -> None:
    systems = workflow["jobs"]["build"]["strategy"]["matrix"]["include"]
    assert {entry["system"] for entry in systems} == {"linux", "windows", "macos"}
    for entry in systems:
        assert (ROOT / "packaging" / f"{entry['system']}.py").is_file()
    text = WORKFLOW.read_text(encoding="utf-8")
    for name in re.findall(r"packaging/[\w/]+\.py", text):
        assert (ROOT / name).is_file(), name


def test_release_publishes_sums_and_contents(workflow: dict[str, Any]) -> None:
    uploaded = next(s for s in _steps(workflow) if "upload-artifact" in s.get("uses", ""))
    for pattern in ("*.deb", "*.tar.xz", "*.exe", "*.dmg", "*.sbom.cdx.json", "SHA256SUMS"):
        assert pattern in uploaded["with"]["path"]
    assert workflow["jobs"]["publish"]["needs"] == "build"
    assert any("sha256sum --check" in step.get("run", "") for step in _steps(workflow))


def test_a_system_that_failed_keeps_no_other_back(workflow: dict[str, Any]) -> None:
    assert workflow["jobs"]["build"]["strategy"]["fail-fast"] is False
    condition = workflow["jobs"]["publish"]["if"]
    # Without a word about the state of `needs`, GitHub adds `success()`.
    assert "!cancelled()" in condition
    assert "startsWith(github.ref, 'refs/tags/v')" in condition


@pytest.mark.parametrize("built", [("linux", "windows", "macos"), ("linux",), ()])
def test_what_was_built_is_published_with_one_list_of_sums(
    workflow: dict[str, Any], tmp_path: Path, built: tuple[str, ...]
) -> None:
    """The steps themselves, with a `gh` that says what it was asked."""
    files, notes = tmp_path / "files", tmp_path / "notes"
    files.mkdir()
    for system in built:
        (files / f"segue-{system}").write_text(system, encoding="ascii")
        bundle.write_checksums([files / f"segue-{system}"], files / f"SHA256SUMS-{system}")
    gh = tmp_path / "gh"
    gh.write_text('#!/bin/sh\necho "$@" >> "$RUNNER_TEMP/asked"\n[ "$2" != view ]\n')
    gh.chmod(0o755)
    steps = [step["run"] for step in workflow["jobs"]["publish"]["steps"] if "run" in step]
    variables = {"GITHUB_REF_NAME": "v1.2.3", "GITHUB_REPOSITORY": "o/r"}
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", "\n".join(steps)],
        cwd=files,
        env={"PATH": f"{tmp_path}:/usr/bin:/bin", "RUNNER_TEMP": str(tmp_path), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode == 0) is bool(built), done.stderr
    if not built:
        return
    sums = (files / "SHA256SUMS").read_text(encoding="ascii").splitlines()
    assert {line.split()[1] for line in sums} == {f"segue-{system}" for system in built}
    asked = (tmp_path / "asked").read_text(encoding="utf-8")
    assert "release create v1.2.3 --verify-tag" in asked
    assert "--repo o/r" in asked
    told = notes.read_text(encoding="utf-8")
    assert told == (
        "" if len(built) == 3 else "There is no package in this release for: windows macos\n"
    )


def test_macos_is_built_on_a_runner_that_exists_for_the_oldest_that_is_promised(
    workflow: dict[str, Any],
) -> None:
    job = workflow["jobs"]["build"]
    (runner,) = [
        e["runner"] for e in job["strategy"]["matrix"]["include"] if e["system"] == "macos"
    ]
    assert int(runner.removeprefix("macos-")) >= 15
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (promised,) = re.findall(r"\| macOS (\d+) and later", readme)
    assert job["env"]["MACOSX_DEPLOYMENT_TARGET"] == f"{promised}.0"


def test_release_needs_no_secret_and_shows_none(workflow: dict[str, Any]) -> None:
    assert workflow["permissions"] == {"contents": "read"}
    for step in _steps(workflow):
        # In `env` a secret that is not set is an empty string; in a script it could be printed.
        assert "secrets." not in step.get("run", "")
        assert "secrets." not in str(step.get("if", ""))


def test_actions_are_pinned_to_a_commit_that_says_its_version() -> None:
    """A tag can be moved to other code; a commit cannot."""
    pins: dict[str, set[str]] = {}
    for path in WORKFLOW.parent.glob("*.yml"):
        for used in re.findall(r"uses: (.*)", path.read_text(encoding="utf-8")):
            found = re.fullmatch(r"(actions/[\w-]+)@([0-9a-f]{40} # v\d+\.\d+\.\d+)", used)
            assert found, f"{path.name}: {used}"
            pins.setdefault(found[1], set()).add(found[2])
    assert len(pins) == 4
    assert all(len(versions) == 1 for versions in pins.values())


def _scripts(workflow: dict[str, Any]) -> list[str]:
    return [
        re.sub(r"\$\{\{.*?\}\}", "value", step["run"])
        for step in _steps(workflow)
        if "run" in step and step.get("shell") != "pwsh"
    ]


def test_scripts_of_the_release_are_shell(workflow: dict[str, Any]) -> None:
    assert len(_scripts(workflow)) > 6
    for script in _scripts(workflow):
        done = subprocess.run(
            ["bash", "-n"], input=script, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr + script


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not installed")
def test_scripts_of_the_release_have_no_traps(workflow: dict[str, Any]) -> None:
    # Not: words that are to be split ($index), and what stands in place of `${{ … }}`.
    command = ["shellcheck", "--shell=bash", "--exclude=SC2086,SC2050,SC2194", "-"]
    for script in _scripts(workflow):
        done = subprocess.run(command, input=script, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def test_steps_are_of_the_kinds_there_are(workflow: dict[str, Any]) -> None:
    assert set(workflow) <= {"name", True, "on", "permissions", "env", "jobs"}
    keys = {"name", "if", "uses", "with", "run", "shell", "env", "working-directory"}
    for step in _steps(workflow):
        assert set(step) <= keys
        assert ("run" in step) != ("uses" in step)
        assert step.get("shell", "bash") in {"bash", "pwsh"}
    names = {"github", "matrix", "runner", "secrets"}
    text = WORKFLOW.read_text(encoding="utf-8")
    assert set(re.findall(r"\$\{\{ *(\w+)", text)) <= names


def test_tests_of_every_workflow_parse() -> None:
    for path in WORKFLOW.parent.glob("*.yml"):
        assert yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
