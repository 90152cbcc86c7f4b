# The commands of the project; `make help` lists them. What they do stands in scripts/.
PYTHON ?= python3

help:  ## this list
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

env:  ## build .venv from the lock (needs python3 with pip, nothing else)
	@$(PYTHON) scripts/env.py dev

lock:  ## lock the requirements again after a change of requirements*.in
	@PATH="$(PATH)" scripts/lock.sh

.PHONY: help env lock
