# Rondel. `make` alone lists the targets. Everything happens in .venv; nothing outside this folder is touched.

VENV    := .venv
PYTHON3 := $(VENV)/bin/python
PIP     := $(PYTHON3) -m pip install --quiet --disable-pip-version-check
INSTALL := $(PYTHON3) tools/install.py
STEP    := tools/step
STAMPS  := $(VENV)/stamps

GAMES   ?= 10000
KILLS   ?= 200
ARGS    ?=

# Tests and servers start hundreds of processes: each would compile all that it imports anew.
unexport PYTHONDONTWRITEBYTECODE

# A virtual environment holds absolute paths: make a new one if this folder was moved, or its Python has gone.
ifneq ($(shell if [ -e $(STAMPS) ]; then cat $(STAMPS)/venv; $(PYTHON3) -c '' || echo broken; else pwd -P; fi 2>&1),$(shell pwd -P))
$(shell rm -rf $(STAMPS))
endif

# `make install` chooses between the pure and the compiled package; play takes what is there; tests need the pure one.
WANTED  := $(if $(filter-out 0,$(COMPILE)),compiled,pure)
THERE   := $(if $(wildcard $(STAMPS)/compiled),compiled,$(WANTED))
SOURCES := $(if $(filter compiled,$(WANTED) $(THERE)),$(shell find src web \
             \( -name node_modules -o -name __pycache__ -o -name static \) -prune -o -type f -print 2>/dev/null))

NETWORK := If packages could not be fetched, check the network and your pip configuration, then run make again.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help install play test all-tests check client-checks lint format bench fuzz soak docs client wheel clean

help: ## list these targets
	@echo "Rondel: the great board games of empire"
	@echo
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(STAMPS)/$(WANTED) ## install into .venv, from source; COMPILE=1: compiled with mypyc, much faster
	@echo "Installed ($(WANTED)): $(VENV)/bin/rondel"

play: $(STAMPS)/$(THERE) client ## play: sets up all that is needed, then starts a game
	@$(VENV)/bin/rondel play $(ARGS)

test: $(STAMPS)/venv ## set up, then run every check and test; ARGS="-k taxation" picks tests
	@$(PYTHON3) tools/together.py "$(MAKE) --no-print-directory client" "$(MAKE) --no-print-directory $(STAMPS)/dev"
	@$(PYTHON3) tools/together.py "$(MAKE) --no-print-directory client-checks lint docs" "$(MAKE) --no-print-directory all-tests"
	@printf '\nAll is well.\n'

all-tests: $(STAMPS)/dev
	@$(STEP) "Tests" "Run a failing test alone: $(VENV)/bin/pytest -n 0 -k NAME" $(PYTHON3) -m pytest $(ARGS)

check: lint ## while you work: style, types, and the tests that take moments; a minute or two
	@$(STEP) "Tests, without the slow ones and the browser" "Run a failing test alone: $(VENV)/bin/pytest -n 0 -k NAME" \
		$(PYTHON3) -m pytest -m "not slow and not browser" $(ARGS)

lint: $(STAMPS)/dev ## check style and types (ruff, mypy --strict)
	@$(STEP) "Style" "Let ruff mend what it can: make format. The rest stands above." $(PYTHON3) -m ruff check .
	@$(STEP) "Format" "Let ruff mend it: make format" $(PYTHON3) -m ruff format --check .
	@$(STEP) "Types" "Mend what mypy names above, then: make lint" $(PYTHON3) -m mypy --strict

format: $(STAMPS)/dev ## format the code and mend what ruff can
	@$(PYTHON3) -m ruff check --fix .
	@$(PYTHON3) -m ruff format .

bench: $(STAMPS)/dev ## measure speed, pure and compiled
	@compiled=$$($(PYTHON3) tools/compile.py) || { [ $$? = 3 ] && echo "Measuring the pure package alone."; } && \
		RONDEL_COMPILED_TREE="$$compiled" $(VENV)/bin/rondel bench $(ARGS)

