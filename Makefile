# Two commands do everything on a fresh machine: `make demo` and `make test`.
# They need Python 3.11 or newer, make and the package registries; the rest they set up in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
RENDERING := .venv-rendering
RENDERING_PYTHON ?= python3.13
TRAINING := .venv-training
SAMPLES := sample_images
REPORTS := docs/benchmarks
VALIDATION := var/validation
EMPTY := var/empty
ROUNDS := var/rounds
ALL_CORES := --numprocesses auto --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help demo test quick lint format bench bench-live bench-photos speed samples pictures validation train wheel clean libraries chromium

help: ## Say what there is to make
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## (.*)/  \1\t\2/' | expand -t 16

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Stationmaster needs Python 3.11 or newer: make PYTHON=/path/to/python3")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(READY)

libraries: $(READY)
	@.ci/system $(BIN)/python opencv

chromium: $(READY)
	@.ci/system $(BIN)/python chromium

demo: libraries ## Serve a game in its third round, with photos to count
	$(BIN)/stationmaster demo --samples $(SAMPLES)

test: libraries chromium lint ## Run all checks and all tests
	$(BIN)/python -m pytest $(ALL_CORES)

quick: libraries ## Run the fast tests only
	$(BIN)/python -m pytest $(ALL_CORES) -m "not slow and not browser"

lint: $(READY) ## Check style, types and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY) ## Put the code into its form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: libraries speed ## Measure accuracy and speed
	$(BIN)/python -m vision.bench photos $(SAMPLES) --report $(REPORTS)/samples.md
	$(call measured,$(VALIDATION),validation)
	$(call measured,$(EMPTY),empty)
	$(BIN)/python tests/referee/speed.py --report $(REPORTS)/referee.md

# A set that was not made is not measured, and said so.
measured = @if [ -f $(1)/truth.json ]; then $(BIN)/python -m vision.bench photos $(1) --report $(REPORTS)/$(2).md; \
	else echo "There is no $(1): make validation, to measure with it too."; fi

speed: libraries ## Measure the speed of reading, with the oldest OpenCV too where .ci/run made its .venv-opencv-4
	$(BIN)/python -m vision.bench speed --report $(REPORTS)/speed.md
	@if [ -x .venv-opencv-4/bin/python ]; then \
		.venv-opencv-4/bin/python -m vision.bench speed --report $(REPORTS)/speed-opencv-4.md; \
	else echo "There is no .venv-opencv-4: .ci/run makes it, to measure with the oldest OpenCV too."; fi

bench-live: libraries ## Referee rounds that are made now, twelve painted ones and, where Blender's module is, four rendered
	rm -rf $(ROUNDS)
	$(BIN)/python -m vision.synthetic rounds $(ROUNDS) --count 12
	@if [ -x $(RENDERING)/bin/python ]; then \
		$(RENDERING)/bin/python -m vision.synthetic rounds $(ROUNDS) --count 4 --backend blender; \
	else echo "There is no $(RENDERING): make validation makes it, to measure with rendered rounds too."; fi
	$(BIN)/python -m vision.bench live $(ROUNDS) --report $(REPORTS)/live.md

bench-photos: libraries ## Score any folder that has a truth.json: make bench-photos PHOTOS=DIR
	@test -n "$(PHOTOS)" || { echo "Say which folder: make bench-photos PHOTOS=DIR"; exit 2; }
	$(BIN)/python -m vision.bench photos "$(PHOTOS)" --report $(REPORTS)/photos.md

samples: $(RENDERING) ## Paint and render the sample pictures again (needs Python 3.13)
	@.ci/system $(RENDERING)/bin/python opencv blender
	$(RENDERING)/bin/python -m vision.synthetic samples $(SAMPLES)
	$(RENDERING)/bin/python -m vision.synthetic clip $(SAMPLES)/round-01.mp4 --seed 6

pictures: libraries ## Draw the pictures of docs/reading.md again
	$(BIN)/python -m vision.bench explain $(SAMPLES)/train-01.jpg docs/pictures

validation: $(RENDERING) ## Paint and render the validation sets into var/, or what is missing of them (an hour)
	@.ci/system $(RENDERING)/bin/python opencv blender
	$(RENDERING)/bin/python -m vision.synthetic validation $(EMPTY) --painted 0 --rendered 0 --empty 100
	$(RENDERING)/bin/python -m vision.synthetic validation $(VALIDATION) --painted 150 --rendered 150

$(RENDERING):
	$(RENDERING_PYTHON) -m venv $@
	$@/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[rendering]'

train: $(TRAINING) ## Train the nets (about three hours); saves every five minutes and goes on from there
	@.ci/system $(TRAINING)/bin/python opencv
	$(TRAINING)/bin/python -m vision.training finder
	$(TRAINING)/bin/python -m vision.training face
	$(TRAINING)/bin/python -m vision.training trust

$(TRAINING):
	$(PYTHON) -m venv $@
	$@/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[training]'

wheel: $(READY) ## Build the wheel into dist/
	$(BIN)/python -m build --wheel

clean: ## Remove what was built
	rm -rf $(VENV) .venv-* build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
