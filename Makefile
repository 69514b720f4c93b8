# Two commands do everything: `make run` starts Outflank, `make test` tests it. `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# A toolchain installed by rustup is found even where the shell does not know about it, and so is a Node.js that
# xtask/setup has fetched.
export PATH := $(CURDIR)/.tools/node/bin:$(PATH):$(HOME)/.cargo/bin

# `make fuzz SECONDS_EACH=600` fuzzes every target for ten minutes; `FUZZ_TARGETS="ggf sgf"` picks some.
SECONDS_EACH ?= 60

# Plays in a real browser against target/debug/outflank, or runs one of web/tools against it.
define run-in-web
cd web && OUTFLANK_BINARY="$${CARGO_TARGET_DIR:-$$(cd .. && pwd)/target}/debug/outflank" npm run --silent $(1)
endef

# Runs a command of xtask, built with the features that the whole workspace asks for, as the tests are.
define run-xtask
cargo build --quiet --locked --workspace --bin xtask
@"$${CARGO_TARGET_DIR:-target}/debug/xtask" $(1)
endef

.PHONY: help run build web engine site npm test test-web test-browser test-long test-arm test-wasm test-site load measure shots lint lint-web lint-rust lint-format lint-rules doc book package \
	release release-arm bench signature loom miri tsan fuzz setup-build setup-test run-browser-tests \
	check-lint check-fuzz check-nightly

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

run: build ## build and start Outflank: the studio opens in the browser
	@cargo run --quiet --release --locked --package outflank

build: setup-build web ## build the optimised binary, target/release/outflank, with the web pages in it
	cargo build --release --locked --package outflank

web: crates/server/pages/index.html ## build the web pages, crates/server/pages

WEB_SOURCES := $(shell find web/src web/public -type f) web/index.html web/vite.config.ts web/svelte.config.js

crates/server/pages/index.html: web/node_modules/.package-lock.json $(WEB_SOURCES) $(wildcard target/engine/engine.wasm)
	cd web && npm run --silent build && npm run --silent size

engine: setup-build ## build the engine for browsers, target/engine; pages that are built afterwards have it
	mkdir -p target/engine
	cp "$$(xtask/module desk)" target/engine/desk.wasm
	cp "$$(xtask/module engine)" target/engine/engine.wasm
	cp "$$(xtask/module threads)" target/engine/threads.wasm
	cp crates/engine/weights/network.zst target/engine/network.zst
	cp crates/book/data/shipped.pack target/engine/book.pack
	cp crates/puzzles/data/puzzles.bin target/engine/puzzles.bin

site: engine web/node_modules/.package-lock.json ## build the studio without a server, for any web host, target/site
	cd web && npm run --silent build -- --mode site

npm: engine web/node_modules/.package-lock.json ## build the engine as a package for other pages, target/npm
	cd web && npm run --silent build -- --config vite.npm.config.ts

test-site: setup-test site npm ## play on the site and use the package, in a real browser
	@$(MAKE) --no-print-directory web
	cargo build --locked --package outflank
	cargo build --locked --package outflank-engine --example nodes
	$(call run-in-web,e2e-site)

web/node_modules/.package-lock.json: web/package.json web/package-lock.json | setup-build
	cd web && npm ci --no-audit --no-fund --no-update-notifier
	@touch $@

test: setup-test ## run all tests that belong to every change
	@xtask/test

test-web: web/node_modules/.package-lock.json ## run the tests of the web pages that need no browser
	cd web && npm run --silent test

test-browser: setup-test web ## play in a real browser
	cargo build --locked --package outflank
	$(call run-in-web,e2e)

run-browser-tests:
	@$(call run-in-web,e2e)

test-long: setup-test ## run the tests that take long as well, and build the reference and the packages
	@xtask/test --long
	@$(MAKE) --no-print-directory test-arm test-wasm test-site
	@$(MAKE) --no-print-directory doc
	@$(MAKE) --no-print-directory package

test-arm: ## prove under QEMU that the engine is the same on 64-bit ARM, and count its instructions
	@xtask/elsewhere arm

test-wasm: ## prove in Node.js that the engine is the same as WebAssembly, and that its modules are the same bytes anywhere
	@xtask/elsewhere wasm
	@xtask/reproducible

