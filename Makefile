# Everything here sets itself up: Python 3.11 or later and make are all it takes.
#   make play    the bot and a local stand-in for Discord, in the browser
#   make cluster two bots that share PostgreSQL, beside the stand-in for Discord (needs PostgreSQL)
#   make run     the bot on the real Discord (needs ELDEST_TOKEN)
#   make test    what CI runs; T="tests/rules -k voren" narrows it; T="-m unit" runs the units alone, in a minute
#   make soak    the long runs
#   make sheets  contact sheets: every phase of every game as people see it; T="voren five_crowns/draw", F=folder
#   make bench   speed, as ratios to peers measured in the same run
#   make lint    style and types

PYTHON ?= python3
VENV_PYTHON = .venv/bin/python
# Twice as many as the two cores they are meant for: tests wait for a good part of their time.
WORKERS ?= 4
T ?=
F ?= var/sheets

# Tests start the bot hundreds of times: what Python has compiled is kept, whatever is set where they run.
test soak: export PYTHONDONTWRITEBYTECODE =

.PHONY: play cluster run test soak sheets bench lint format lock runtime testing

play: runtime
	@$(VENV_PYTHON) -m bot play

cluster: testing
	@$(VENV_PYTHON) -m tools.cluster

run: runtime
	@$(VENV_PYTHON) -m bot

test: testing
	@$(VENV_PYTHON) -m pytest -m "not soak" -n $(WORKERS) --dist worksteal $(T)

soak: testing
	@$(VENV_PYTHON) -m pytest -m soak --timeout 7200 $(T)

sheets: testing
	@$(VENV_PYTHON) -m tools.contact_sheets $(F) $(T)

bench: testing
	@$(VENV_PYTHON) -m tests.bench

lint: testing
	@$(VENV_PYTHON) -m ruff check .
	@$(VENV_PYTHON) -m ruff format --check .
	@$(VENV_PYTHON) -m pyright
	@.venv/bin/oxlint sandbox/page/static

format: testing
	@$(VENV_PYTHON) -m ruff check --fix .
	@$(VENV_PYTHON) -m ruff format .

lock: testing
	@$(VENV_PYTHON) tools/lock.py

runtime:
	@$(PYTHON) tools/setup_env.py requirements.lock

testing:
	@$(PYTHON) tools/setup_env.py requirements-test.lock
