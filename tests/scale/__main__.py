"""Measure the pages of a site that `manage.py fill` has filled with very many games.

    TEN_DATA=FOLDER (or DATABASE_URL=...)  .venv/bin/python -m tests.scale measure small.json
    .venv/bin/python -m tests.scale compare small.json large.json       # a table for docs/performance.md

`measure` requests each page in this process, for different players and games, and stores the medians of wall-clock
time, CPU time and time in statements, and the largest number of statements. `compare` computes exponents of growth.
"""

import json
import math
import sys
from pathlib import Path

from tests.scale.measurements import measure, print_line


def compare(small: str, large: str) -> None:
    few, many = (json.loads(Path(name).read_text()) for name in (small, large))
    ratio = math.log(many["games"] / few["games"])
    print_line(
        f"| page | {few['games']:,} games: ms | {many['games']:,}: ms | in the database | statements | exponent |"
    )
    print_line("|---|---|---|---|---|---|")
    for name, one in few["pages"].items():
        if other := many["pages"].get(name):
            grown = math.log(max(other["database"], 0.05) / max(one["database"], 0.05)) / ratio
            print_line(
                f"| {name} | {one['cpu']:.1f} | {other['cpu']:.1f} | {one['database']:.2f}, {other['database']:.2f} "
                f"| {other['queries']} | {grown:.2f} |"
            )


if __name__ == "__main__":
    if sys.argv[1:2] == ["measure"] and len(sys.argv) == 3:
        Path(sys.argv[2]).write_text(json.dumps(measure(), indent=1))
    elif sys.argv[1:2] == ["compare"] and len(sys.argv) == 4:
        compare(*sys.argv[2:])
    else:
        sys.exit(__doc__)
