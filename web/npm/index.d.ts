/** A position: 64 squares from a1 to h8 row by row (`X` black, `O` white, `-` empty), a space and the side to move. */
export type Position = string;

/** What can be asked; every task names itself. Squares are `a1` to `h8`. */
export type Task =
  | { task: "solve"; position: Position }
  | { task: "analyze"; position: Position; best?: number; depth?: number; milliseconds?: number }
  | { task: "think"; position: Position; milliseconds: number }
  | { task: "hint"; position: Position }
  | { task: "search"; position: Position; depth: number }
  | { task: "explain"; position: Position; move: string; better?: string }
  | { task: "minimax"; position: Position; depth: number; breadth: number; order: "best" | "worst" | "squares" }
  | { task: "move"; player: string; start: Position; moves: string[]; seed: number; milliseconds: number; leisure: boolean }
  | { task: "ponder"; player: string; start: Position; moves: string[]; milliseconds: number };

/** What a solved position is worth. */
export interface Solved {
  /** For the side to move, in discs. */
  score: number;
  best: string | null;
  /** Whether it is proven: not if the search was stopped. */
  exact: boolean;
  nodes: number;
  milliseconds: number;
}

export interface Wish {
  /** How urgent it is: `analysis` if missing. What is more urgent interrupts what is less. */
  class?: "move" | "hint" | "analysis" | "review" | "ponder";
  /** The number of a game: its searches go to the Worker that still has what was found for it, if it is free. */
  game?: number;
  /** Hears what is found on the way. */
  hear?: (line: unknown) => void;
  /** Ends the search. */
  signal?: AbortSignal;
}

export interface Engine {
  think(task: { task: "solve"; position: Position }, wish?: Wish): Promise<Solved>;
  think(task: { task: "search"; position: Position; depth: number }, wish?: Wish): Promise<Solved>;
  think(task: Task, wish?: Wish): Promise<unknown>;
  /** Lets searches rest, such as while the page is hidden; they begin again with `rest(false)`. */
  rest(resting: boolean): void;
  /** How many searches run now. */
  readonly running: number;
  /** Ends all searches and Workers. */
  end(): void;
}

export interface Places {
  /** Where `engine.wasm` is; beside `index.js` if missing. */
  module?: string | URL;
  /** Where `network.zst` is; beside `index.js` if missing. */
  weights?: string | URL;
  /** Where `book.pack` is, which players with `book=yes` need; beside `index.js` if missing. */
  book?: string | URL;
  /** How many threads a search may use where the page is isolated; one if missing. Its code is `threads.wasm` then. */
  threads?: number;
  /** How many searches run side by side, each in a Worker of its own; one if missing. */
  size?: number;
}

/** Loads the engine; its Workers start with the first task. */
export function loadEngine(places?: Places): Promise<Engine>;
