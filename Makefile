# Two commands do everything: `make run` starts Outflank, `make test` tests it. `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# A toolchain installed by rustup is found even where the shell does not know about it.
export PATH := $(PATH):$(HOME)/.cargo/bin

# `make fuzz SECONDS_EACH=600` fuzzes every target for ten minutes; `FUZZ_TARGETS="ggf sgf"` picks some.
SECONDS_EACH ?= 60

# Runs all tests, and counts those that were skipped because their data is not there (see CONTRIBUTING.md).
define run-tests
@log=$$(mktemp); trap 'rm -f "$$log"' EXIT; \
cargo test --workspace --locked -- --show-output $(1) | tee "$$log"; \
echo "tests skipped for want of data: $$(grep -c '^skipped: ' "$$log" || true)"
endef

# Plays in a real browser against target/debug/outflank, which the Rust tests leave there too.
define run-browser-tests
cd web && OUTFLANK_BINARY="$${CARGO_TARGET_DIR:-$$(cd .. && pwd)/target}/debug/outflank" npm run --silent e2e
endef

# Runs one of web/tools against target/debug/outflank.
define run-web-tool
cd web && OUTFLANK_BINARY="$${CARGO_TARGET_DIR:-$$(cd .. && pwd)/target}/debug/outflank" npm run --silent $(1)
endef

.PHONY: help run build web test test-web test-browser test-long load measure shots lint lint-web doc book release bench signature \
	loom miri tsan fuzz \
	check-tools check-web check-tests check-lint check-fuzz check-nightly

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

run: build ## build and start Outflank: the studio opens in the browser
	@cargo run --quiet --release --locked --package outflank

build: check-tools web ## build the optimised binary, target/release/outflank, with the web pages in it
	cargo build --release --locked --package outflank

web: crates/server/pages/index.html ## build the web pages, crates/server/pages

WEB_SOURCES := $(shell find web/src web/public -type f) web/index.html web/vite.config.ts web/svelte.config.js

crates/server/pages/index.html: web/node_modules/.package-lock.json $(WEB_SOURCES)
	cd web && npm run --silent build && npm run --silent size

web/node_modules/.package-lock.json: web/package.json web/package-lock.json | check-web
	cd web && npm ci --no-audit --no-fund
	@touch $@

test: check-tools check-tests web test-web ## run all tests that belong to every change
	$(call run-tests,)
	$(call run-browser-tests)

test-web: web/node_modules/.package-lock.json ## run the tests of the web pages that need no browser
	cd web && npm run --silent test

test-browser: check-tests web ## play in a real browser
	cargo build --locked --package outflank
	$(call run-browser-tests)

test-long: check-tools check-tests web test-web ## run the tests that take long as well
	$(call run-tests,--include-ignored)
	export OUTFLANK_KILLS=50 OUTFLANK_CLONE="make run"; $(call run-browser-tests)

load: check-tools web ## play 100 games at a time against the studio for five minutes
	cargo build --locked --package outflank
	$(call run-web-tool,load)

measure: check-tools check-tests web ## measure what people feel in the browser
	cargo build --locked --package outflank
	$(call run-web-tool,measure)

shots: check-tools check-tests web ## take pictures of every page, into web/shots
	cargo build --locked --package outflank
	$(call run-web-tool,shots)

lint-web: web/node_modules/.package-lock.json ## check the types of the web pages
	cd web && npm run --silent check

lint: check-tools check-lint lint-web ## check format, lints and the rules of ARCHITECTURE.md
	cargo fmt --all --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check
	cargo clippy --workspace --all-targets --locked -- --deny warnings
	cargo run --quiet --locked --package xtask -- tidy
	cargo run --quiet --locked --package xtask -- book
	$(MAKE) --no-print-directory doc

doc: check-tools ## build the reference of the crates, target/doc
	RUSTDOCFLAGS="--deny warnings" cargo doc --workspace --no-deps --locked

book: check-tools ## check and build the guide, target/book
	cargo run --quiet --locked --package xtask -- book

