# Two commands do everything: `make run` starts Outflank, `make test` tests it. `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# A toolchain installed by rustup is found even where the shell does not know about it.
export PATH := $(PATH):$(HOME)/.cargo/bin

# `make fuzz SECONDS_EACH=600` fuzzes every target for ten minutes; `FUZZ_TARGETS="ggf sgf"` picks some.
SECONDS_EACH ?= 60

.PHONY: help run build test test-long lint bench fuzz check-tools check-lint check-fuzz

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

run: build ## build and start Outflank: a two-player board in the terminal
	@cargo run --quiet --release --locked --package outflank

build: check-tools ## build the optimised binary, target/release/outflank
	cargo build --release --locked --package outflank

test: check-tools ## run all tests that belong to every change
	cargo test --workspace --locked

test-long: check-tools ## run the tests that take long as well
	cargo test --workspace --locked -- --include-ignored

lint: check-tools check-lint ## check format, lints and the rules of ARCHITECTURE.md
	cargo fmt --all --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check
	cargo clippy --workspace --all-targets --locked -- --deny warnings
	cargo run --quiet --locked --package xtask -- tidy

bench: build ## measure perft on one thread, five times
	@for round in 1 2 3 4 5; do \
	  cargo run --quiet --release --locked --package outflank -- perft 10 --threads 1 > /dev/null; done

fuzz: check-tools check-fuzz ## fuzz every target, SECONDS_EACH=60 seconds each
	@fuzz/run $(SECONDS_EACH) $(FUZZ_TARGETS)

# What must be on the machine. Nothing here needs root: a missing compiler is named, with the way to get it.
check-tools:
	@command -v cargo > /dev/null || { \
	  echo "Rust is missing. Install it from https://rustup.rs (no root needed), for example:"; \
	  echo "  curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh"; exit 1; } >&2
	@command -v cc > /dev/null || { \
	  echo "A C compiler is missing; Rust needs it for linking. On Debian: apt-get install gcc"; exit 1; } >&2

check-lint:
	@cargo fmt --version > /dev/null 2>&1 || rustup component add rustfmt
	@cargo clippy --version > /dev/null 2>&1 || rustup component add clippy

check-fuzz:
	@command -v cargo-fuzz > /dev/null || cargo install cargo-fuzz --locked
	@command -v c++ > /dev/null || { \
	  echo "A C++ compiler is missing; the fuzzer needs it. On Debian: apt-get install g++"; exit 1; } >&2
