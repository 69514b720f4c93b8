#!/bin/sh
# Makes the shipped book: recipe.sh FOLDER-OF-WTHOR-FILES-UP-TO-2011 BOOK
#
# Every step can be interrupted or killed and begun again; what was found is kept. Learning counts games, so it is done once.
set -eu
games="$1" book="$2"
options="--threads 1 --hash 64"

# Positions of the first 40 plies that at least five games reached, each with the best move out of the book.
[ -e "$book" ] || outflank book learn "$book" "$games" --plies 40 --least 5 --depth 14 $options
outflank book fill "$book" --gap 0 --depth 14 $options
# Everything within four discs of the best, for one side and then for the other, two plies at a time; after the first two a minute for
# what changes the answer most, deeper.
deviate() { outflank book deviate "$book" --within 4 --range 8 --empties "$1" --depth 14 $options; }
deviate 52
outflank book grow "$book" --depth 16 --time 57 $options
for empties in 50 48 46 44 42; do
    deviate "$empties"
done
outflank book fill "$book" --gap 0 --depth 14 $options
outflank book solve "$book" --empties 22 $options
# What changes the answer most, deeper.
outflank book grow "$book" --depth 16 --time 3000 $options
outflank book fill "$book" --gap 0 --depth 16 $options
# What is known of named openings from the proof that the start is a draw: proven bounds, each with its source in the file.
outflank book import "$book" "$(dirname "$0")/proven.tsv"
outflank book check "$book"
outflank book pack "$book" "$(dirname "$0")/shipped.pack"
