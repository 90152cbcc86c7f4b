"""Vendored files are listed, licensed and unchanged."""

import hashlib
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = [ROOT / "ten_site" / "static" / "vendor", ROOT / "tests" / "vendor"]
ENTRIES = [(folder, entry) for folder in FOLDERS for entry in json.loads((folder / "vendor.json").read_text())]


@pytest.mark.parametrize(("folder", "entry"), ENTRIES, ids=[entry["package"] for _, entry in ENTRIES])
def test_the_files_of_a_vendored_package_have_their_hashes(folder, entry):
    assert re.fullmatch(r"\d+\.\d+\.\d+", entry["version"])
    for name, sha256 in entry["files"].items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == sha256, name


@pytest.mark.parametrize(("folder", "entry"), ENTRIES, ids=[entry["package"] for _, entry in ENTRIES])
def test_a_vendored_package_has_its_license(folder, entry):
    assert entry["licence"]
    assert any("LICENSE" in name for name in entry["files"])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_every_file_is_listed(folder):
    listed = {name for where, entry in ENTRIES if where == folder for name in entry["files"]}
    there = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert there == listed | {"vendor.json"}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_no_file_refers_to_a_source_map(folder):
    """Source maps aren't vendored; a reference would break the hashing of static files and cause failed requests."""
    assert [path.name for path in folder.rglob("*.js") if "sourceMappingURL" in path.read_text()] == []
