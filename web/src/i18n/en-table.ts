// The texts of the board and the game at it, in English: meters, marks, computer help, saving, editing.

import type { Message } from "./message";

export const table = {
  thin: "Thin",
  medium: "Medium",
  thick: "Thick",
  lastSize: "Outline of the last move",
  lastColor: "Colour of the last move",
  showGrid: "Grid",
  showMeters: "Meters for discs and mobility",
  mobility: "Mobility: Black {black}, White {white}",
  mobilityShort: "Mobility",
  helpers: "Let a computer player move",
  helperEngine: "Engine, depth 10",
  helperChoice: "Who moves for {side}",
  helperMove: "Move for {side}",
  helperTimes: "chosen for {side} by computer players",
  restart: "Restart",
  restartQuestion: "Start this game again? The moves are taken back; until the next move, “Redo” brings them back.",
  editGame: "Edit",
  goOnEdited: "Continue with the same players",
  goOnEditedHint: "The edited position becomes a game of its own; the original stays under “Unfinished games”.",
  saveGames: "Save my games",
  saveThisGame: "Save this game",
  notSaved: "This game is not saved.",
  declineSaving: "Do not save this game",
  saveAfterAll: "Save this game",
  libraryKeyColumn: "Number",
  libraryEngine: "Against the engine at a fixed depth",
} as const satisfies Record<string, Message>;
