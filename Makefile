# All targets use the project's own virtual environment, which is created when first needed.
PYTHON ?= python3
BIN = .venv/bin
# Tests of which `make test` runs a sample, and that endurance.py doesn't run.
SAMPLED = tests/properties/test_plain_turns.py tests/properties/test_known_in_part.py \
  tests/properties/test_playout.py tests/properties/test_random_turns.py tests/properties/test_seen.py tests/engine/test_table.py \
  tests/engine/test_meld_verdicts.py tests/oracles/test_suits_left_out.py tests/cli/test_quick.py \
  tests/test_website_engine.py tests/faults/test_hostile.py tests/faults/test_kills.py tests/faults/test_damage.py tests/web/test_pad_once.py tests/test_envs.py

.PHONY: demo test check man pictures book site bench endurance clean

demo: .venv/installed    ## play a sample evening of Canasta
	@$(BIN)/canasta demo

test: .venv/tested       ## run all tests; EVERY=1 also tries what is only sampled
	$(BIN)/pytest -n auto --dist worksteal

check: .venv/developed   ## lint, types, tests with coverage, up-to-date documents
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python tests/tour.py
	$(BIN)/coverage run -m pytest -q
	$(BIN)/coverage report

man: .venv/installed     ## regenerate the manual
	rm -f man/man?/canasta*
	$(BIN)/python -c 'from pathlib import Path; from canasta_cli.cli import canasta, manual; from canasta_cli.man.page import as_roff; \
	  [Path("man", page.file).write_text(as_roff(page), "utf-8") for page in manual.manual_of(manual.root(canasta)).values()]'

pictures: .venv/developed ## draw the pictures of the README again
	$(BIN)/python docs/pictures.py

book: .venv/installed    ## write the rulebook of all variants to build/book, as pages to read and print
	$(BIN)/python docs/website.py book

site: .venv/developed     ## write the site: disputes, referee and rulebook for a web server, to build/site
	$(BIN)/python docs/website.py

bench: .venv/installed   ## measure start-up and speed, as ratios, and write them to benchmarks/README.md
	$(BIN)/python benchmarks/page.py

endurance: .venv/tested  ## run the property tests over many cases, for hours
	EVERY=1 $(BIN)/pytest -n auto --dist worksteal
	EVERY=1 EXAMPLES=100 QUICK_SEEDS=20 KILLS=100 PHONE_FILES=100 EVERY_HOSTILE=1 EVERY_COMMAND=1 $(BIN)/pytest -n auto --dist worksteal $(SAMPLED)
	$(BIN)/python tests/endurance.py hands -n 10000
	$(BIN)/python tests/endurance.py oracles -n 100000
	$(BIN)/python tests/endurance.py steps -n 500
	$(BIN)/python tests/endurance.py flips -n 1000
	$(BIN)/python tests/endurance.py questions -n 8000

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