# Paths of this machine are taken out of the program, so that another checkout gives the same bytes.
release: check-tools web ## make an archive to publish, target/release-archive: program, licences, manual pages, completions
	RUSTFLAGS="--remap-path-prefix=$(CURDIR)=. --remap-path-prefix=$${CARGO_HOME:-$(HOME)/.cargo}=cargo" \
	  cargo build --release --locked --package outflank --target-dir "$${CARGO_TARGET_DIR:-target}/for-release"
	@xtask/release "$${CARGO_TARGET_DIR:-target}/for-release/release/outflank" "$${CARGO_TARGET_DIR:-target}/release-archive"

bench: build ## measure perft on one thread, five times
	@for round in 1 2 3 4 5; do \
	  cargo run --quiet --release --locked --package outflank -- perft 10 --threads 1 > /dev/null; done

signature: build ## record the node signature after a change of the search that is meant
	@cargo run --quiet --release --locked --package outflank -- bench --json | \
	  sed -n 's/^{"signature":\([0-9]*\),.*/\1/p' > crates/cli/tests/bench-signature.txt
	@cat crates/cli/tests/bench-signature.txt

loom: check-tools ## check every order in which threads can meet in the table
	RUSTFLAGS="--cfg loom" cargo test --release --locked --package outflank-engine --lib \
	  --target-dir target/loom -- model

miri: check-tools check-nightly ## run the tests of the table in an interpreter that knows undefined behaviour
	MIRIFLAGS="-Zmiri-many-seeds=0..4" cargo +nightly miri test --locked --package outflank-engine --lib \
	  --target-dir target/miri -- transposition::

tsan: check-tools check-nightly ## run the tests of the table and of many threads under ThreadSanitizer
	RUSTFLAGS="-Zsanitizer=thread" cargo +nightly test -Zbuild-std --locked --package outflank-engine \
	  --target x86_64-unknown-linux-gnu --target-dir target/tsan --lib --test engine -- transposition:: threads::

fuzz: check-tools check-fuzz ## fuzz every target, SECONDS_EACH=60 seconds each
	@fuzz/run $(SECONDS_EACH) $(FUZZ_TARGETS)

# What must be on the machine. Nothing here needs root: a missing compiler is named, with the way to get it.
check-tools:
	@command -v cargo > /dev/null || { \
	  echo "Rust is missing. Install it from https://rustup.rs (no root needed), for example:"; \
	  echo "  curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh"; exit 1; } >&2
	@command -v cc > /dev/null || { \
	  echo "A C compiler is missing; Rust needs it for linking. On Debian: apt-get install gcc"; exit 1; } >&2

check-web:
	@command -v npm > /dev/null || { \
	  echo "Node.js (20.19 or later, with npm) is missing; the web pages are built with it. See https://nodejs.org"; \
	  exit 1; } >&2

check-tests:
	@for browser in chromium chromium-browser google-chrome "$${CHROMIUM:-}"; do \
	  command -v "$$browser" > /dev/null && exit 0; done; \
	  { echo "Chromium is missing; the browser tests need it. On Debian: apt-get install chromium"; exit 1; } >&2
	@command -v curl > /dev/null || { \
	  echo "curl is missing; the tests of the guide need it. On Debian: apt-get install curl"; exit 1; } >&2
	@compgen -G '/usr/lib/postgresql/*/bin/initdb' > /dev/null || command -v initdb > /dev/null || { \
	  echo "PostgreSQL is missing; the tests of the store need it. On Debian: apt-get install postgresql"; exit 1; } >&2

check-lint:
	@cargo fmt --version > /dev/null 2>&1 || rustup component add rustfmt
	@cargo clippy --version > /dev/null 2>&1 || rustup component add clippy

check-nightly:
	@rustup component list --toolchain nightly 2> /dev/null | grep -q '^miri.*(installed)' || { \
	  echo "This needs the nightly toolchain with Miri and the sources of the standard library:"; \
	  echo "  rustup toolchain install nightly --component miri,rust-src"; exit 1; } >&2

check-fuzz:
	@command -v cargo-fuzz > /dev/null || cargo install cargo-fuzz --locked
	@command -v c++ > /dev/null || { \
	  echo "A C++ compiler is missing; the fuzzer needs it. On Debian: apt-get install g++"; exit 1; } >&2
