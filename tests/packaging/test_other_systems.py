"""What can be known of the Windows and macOS packages and of the release on another system."""

import os
import plistlib
import re
import shutil
import subprocess
import sys
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
        'segue.exe"',
        'segue.com"',
        '_internal"',
    ]
    whole, *programs = (line for line in code if line.startswith("File "))
    assert all(f"/x {name} " in whole for name in windows.PROGRAMS)
    assert programs == [
        'File "${BUNDLE}/segue.exe"',
        'File "/oname=segue.com" "${BUNDLE}/segue-cli.exe"',
    ]


def test_uninstaller_takes_back_every_key() -> None:
    install, _, uninstall = NSI.partition('Section "Uninstall"')
    # What is offered for each suffix is taken back by the same list.
    assert "!insertmacro ForEachSuffix OfferFor" in install
    assert "!insertmacro ForEachSuffix OfferNoMore" in uninstall
    install = re.sub(r"(?s)!macro OfferFor.*?!macroend", "", install)
    for key in re.findall(r'WriteReg\w+ HKCU "([^"]+)"', install):
        taken_back = re.findall(r'DeleteReg(?:Key|Value) HKCU "([^"]+)"', uninstall)
        assert any(key == gone or key.startswith(f"{gone}\\") for gone in taken_back), key
    for shortcut in re.findall(r'CreateShortcut "([^"]+)"', install):
        assert f'Delete "{shortcut}"' in uninstall


def _offered() -> set[str]:
    """Return the suffixes, without their dot, that a system is told of."""
    from engine.values.formats import OPENED

    return {s[1:] for each in OPENED for s in each.read if s not in each.ambiguous}


def test_windows_offers_segue_for_what_it_opens() -> None:
    listed = re.findall(r'!insertmacro \${DO} "\.(\w+)" "(Segue\.\w+)"', NSI)
    owned = re.findall(r'"\${CLASSES}\\\.(\w+)" "" "Segue\.Piece"', NSI)
    assert {suffix for suffix, _ in listed} | {*owned} == _offered()
    for _, kind in listed:
        assert f'"${{CLASSES}}\\{kind}\\shell\\open\\command"' in NSI


def test_macos_offers_segue_for_what_it_opens() -> None:
    spec = (ROOT / "packaging" / "segue.spec").read_text(encoding="utf-8")
    lists = re.findall(r'"(?:CFBundleTypeExtensions|public.filename-extension)": \[(.*?)\]', spec)
    told = {suffix for each in lists for suffix in re.findall(r'"(\w+)"', each)}
    assert told == _offered()


def test_the_wizard_says_everything_in_english_and_german() -> None:
    languages = re.findall(r'!insertmacro MUI_LANGUAGE "(\w+)"', NSI)
    assert languages == ["English", "German"]
    texts = {
        t[0]: t[1:] for t in re.findall(r'!insertmacro Text (\w+)[\s\\]+"(.*?)"[\s\\]+"(.*?)"', NSI)
    }
    assert {*re.findall(r"\$\((\w+)\)", NSI)} == texts.keys()
    assert all(english and german and english != german for english, german in texts.values())


def test_no_path_of_the_user_goes_through_a_variable_of_nsis() -> None:
    """A variable holds 1,024 characters; a longer PATH would be cut off and written back."""
    assert not re.search(r"(?i)(Read|Write)Reg\w*Str[^\n]*Environment", NSI)
    assert not re.search(r"(?i)ReadEnvStr[^\n]*PATH", NSI)


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


def test_a_busy_disk_is_tried_again_and_nothing_else_is(tmp_path: Path) -> None:
    """hdiutil fails on machines where another program looks at the new disk."""
    count = tmp_path / "count"
    for name, tries in (("hdiutil", 4), ("codesign", 1)):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\necho >> "{count}"\nexit 1\n', encoding="utf-8")
        program.chmod(0o755)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
            with pytest.raises(subprocess.CalledProcessError):
                macos.run([name, "create"], wait_s=0.0)
        assert len(count.read_text(encoding="utf-8").splitlines()) == tries
        count.unlink()


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


def test_entitlements_are_as_few_as_python_and_a_microphone_need() -> None:
    path = ROOT / "packaging" / "macos" / "entitlements.plist"
    granted = plistlib.loads(path.read_bytes())
    assert granted == {
        "com.apple.security.cs.allow-unsigned-executable-memory": True,
        "com.apple.security.cs.disable-library-validation": True,
        "com.apple.security.device.audio-input": True,
    }