fuzz: $(STAMPS)/dev ## play random games and check every position; GAMES=10000 of each
	@$(STEP) "Conformance, $(GAMES) games of each" "The failing game and its seed stand above; rerun with them." \
		$(PYTHON3) -m rondel.kernel.conformance --games $(GAMES) $(ARGS)
	@$(STEP) "Damaged saves and files, 10,000 of each" "The damaged one stands above; rerun with its seed." \
		$(PYTHON3) -m rondel.kernel.damage

soak: $(STAMPS)/dev ## kill server processes in the middle of moves, 200 times on each database; KILLS=200
	@$(STEP) "Killed $(KILLS) times on each database" "What was lost or doubled stands above, and the seed; rerun with it." \
		$(PYTHON3) -m tests.server.faults --kills $(KILLS) $(ARGS)

docs: $(STAMPS)/docs ## build the documentation into site/; open site/index.html
	@$(STEP) "Documentation" "Mend the page or link named above." \
		env NO_MKDOCS_2_WARNING=1 $(PYTHON3) -m mkdocs build --strict --quiet

client-checks: client
	@$(STEP) "Checks and tests of the client" "Go to web/ and run the script named above with npm." \
		$(PYTHON3) tools/web.py check

client: $(STAMPS)/venv ## build the browser client, if its sources changed
	@$(PYTHON3) tools/web.py build

wheel: $(STAMPS)/venv ## build a wheel into dist/, client included; COMPILE=1: compiled for this machine
	@$(STEP) "Wheel ($(WANTED))" "$(NETWORK)" \
		env RONDEL_COMPILE=$(if $(filter compiled,$(WANTED)),1,0) $(PYTHON3) -m pip wheel --quiet \
		--disable-pip-version-check --no-deps --wheel-dir dist .
	@ls dist/*.whl

clean: ## remove all that was made, .venv included
	rm -rf $(VENV) build dist site web/node_modules src/rondel/server/static
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps: what is installed, and from which pyproject.toml ----------------------------------------------------------

$(STAMPS)/venv:
	@tools/make-venv $(VENV)
	@mkdir -p $(STAMPS) && pwd -P > $@

$(STAMPS)/pure: pyproject.toml | $(STAMPS)/venv
	@$(STEP) "Installing Rondel" "$(NETWORK)" $(INSTALL) --editable '.[server]'
	@rm -f $(STAMPS)/compiled && touch $@

$(STAMPS)/dev: pyproject.toml | $(STAMPS)/venv
	@$(STEP) "Installing Rondel and the tools for tests (a minute or two, once)" "$(NETWORK)" \
		$(INSTALL) --editable '.[server,research,docs,dev]'
	@rm -f $(STAMPS)/compiled && touch $(STAMPS)/pure $(STAMPS)/docs $@

$(STAMPS)/docs: pyproject.toml | $(STAMPS)/venv
	@$(STEP) "Installing the tools for the documentation" "$(NETWORK)" $(INSTALL) $$($(PYTHON3) -c \
		'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["docs"])')
	@touch $@

$(STAMPS)/compiled: pyproject.toml hatch_build.py tools/compile.py $(SOURCES) | $(STAMPS)/venv
	@rm -rf build/wheel
	@$(STEP) "Building the compiled package (some minutes)" "Without a C compiler, take the pure package: make install" \
		env RONDEL_COMPILE=1 $(PYTHON3) -m pip wheel --quiet --disable-pip-version-check --no-deps \
		--wheel-dir build/wheel .
	@$(STEP) "Installing the compiled package" "$(NETWORK)" \
		sh -c '$(PIP) --force-reinstall --no-deps build/wheel/*.whl && $(PIP) "$$(echo build/wheel/*.whl)[server]"'
	@rm -f $(STAMPS)/pure $(STAMPS)/dev && touch $@
