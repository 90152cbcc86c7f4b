"""Build the private environments from their locks: `env.py dev`, `env.py run`, `env.py bench`.

`env.py dev SCRIPT ...` then runs that script in the environment; TEN_BEGAN holds the time this one started.

It uses only the standard library and old syntax, so it can start anywhere and say what is missing. The environment is
made without pip (so it needs no `python3-venv`) and filled by the installed pip; nothing outside this folder changes.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OLDEST = (3, 11)
OLDEST_PIP = (22, 3)  # the first with `--python`
ENVIRONMENTS = {
    "run": (".venv", "requirements.lock"),
    "dev": (".venv", "requirements-dev.lock"),
    "bench": (".venv-bench", "requirements-bench.lock"),
}


def build(name):
    """Build the environment unless it is up to date."""
    folder, lock = (os.path.join(ROOT, part) for part in ENVIRONMENTS[name])
    stamp, wanted = os.path.join(folder, "." + os.path.basename(lock)), sha256(lock)
    if read(stamp) == wanted and works(folder):
        return
    if not os.access(ROOT, os.W_OK):
        stop("The environment is built in this folder, but there's no permission to write to it: " + ROOT)
    print("Building {} from {} ...".format(*ENVIRONMENTS[name]), flush=True)
    if not works(folder):
        shutil.rmtree(folder, ignore_errors=True)
        made = run([sys.executable, "-m", "venv", "--without-pip", folder])
        if made.returncode:
            stop("This Python can't create a virtual environment (python3 -m venv). Install its venv module.", made)
    install(python_of(folder), lock)
    with open(stamp, "w") as file:
        file.write(wanted)


def install(python, lock):
    """Install with uv if possible, because it is faster, otherwise with pip.

    Neither compiles the packages. Most modules are never imported, and Python compiles the others when they are.
    """
    wanted = ["install", "--quiet", "--require-hashes", "-r", lock]
    uv = shutil.which("uv")
    if uv and run([uv, "pip", *wanted, "--python", python]).returncode == 0:
        return
    check_pip()
    pip = [sys.executable, "-m", "pip", "--python", python, "--no-input", "--disable-pip-version-check"]
    done = run(pip + wanted + ["--no-deps", "--no-compile"])  # the lock is complete
    if done.returncode:
        if "No space left" in done.stdout:
            stop("The disk is full. The packages need about 300 MB in " + ROOT)
        if "Invalid requirement" in done.stdout or "Hashes are required" in done.stdout:
            stop("The lock {} is damaged. Get it again from the repository.".format(os.path.basename(lock)), done)
        if "HASHES" in done.stdout:
            stop("A package has a different hash than in the lock.", done)
        stop(
            "The packages couldn't be downloaded. Check your network and whether pip can reach the package index.", done
        )


def check_pip():
    """Stop if pip is missing, or too old to install into another environment."""
    found = run([sys.executable, "-m", "pip", "--version"])
    if found.returncode:
        stop("Python has no pip. Install it (on Debian: apt install python3-pip) or uv, and run this again.")
    version = tuple(int(part) for part in found.stdout.split()[1].split(".")[:2])
    if version < OLDEST_PIP:
        stop(
            "pip is {}.{}, but 22.3 or later is needed. Run python3 -m pip install --user --upgrade pip".format(
                *version
            )
        )


def works(folder):
    """Whether the folder has an environment whose Python starts."""
    return os.path.exists(python_of(folder)) and run([python_of(folder), "-c", ""]).returncode == 0


def python_of(folder):
    return os.path.join(folder, "bin", "python")


def run(command):
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.run(command, cwd=ROOT, universal_newlines=True, **pipes)  # our own command  # nosec


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def read(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return None


def stop(sentence, done=None):
    """Exit with a sentence, after the last lines that the failed command printed."""
    if done:
        lines = [line for line in done.stdout.splitlines() if not line.startswith("WARNING")]
        print("\n".join(lines[-5:]), file=sys.stderr)
    sys.exit(sentence)


def main():
    if sys.version_info < OLDEST:
        stop("TEN needs Python 3.11 or later, but this is {}.{}. Try make PYTHON=python3.11".format(*sys.version_info))
    if len(sys.argv) < 2 or sys.argv[1] not in ENVIRONMENTS:
        stop("Name an environment: env.py " + " | ".join(ENVIRONMENTS))
    began = time.time()
    try:
        with open(__file__) as own:
            fcntl.flock(own, fcntl.LOCK_EX)  # two builds at once would get in each other's way
            build(sys.argv[1])
    except OSError as error:
        stop("The environment can't be built: {} ({})".format(error.strerror, error.filename or ROOT))
    except KeyboardInterrupt:
        sys.exit(130)
    if len(sys.argv) > 2:
        python = python_of(os.path.join(ROOT, ENVIRONMENTS[sys.argv[1]][0]))
        os.chdir(ROOT)
        os.execve(python, [python, *sys.argv[2:]], dict(os.environ, TEN_BEGAN=repr(began)))  # noqa: S606  # nosec


if __name__ == "__main__":
    main()