def test_macos_says_what_the_microphone_is_for_before_it_asks() -> None:
    spec = (ROOT / "packaging" / "segue.spec").read_text(encoding="utf-8")
    assert "only while Segue shows it" in spec.partition("NSMicrophoneUsageDescription")[2]


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
    if "windows" in built:
        (files / "notes-windows").write_text("The file for Windows is signed.\n", encoding="utf-8")
    gh = tmp_path / "gh"
    gh.write_text('#!/bin/sh\necho "$@" >> "$RUNNER_TEMP/asked"\n[ "$2" != view ]\n')
    gh.chmod(0o755)
    steps = [
        step["run"]
        for step in workflow["jobs"]["publish"]["steps"]
        if step.get("working-directory") == "files"
    ]
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
        "The file for Windows is signed.\n"
        if len(built) == 3
        else "There is no package in this release for: windows macos\n"
    )
    assert not [*files.glob("notes-*")]


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


GITHUB_FORMS = {
    "vendor.github-workflows": ("workflows/*.yml",),
    "vendor.github-issue-forms": ("ISSUE_TEMPLATE/fault.yml", "ISSUE_TEMPLATE/wish.yml"),
    "vendor.github-issue-config": ("ISSUE_TEMPLATE/config.yml",),
}


@pytest.mark.slow
@pytest.mark.parametrize("schema", GITHUB_FORMS)
def test_github_accepts_workflows_and_issue_forms(schema: str) -> None:
    """Held against the schemas that check-jsonschema brings along; no network."""
    files = [str(f) for p in GITHUB_FORMS[schema] for f in (ROOT / ".github").glob(p)]
    assert files
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_issue_form_is_held_against_its_schema() -> None:
    checked = {
        f
        for patterns in GITHUB_FORMS.values()
        for p in patterns
        for f in (ROOT / ".github").glob(p)
    }
    assert checked == {*(ROOT / ".github").rglob("*.yml")}


@pytest.mark.skipif(not shutil.which("actionlint"), reason="actionlint is not installed")
def test_actionlint_finds_nothing() -> None:
    """The workflow `checks` installs it; it is a program of its own that pip cannot bring alone."""
    done = subprocess.run(["actionlint"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_linux_is_built_in_the_oldest_debian_that_is_tried(workflow: dict[str, Any]) -> None:
    """Not on the runner: its C library is newer, and its image is retired sooner."""
    build = [step["run"] for step in _steps(workflow) if step.get("name") == "Build in Debian 12"]
    assert len(build) == 1
    assert "packaging/in_debian.py --room" in build[0]
    room = (ROOT / "packaging" / "linux" / "room.py").read_text(encoding="utf-8")
    assert 'SUITE = "bookworm"' in room
    runners = {e["runner"] for e in workflow["jobs"]["build"]["strategy"]["matrix"]["include"]}
    assert runners == {"ubuntu-24.04", "windows-2022", "macos-15"}


@pytest.mark.parametrize(
    ("variables", "told"),
    [
        ({"SYSTEM_NAME": "Windows"}, "SmartScreen"),
        (
            {"SYSTEM_NAME": "Windows", "SEGUE_SIGN_COMMAND": "sign"},
            "The file for Windows is signed.",
        ),
        ({"SYSTEM_NAME": "macOS"}, "Open Anyway"),
        # A signature that the notary has not seen does not help the user.
        ({"SYSTEM_NAME": "macOS", "SEGUE_SIGN_IDENTITY": "Me"}, "Open Anyway"),
        (
            {"SYSTEM_NAME": "macOS", "SEGUE_SIGN_IDENTITY": "Me", "NOTARY": "me@example.org"},
            "The file for macOS is signed.",
        ),
    ],
)
def test_the_notes_say_what_windows_and_macos_say_of_an_unsigned_file(
    workflow: dict[str, Any], tmp_path: Path, variables: dict[str, str], told: str
) -> None:
    (script,) = (s["run"] for s in _steps(workflow) if s.get("name") == "Say whether it is signed")
    (tmp_path / "dist").mkdir()
    subprocess.run(
        ["bash", "-e", "-u", "-o", "pipefail", "-c", script.replace("${{ matrix.system }}", "x")],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "NOTARY": "", **variables},
        check=True,
    )
    notes = (tmp_path / "dist" / "notes-x").read_text(encoding="utf-8")
    assert told in notes
    # A later run takes these lines out of the notes again.
    assert re.match("The file for (Windows|macOS)", notes)
    assert len(notes.splitlines()) == 1
