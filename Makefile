# Everything here sets itself up: Python 3.11 or later and make are all it takes.
#   make play    the bot and a local stand-in for Discord, in the browser
#   make cluster two bots that share PostgreSQL, beside the stand-in for Discord (needs PostgreSQL)
#   make run     the bot on the real Discord (needs ELDEST_TOKEN)
#   make test    everything deterministic; T="tests/rules -k voren" narrows it; T="-m unit" runs the units alone
#   make system  real processes, PostgreSQL and the browser; T="tests/system/browser" narrows it
#   make soak    the long runs
#   make sheets  contact sheets: every phase of every game as people see it; T="voren five_crowns/draw", F=folder
#   make bench   speed, as ratios to peers measured in the same run
#   make lint    style and types

PYTHON ?= python3
VENV_PYTHON = .venv/bin/python
# A worker for each processor: tests compute, and wait for nothing. Those of the system wait, so two more share them.
WORKERS ?= auto
SYSTEM_WORKERS ?= 4
T ?=
F ?= var/sheets
# Beside those of the system itself, the ones of the data on PostgreSQL.
SYSTEM_TESTS = tests/system tests/data

# Tests start processes of Python: what it has compiled is kept, whatever is set where they run.
test system soak: export PYTHONDONTWRITEBYTECODE =

.PHONY: play cluster run test system soak sheets bench lint format lock runtime testing

play: runtime
	@$(VENV_PYTHON) -m bot play

cluster: testing
	@$(VENV_PYTHON) -m tools.cluster

run: runtime
	@$(VENV_PYTHON) -m bot

test: testing
	@$(VENV_PYTHON) -m pytest --ignore tests/system -m "not soak and not system" -n $(WORKERS) --dist worksteal $(T)

system: testing
	@$(VENV_PYTHON) -m pytest -m "system and not soak" -n $(SYSTEM_WORKERS) --dist worksteal $(or $(T),$(SYSTEM_TESTS))

soak: testing
	@$(VENV_PYTHON) -m pytest -m soak --timeout 7200 $(T)

sheets: testing
	@$(VENV_PYTHON) -m tools.contact_sheets $(F) $(T)

bench: testing
	@$(VENV_PYTHON) -m tools.bench

lint: testing
	@$(VENV_PYTHON) -m ruff check .
	@$(VENV_PYTHON) -m ruff format --check .
	@$(VENV_PYTHON) -m pyright
	@.venv/bin/oxlint sandbox/page/static
	@.venv/bin/hadolint deploy/Dockerfile
	@$(VENV_PYTHON) -m check_jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml
	@$(VENV_PYTHON) -m check_jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/[!c]*.yml
	@$(VENV_PYTHON) -m check_jsonschema --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml

format: testing
	@$(VENV_PYTHON) -m ruff check --fix .
	@$(VENV_PYTHON) -m ruff format .

lock: testing
	@$(VENV_PYTHON) tools/lock.py

runtime:
	@$(PYTHON) tools/setup_env.py requirements.lock

testing:
	@$(PYTHON) tools/setup_env.py requirements-test.lock
