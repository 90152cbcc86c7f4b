"""scripts/env.py builds the environment once, and names what is missing."""

import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from scripts import env as script

PIP = "pip 23.0.1 from /usr/lib (python 3.11)"


@pytest.fixture
def env(monkeypatch, tmp_path):
    """The script, set to build in an empty folder."""
    monkeypatch.setattr(script, "ROOT", str(tmp_path))
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["env.py", "dev"])
    (tmp_path / "requirements-dev.lock").write_text("locked")
    (tmp_path / ".venv").mkdir()
    return script


def make_fake_run(answers, asked=None):
    """Make a stand-in for `run`: it answers with the code and output of the first key found in the command."""

    def run(command):
        line = " ".join(command)
        if asked is not None:
            asked.append(line)
        code, text = next((answer for key, answer in answers.items() if key in line), (0, PIP))
        return CompletedProcess(command, code, text)

    return run


def run_main(env):
    with pytest.raises(SystemExit) as stopped:
        env.main()
    return stopped.value.code


def test_an_old_python_is_refused(env, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert run_main(env) == "TEN needs Python 3.11 or later, but this is 3.9. Try make PYTHON=python3.11"


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ({"-m venv": (1, "")}, "This Python can't create a virtual environment"),
        ({"pip --version": (1, "No module named pip")}, "Python has no pip. Install it"),
        ({"pip --version": (0, "pip 22.2.2 from x (python 3.11)")}, "pip is 22.2, but 22.3 or later is needed"),
        ({"install": (1, "No matching distribution found")}, "The packages couldn't be downloaded. Check your network"),
        ({"install": (1, "OSError: [Errno 28] No space left on device")}, "The disk is full. The packages need"),
        ({"install": (1, "ERROR: Invalid requirement: 'a=='")}, "The lock requirements-dev.lock is damaged"),
        ({"install": (1, "Hashes are required in --require-hashes mode")}, "The lock requirements-dev.lock is damaged"),
        ({"install": (1, "THESE PACKAGES DO NOT MATCH THE HASHES")}, "A package has a different hash than in the lock"),
    ],
)
def test_every_failure_is_explained(env, monkeypatch, answers, sentence):
    monkeypatch.setattr(env, "run", make_fake_run(answers))
    assert run_main(env).startswith(sentence)
    assert not (Path(env.ROOT) / ".venv" / ".requirements-dev.lock").exists()


def test_a_missing_lock_is_named(env):
    (Path(env.ROOT) / "requirements-dev.lock").unlink()
    assert run_main(env).startswith("The environment can't be built: No such file or directory (")


def test_an_unwritable_folder_is_named(env, monkeypatch):
    monkeypatch.setattr("os.access", lambda path, how: False)
    assert run_main(env).startswith("The environment is built in this folder, but there's no permission to write to it")


def test_the_environment_is_built_once_and_again_when_the_lock_changes(env, monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(env, "run", make_fake_run({}, asked))
    monkeypatch.setattr(env, "works", lambda folder: True)
    for lock in ("locked", "locked", "locked again"):
        (Path(env.ROOT) / "requirements-dev.lock").write_text(lock)
        env.main()
    assert sum(" install " in line for line in asked) == 2
    assert all("--require-hashes" in line for line in asked if " install " in line)
    assert capsys.readouterr().out == "Building .venv from requirements-dev.lock ...\n" * 2


def test_uv_is_used_if_installed_and_pip_if_uv_fails(env, monkeypatch):
    asked = []
    monkeypatch.setattr("shutil.which", lambda name: "/bin/uv")
    monkeypatch.setattr(env, "run", make_fake_run({"/bin/uv pip": (2, "no")}, asked))
    monkeypatch.setattr(env, "works", lambda folder: True)
    env.main()
    assert [line.split()[0] for line in asked if " install " in line] == ["/bin/uv", sys.executable]
