"""`make up`: build the private environment, then run the site in the foreground until Ctrl-C.

Like env.py, which says what is missing, it uses only the standard library and old syntax.
"""

import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def main() -> None:
    try:
        built = subprocess.call([sys.executable, os.path.join(ROOT, "scripts", "env.py"), "run"])  # our own command  # nosec
    except KeyboardInterrupt:
        built = 130
    if built:
        sys.exit(built)
    if os.environ.get("TEN_DATA"):
        os.environ["TEN_DATA"] = os.path.abspath(os.environ["TEN_DATA"])
    os.chdir(ROOT)
    python = os.path.join(ROOT, ".venv", "bin", "python")
    os.execv(python, [python, "-m", "ten_site.server"])  # noqa: S606 (this process becomes the site: signals reach it)  # nosec


if __name__ == "__main__":
    main()
