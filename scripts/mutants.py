"""`make mutants`: change games/rules in thousands of small ways and see if the tests notice; under 5 % may survive.

Mutants that change nothing are listed in tests/mutants-allowed.txt, in blocks: the name of the mutant, its changed line
(so that the exception doesn't apply to another mutant when the code changes), and the reason. With names as arguments
(`games.rules.dealers*`), only these are tried.
"""

import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MUTMUT = str(Path(sys.executable).parent / "mutmut")
ALLOWED = ROOT / "tests" / "mutants-allowed.txt"
MOST_ALIVE = 5.0  # percent
ALIVE = ("survived", "no tests", "suspicious")


def main() -> int:
    only = sys.argv[1:]
    if subprocess.run([MUTMUT, "run", *only], cwd=ROOT, check=False).returncode:  # our own command  # nosec
        sys.exit("No mutants were tried, because the tests fail without any (see above).")
    tried = {name: end for name, end in load_outcomes().items() if end != "not checked"}
    alive = [name for name, end in tried.items() if end in ALIVE]
    reasons = parse_exceptions(ALLOWED.read_text())
    excepted = {name for name in alive if name in reasons and reasons[name] == find_changed_line(name)}
    left = [name for name in alive if name not in excepted]
    for name in left:
        print(f"alive: {name}\n       {find_changed_line(name)}")
    stale = [name for name in reasons if name not in excepted and not only]
    for name in stale:
        print(f"unneeded exception: {name} (caught, gone or changed)")
    percent = 100 * len(left) / max(1, len(tried) - len(excepted))
    print(dict(Counter(tried.values())), f"excepted {len(excepted)}, alive {len(left)}: {percent:.2f} %")
    return 0 if tried and percent < MOST_ALIVE and not stale else 1


def load_outcomes() -> dict[str, str]:
    """Return the outcome of each mutant by its name."""
    listed = run_mutmut("results", "--all", "true").splitlines()
    return dict(line.strip().rsplit(": ", 1) for line in listed if "__mutmut_" in line)


def parse_exceptions(text: str) -> dict[str, str]:
    """Return the changed line of each excepted mutant by its name."""
    blocks = [block.splitlines() for block in text.split("\n\n") if "__mutmut_" in block]
    for block in blocks:
        if len(block) < 3:
            sys.exit(f"{ALLOWED.name}: {block[0]} has no reason")
    return {block[0].strip(): block[1].strip() for block in blocks}


def find_changed_line(name: str) -> str:
    """Return the lines that the mutant has instead of ours, joined to one."""
    shown = run_mutmut("show", name).splitlines()
    changed = [line[1:].strip() for line in shown if line.startswith("+") and not line.startswith("+++")]
    return " ".join(changed) or "(lines taken out)"


def run_mutmut(*command: str) -> str:
    command = (MUTMUT, *command)
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)  # our own  # nosec
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
