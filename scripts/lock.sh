#!/usr/bin/env bash
# Lock the requirements for all systems and Python 3.11 or later, with hashes and without host names.
set -euo pipefail
cd "$(dirname "$0")/.."
uv=$(command -v uv || true)
if [ -z "$uv" ]; then
    made=$(mktemp -d)
    trap 'rm -r "$made"' EXIT
    python3 -m venv --without-pip "$made"
    python3 -m pip --python "$made/bin/python" install --quiet uv==0.13.8
    uv=$made/bin/uv
fi
for name in requirements requirements-dev requirements-bench; do
    { echo "# Made by make lock from $name.in: do not edit."
      "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
          --no-emit-index-url --no-emit-find-links "$@" "$name.in"; } > "$name.lock.new"
    mv "$name.lock.new" "$name.lock"
done
