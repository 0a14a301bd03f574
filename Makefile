# Everything is done in a virtual environment of the project's own, made when it is first needed.
PYTHON ?= python3
BIN = .venv/bin

.PHONY: demo test check man bench endurance clean

demo: .venv/installed    ## a whole evening of Canasta, kept before your eyes
	@$(BIN)/canasta demo

test: .venv/tested       ## all tests
	$(BIN)/pytest -n auto

check: .venv/developed   ## lint, types, tests with coverage, documents current
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/coverage run -m pytest -q
	$(BIN)/coverage report

man: .venv/installed     ## write the manual and the completions anew
	$(BIN)/python -m canasta_cli.man man --completions completions

bench: .venv/installed   ## start-up and speed, as ratios
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/playing.py
	$(BIN)/python benchmarks/bulk.py

endurance: .venv/tested  ## the property tests over a great many cases, for hours
	$(BIN)/python tests/endurance.py hands -n 10000
	$(BIN)/python tests/endurance.py oracles -n 100000

clean:
	rm -rf .venv build dist

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/installed: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/tested: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@ .venv/installed

.venv/developed: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/tested .venv/installed
