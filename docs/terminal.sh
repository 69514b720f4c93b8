#!/usr/bin/env bash
# Plays a few moves in tmux and draws the screen: docs/terminal.sh > docs/terminal.svg
set -euo pipefail
cd "$(dirname "$0")/.."
target="${CARGO_TARGET_DIR:-target}/debug"
home="$(mktemp -d)"
socket="outflank-picture-$$"
screen() { tmux -L "$socket" "$@"; }
trap 'screen kill-server 2> /dev/null || true; rm -rf "$home"' EXIT

# The moves are those of a game between two people; the engine looks on.
moves="${MOVES:-c4c3d3c5b6e3d6b5f4f3f2e6c6e7f5g6a4f6c2e2h6c7g5b3d1g3}"
screen -f /dev/null new-session -d -x "${COLUMNS_OF:-108}" -y "${ROWS_OF:-31}" \
    "env XDG_DATA_HOME=$home LC_ALL=C.UTF-8 NO_COLOR= COLORTERM=truecolor TERM=xterm-256color $target/outflank play \
     --black human --white human --black-name 'You' --white-name 'Ann' --engine --hints --colors true --clock 15 ${OPTIONS:-}"
sleep 2
screen send-keys -l "$moves"
sleep "${SECONDS_TO_LOOK:-14}"
screen capture-pane -e -p -N | "$target/xtask" picture
