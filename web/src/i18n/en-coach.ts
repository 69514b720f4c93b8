// What the coach says, in English. A text `why-CAUSE` names a cause, `say-CAUSE` is the claim with its squares and numbers;
// {played} is the move of the game, {better} the better one; {side} made it, {other} is the opponent: a colour, or "you".
// {Side} begins a sentence, {sides} is "Black’s" or "your", {turns} a number as a word.

import type { Message } from "./message";

export const coach = {
  coachTitle: "Why:",
  coachWaiting: "Looking for the reason…",
  coachNothing: "No single reason: play through both lines.",
  coachShow: "Show it on the board: {line}",
  coachPlayed: "After {move}",
  coachBetter: "With {move}",
  coachYou: "you",
  coachYouFirst: "You",
  coachYour: "your",
  coachOf: "#’s",
  coachTurns: "One Two Three",
  lessonsTitle: "Lessons from this game",
  lessonsNone: "No move cost {n|# disc|# discs} or more.",
  lessonLost: "{n|# disc|# discs}",
  lessonMove: "Move {n}",
  "why-wipe-out": "Wiped out",
  "why-poisoned-corner": "Poisoned corner",
  "why-corner-missed": "Corner not taken",
  "why-corner-given": "Corner given away",
  "why-wedge-missed": "Wedge missed",
  "why-edge-attack": "Edge attack allowed",
  "why-parity-lost": "Parity lost",
  "why-mobility-collapse": "Out of moves",
  "why-stable-given": "Stable discs given away",
  "why-tempo-lost": "Tempo lost",
  "why-frontier-opened": "Frontier opened",
  "why-corner-falls": "Loses a corner later",
  "why-corner-forgone": "Missed a corner",
  "why-pass-forced": "Forced to pass",
  "why-pass-forgone": "Missed a forced pass",
  "why-last-move-lost": "Last move lost",
  "why-fewer-moves": "Fewer moves",
  "why-fewer-safe": "Fewer safe moves",
  "why-moves-given": "More moves for the opponent",
  "why-squeezed": "Running short of moves",
  "why-fewer-stable": "Fewer stable discs",
  "why-corner-threatened": "Corner opened",
  "why-square-lost": "Opponent gets the key square",
  "why-moves-opened": "New moves opened",
  "why-frontier-grown": "Larger frontier",
  "say-wipe-out": [
    "After {played} {other} can turn every one of {sides} discs; {better} prevents it.",
    "{played} risks everything: {other} can leave {side} without a disc. {better} prevents it.",
  ],
  "say-poisoned-corner": [
    "{played} takes a corner, but {better} is worth more.",
    "Not every corner is worth taking at once: {better} is better than {played}.",
  ],
  "say-corner-missed": [
    "{better} takes the corner; after {played} {side} will not get it soon.",
    "The {better} corner was there to be taken. After {played} {side} will not get it soon.",
  ],
  "say-corner-given": [
    "{played} gives up the {corner} corner, and taking it is the best reply. After {better} {other} could not take it at once.",
    "The best reply to {played} is the {corner} corner; after {better} {other} could not take it at once.",
  ],
  "say-wedge-missed": [
    "{square} wedges in between two of {others} discs on the edge: it cannot be turned back at once, and it aims at the {corner} corner.",
    "A disc on {square} would stand between two of {others} discs on the edge. It cannot be turned back at once, and it aims at the {corner} corner.",
  ],
  "say-edge-attack": [
    "{Other} {other~attacks~attack} the edge at {square} and then {other~takes~take} the {corner} corner. After {better} {other~it does~you do} not get that corner soon.",
    "{played} lets {other} attack the edge at {square} and take the {corner} corner. After {better} that corner does not fall soon.",
  ],
  "say-parity-lost": [
    "{played} goes into a region of {even} empty squares, {better} into one of {odd}. {Other} {other~makes~make} the last move of the game after {played}, {side} {side~makes~make} it after {better}.",
    "Count the empty squares: {better} goes into a region of {odd} and keeps the last move of the game for {side}; {played} goes into one of {even} and leaves it to {other}.",
  ],
  "say-mobility-collapse": {
    one: "After {played} {side} {side~has~have} {moves|no move at all|just # move|just # moves} next turn ({safe|none|#|#} without giving up a corner); after {better} {side~it~you} would have {better_moves} ({better_safe}).",
    other: "{turns} turns later {side} {side~has~have} {moves|no move at all|just # move|just # moves} ({safe|none|#|#} without giving up a corner); after {better} {side~it~you} would have {better_moves} ({better_safe}).",
  },
  "say-stable-given": [
    "Within {plies|one move|# moves} {other} {other~gets~get} {discs|# stable disc|# stable discs} that {other~it~you} would not have after {better}.",
    "{played} lets {other} gain {discs|# stable disc|# stable discs} within {plies|one move|# moves} that {other~it~you} would not have after {better}.",
  ],
  "say-tempo-lost": [
    "{square} was a quiet move that opens nothing for {other}. After {played} {other} {other~has~have} a quiet move on that edge, {reply}, and then {square} is no longer quiet.",
    "{square} was worth playing first: it opens nothing for {other}. Now {other} {other~plays~play} {reply} on the same edge, which opens nothing either, and {square} is no longer quiet.",
  ],
  "say-frontier-opened": [
    "{played} leaves {side} with {discs|# disc|# discs} next to empty squares and gives {other} {moves|# move|# moves}; {better} leaves {better_discs} and gives {better_moves}.",
    "{played} opens the board too far: {side} {side~has~have} {discs|# disc|# discs} next to empty squares and {other} {other~has~have} {moves|# move|# moves}; with {better} it would be {better_discs} and {better_moves}.",
  ],
  "say-corner-falls": [
    "After {played} {other} {other~gets~get} the {corner} corner; after {better} {other~it does~you do} not.",
    "{played} costs {side} the {corner} corner later on; {better} does not.",
  ],
  "say-corner-forgone": [
    "After {better} {side} {side~gets~get} the {corner} corner; after {played} {side~it does~you do} not.",
    "{better} wins the {corner} corner later on; {played} does not.",
  ],
  "say-pass-forced": [
    "After {played} {side} will have to pass; after {better} {side~it~you} will not.",
    "{played} costs {side} a turn: {side~it~you} will have to pass. After {better} {side~it~you} will not.",
  ],
  "say-pass-forgone": [
    "After {better} {other} will have to pass; after {played} {other~it~you} will not.",
    "{better} would make {other} pass and give {side} another turn; {played} does not.",
  ],
  "say-last-move-lost": [
    "After {played} {other} {other~makes~make} the last move of the game; after {better} {side} {side~does~do}.",
    "{played} leaves the last move of the game to {other}; {better} would keep it for {side}.",
  ],
  "say-fewer-moves": {
    one: "{played} leaves {side} {moves|no move at all|# move|# moves} next turn; {better} would have left {better_moves}.",
    other: "{turns} turns later {side} {side~has~have} {moves|no move at all|# move|# moves}; after {better} {side~it~you} would have {better_moves}.",
  },
  "say-fewer-safe": {
    one: "{played} leaves {side} {safe|no safe move|# safe move|# safe moves} next turn (safe: giving up no corner); {better} would have left {better_safe}.",
    other: "{turns} turns later {side} {side~has~have} {safe|no safe move|# safe move|# safe moves} (safe: giving up no corner); after {better} {side~it~you} would have {better_safe}.",
  },
  "say-moves-given": [
    "{played} leaves {other} {moves|# move|# moves}; {better} would leave {better_moves|none|only #|only #}.",
    "{Other} {other~has~have} {moves|# move|# moves} to choose from after {played}, {better_moves|none|only #|only #} after {better}.",
  ],
  "say-squeezed": [
    "Over the next four turns {side} {side~has~have} {moves|# move|# moves} to choose from in all; after {better} {side~it~you} would have {better_moves}.",
    "{Side} {side~runs~run} short of moves: {moves} in all over the next four turns, {better_moves} after {better}.",
  ],
  "say-fewer-stable": [
    "Within {plies|one move|# moves} {side} {side~falls~fall} {worse|# stable disc|# stable discs} behind, compared with {better}.",
    "{played} costs {side} stable discs: {worse|# disc|# discs} within {plies|one move|# moves}, compared with {better}.",
  ],
  "say-corner-threatened": [
    "After {played} {other} could take the {corner} corner; after {better} {other~it~you} could not.",
    "{played} opens the {corner} corner to {other}; {better} does not.",
  ],
  "say-square-lost": [
    "After {played} {other} {other~gets~get} to play {square} first.",
    "{square} was worth taking: after {played} {other} {other~plays~play} there first.",
  ],
  "say-moves-opened": [
    "{played} opens {opened|# new move|# new moves} for {other}; {better} opens {better_opened|none|only #|only #}.",
    "After {played} {other} {other~has~have} {opened|# move|# moves} that {other~it~you} did not have before; after {better} {better_opened|none|only #|only #}.",
  ],
  "say-frontier-grown": [
    "{played} leaves {side} with {discs|# disc|# discs} next to empty squares; {better} leaves {better_discs}.",
    "After {played} {discs} of {sides} discs lie next to empty squares, and each may give {other} a move; after {better} only {better_discs} do.",
  ],
} as const satisfies Record<string, Message>;
