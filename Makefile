# The commands of the project; what they do stands in scripts/.
PYTHON ?= python3
BIN = .venv/bin

# `make proofs pages games`: the other words are topics, not targets
ifeq (proofs,$(firstword $(MAKECMDGOALS)))
TOPICS := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
$(foreach topic,$(TOPICS),$(eval $(topic):;@:))
.PHONY: $(TOPICS)
endif

help:  ## this list
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

up:  ## start the site on this machine (PORT=8000, TEN_DATA=var; ends with Ctrl-C)
	@$(PYTHON) scripts/up.py

env:  ## build .venv from the lock (needs python3 with pip, nothing else)
	@$(PYTHON) scripts/env.py dev

test:  ## everything a change can break, in about six minutes: lint, types, tests on SQLite and PostgreSQL, browsers
	@$(PYTHON) scripts/env.py dev scripts/check.py

quick:  ## within a minute: lint, types, and the tests that belong to what git diff names
	@$(PYTHON) scripts/env.py dev scripts/quick.py

proofs:  ## the long tests, all or by topic: make proofs pages games ... (make proofs list)
	@$(PYTHON) scripts/env.py dev scripts/proofs.py $(TOPICS)

format: env  ## put the code into its form
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format .

screenshots: env  ## every page and state of a table as pictures in var/screenshots (ONLY="push lobby" for a part)
	@$(BIN)/python scripts/screenshots.py $(ONLY)

soak: env  ## the tests with their large shares: a million moves, a hundred thousand hands
	@TEN_SHARE=whole $(BIN)/pytest -q -n auto --dist worksteal --timeout 7200

bench:  ## speed against the peers, in an environment of its own
	@$(PYTHON) scripts/env.py bench
	@.venv-bench/bin/python -m tests.bench

mutants: env  ## change the rules in thousands of small ways: do the tests notice? (ONLY='games.rules.dealers*' for a part)
	@$(BIN)/python scripts/mutants.py $(ONLY)

faults: env  ## break the site on purpose, one fault at a time: do the tests notice? (ONLY='locks.*' for a part)
	@$(BIN)/python scripts/faults.py $(if $(ONLY),'$(ONLY)')

lock:  ## lock the requirements again after a change of requirements*.in
	@scripts/lock.sh

.PHONY: help up env test quick proofs format screenshots soak bench mutants faults lock
