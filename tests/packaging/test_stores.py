"""What Flathub, winget and Homebrew get, as far as it can be known without them."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import stores
import yaml
from project import ROOT, version

ADDRESS = "https://example.org/segue/segue"
SUMS = {
    handed_out.format(version=version()): f"{n}" * 64
    for n, (_, _, handed_out) in enumerate(stores.STORES, 1)
}


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return dict(stores.manifests(SUMS, address=ADDRESS))


def _yaml(made: dict[str, str], name: str) -> dict[str, Any]:
    return yaml.safe_load(made[name])  # type: ignore[no-any-return]


def test_every_value_is_filled_in(made: dict[str, str]) -> None:
    assert {*made} == {name for _, name, _ in stores.STORES}
    for text in made.values():
        assert "@" not in text
        assert version() in text


def test_each_store_gets_the_sum_of_the_file_that_it_hands_out(made: dict[str, str]) -> None:
    for template, name, handed_out in stores.STORES:
        file = handed_out.format(version=version())
        # Homebrew puts the version in itself.
        text = made[name].replace("#{version}", version())
        assert f"{ADDRESS}/releases/download/v{version()}/{file}" in text, template
        assert SUMS[file] in text


def test_files_have_the_names_that_the_packagers_give_them() -> None:
    packagers = {"deb": "linux.py", "exe": "windows.py", "dmg": "macos.py"}
    for _, _, handed_out in stores.STORES:
        text = (ROOT / "packaging" / packagers[handed_out.rpartition(".")[2]]).read_text("utf-8")
        ending = handed_out.partition("{version}")[2].replace("-macos-arm64.dmg", "-macos-")
        assert ending in text


def test_a_store_whose_system_failed_is_left_out() -> None:
    only = {name: digest for name, digest in SUMS.items() if name.endswith(".exe")}
    assert [name for name, _ in stores.manifests(only, address=ADDRESS)] == [
        "SegueAuthors.Segue.yaml"
    ]


def test_the_script_reads_the_sums_of_a_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists = []
    for n, (name, digest) in enumerate(SUMS.items()):
        lists.append(tmp_path / f"SHA256SUMS-{n}")
        lists[-1].write_text(f"{digest}  {name}\n", encoding="ascii")
    arguments = ["stores.py", *map(str, lists), f"--address={ADDRESS}/", f"--out={tmp_path}"]
    monkeypatch.setattr("sys.argv", arguments)
    assert stores.main() == 0
    assert all((tmp_path / name).is_file() for _, name, _ in stores.STORES)


def test_flatpak_has_no_network_and_installs_what_the_deb_has(made: dict[str, str]) -> None:
    manifest = _yaml(made, "org.segue.Segue.yaml")
    import linux

    assert manifest["id"] == linux.APP_ID
    assert not [word for word in manifest["finish-args"] if "network" in word]
    (module,) = manifest["modules"]
    script = "\n".join(module["build-commands"])
    assert "data.tar.xz" in script
    assert "cp --recursive opt/segue /app/opt/segue" in script
    assert manifest["command"] == "segue"


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="dpkg-deb is not installed")
@pytest.mark.skipif(not shutil.which("ar"), reason="ar is not installed")
def test_flatpaks_commands_take_our_deb_apart(made: dict[str, str], tmp_path: Path) -> None:
    """Its build commands, with another folder in place of /app."""
    import linux

    bundle = tmp_path / "segue"
    (bundle / "_internal").mkdir(parents=True)
    shutil.copy("/bin/true", bundle / "segue")
    work, app = tmp_path / "work", tmp_path / "app"
    work.mkdir()
    app.mkdir()
    shutil.move(linux.deb(bundle, out=tmp_path), work / "segue.deb")
    (module,) = _yaml(made, "org.segue.Segue.yaml")["modules"]
    for command in module["build-commands"]:
        there = command.replace("/app/", f"{app}/")
        subprocess.run(["bash", "-e", "-c", there], cwd=work, check=True)
    assert subprocess.run([str(app / "bin" / "segue")], check=False).returncode == 0
    assert (app / "share" / "applications" / "org.segue.Segue.desktop").is_file()
    assert (app / "share" / "metainfo" / "org.segue.Segue.metainfo.xml").is_file()


def test_winget_is_told_what_its_schema_demands(made: dict[str, str]) -> None:
    manifest = _yaml(made, "SegueAuthors.Segue.yaml")
    required = "PackageIdentifier PackageVersion PackageLocale Publisher PackageName License"
    for name in f"{required} ShortDescription Installers ManifestType ManifestVersion".split():
        assert manifest[name], name
    assert len(manifest["ShortDescription"]) <= 256
    (installer,) = manifest["Installers"]
    assert re.fullmatch("[0-9A-Fa-f]{64}", installer["InstallerSha256"])
    assert manifest["InstallerType"] == "nullsoft"
    from engine.values.formats import OPENED

    offered = {s[1:] for each in OPENED for s in each.read if s not in each.ambiguous}
    assert {*manifest["FileExtensions"]} == offered


def test_homebrew_puts_the_command_on_the_path(made: dict[str, str]) -> None:
    cask = made["segue.rb"]
    assert 'binary "#{appdir}/Segue.app/Contents/MacOS/segue"' in cask
    (description,) = re.findall(r'desc "(.*)"', cask)
    # Homebrew's own rules: short, no article, not the name again, no full stop.
    assert len(description) < 80
    assert not description.startswith(("A ", "An ", "The ", "Segue"))
    assert not description.endswith(".")
    # macOS 14, as the app asks for.
    assert '">= :sonoma"' in cask


@pytest.mark.skipif(not shutil.which("ruby"), reason="ruby is not installed")
def test_the_cask_is_ruby(made: dict[str, str], tmp_path: Path) -> None:
    cask = tmp_path / "segue.rb"
    cask.write_text(made["segue.rb"], encoding="utf-8")
    assert subprocess.run(["ruby", "-c", str(cask)], check=False).returncode == 0