load: setup-build web ## play 100 games at a time against the studio for five minutes
	cargo build --locked --package outflank
	$(call run-in-web,load)

measure: setup-test web ## measure what people feel in the browser
	cargo build --locked --package outflank
	$(call run-in-web,measure)

shots: setup-test web ## take pictures of every page, into web/shots
	cargo build --locked --package outflank
	$(call run-in-web,shots)

lint-web: web/node_modules/.package-lock.json ## check the types of the web pages
	cd web && npm run --silent check

lint: setup-build ## check format, lints, the rules of ARCHITECTURE.md and the guide
	@$(MAKE) --no-print-directory --jobs 2 --output-sync lint-web lint-rust

lint-rust: check-lint lint-format
	cargo clippy --workspace --all-targets --locked -- --deny warnings
	@$(MAKE) --no-print-directory lint-rules

lint-format:
	cargo fmt --all --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check

lint-rules:
	$(call run-xtask,tidy)
	$(call run-xtask,book)

doc: setup-build ## build the reference of the crates, target/doc
	RUSTDOCFLAGS="--deny warnings" cargo doc --workspace --no-deps --locked

book: setup-build ## check and build the guide, target/book
	$(call run-xtask,book)

package: setup-build web ## pack every crate, and solve a position with a program made of the packages alone
	@xtask/packages

# Paths of this machine are taken out of the program, so that another checkout gives the same bytes.
define build-published
RUSTFLAGS="--remap-path-prefix=$(CURDIR)=. --remap-path-prefix=$${CARGO_HOME:-$(HOME)/.cargo}=cargo" \
  cargo build --profile published --locked --package outflank \
  --target-dir "$${CARGO_TARGET_DIR:-target}/for-release" $(1)
endef

release: setup-build site web ## make an archive to publish, target/release-archive: program, licences, manual pages, completions
	$(call build-published)
	@SITE=target/site xtask/release "$${CARGO_TARGET_DIR:-target}/for-release/published/outflank" "$${CARGO_TARGET_DIR:-target}/release-archive"

release-arm: site web ## make the archive for 64-bit ARM
	@xtask/setup arm
	CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc CC_aarch64_unknown_linux_gnu=aarch64-linux-gnu-gcc \
	  $(call build-published,--target aarch64-unknown-linux-gnu)
	@SITE=target/site MACHINE=aarch64 RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu" STRIP=aarch64-linux-gnu-strip xtask/release \
	  "$${CARGO_TARGET_DIR:-target}/for-release/aarch64-unknown-linux-gnu/published/outflank" "$${CARGO_TARGET_DIR:-target}/release-archive"

bench: build ## measure perft on one thread, five times
	@for round in 1 2 3 4 5; do \
	  cargo run --quiet --release --locked --package outflank -- perft 10 --threads 1 > /dev/null; done

signature: build ## record the node signature after a change of the search that is meant
	@cargo run --quiet --release --locked --package outflank -- bench --json | \
	  sed -n 's/^{"signature":\([0-9]*\),.*/\1/p' > crates/cli/tests/bench-signature.txt
	@cat crates/cli/tests/bench-signature.txt

loom: setup-build ## check every order in which threads can meet in the table
	RUSTFLAGS="--cfg loom" cargo test --release --locked --package outflank-engine --lib \
	  --target-dir target/loom -- model

miri: setup-build check-nightly ## run the tests of the table in an interpreter that knows undefined behaviour
	MIRIFLAGS="-Zmiri-many-seeds=0..4" cargo +nightly miri test --locked --package outflank-engine --lib \
	  --target-dir target/miri -- transposition::

tsan: setup-build check-nightly ## run the tests of the table and of many threads under ThreadSanitizer
	RUSTFLAGS="-Zsanitizer=thread" cargo +nightly test -Zbuild-std --locked --package outflank-engine \
	  --target x86_64-unknown-linux-gnu --target-dir target/tsan --lib --test engine -- transposition:: threads::

fuzz: setup-build check-fuzz ## fuzz every target, SECONDS_EACH=60 seconds each
	@fuzz/run $(SECONDS_EACH) $(FUZZ_TARGETS)

# What must be on the machine: installed where possible, otherwise named with one line that installs it.
setup-build:
	@xtask/setup build

setup-test:
	@xtask/setup test

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
