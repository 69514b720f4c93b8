// Requests to the server, typed by its own description. A refusal becomes an ApiError that shows what the server said.

import type { paths } from "./schema";

/** Why a request failed: `status` 0 means that the server was not reached. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** All that the server answered. */
    readonly answer: unknown = null,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

type Path = keyof paths;
type Method<P extends Path> = keyof paths[P] & ("get" | "post" | "put" | "patch" | "delete");
type Json<T> = T extends { content: { "application/json": infer J } } ? J : never;
/** What a request is answered with if all is well. */
type Answer<P extends Path, M extends Method<P>> = paths[P][M] extends { responses: infer R }
  ? 204 extends keyof R
    ? void
    : Json<R[keyof R & (200 | 201 | 202)]>
  : never;
/** What a request says. */
type Body<P extends Path, M extends Method<P>> = paths[P][M] extends { requestBody: infer B } ? Json<B> : undefined;

interface Details<B> {
  /** What stands for the names of the path. */
  readonly at?: Readonly<Record<string, string | number>>;
  readonly query?: Query;
  readonly body?: B | Blob;
  /** The game whose seat key is sent along. */
  readonly game?: number;
  /** Whether the request goes on when the page is left. */
  readonly lasting?: boolean;
}

/** The longest body that browsers send for a page that is left, in characters; they count bytes. */
const LASTING = 20_000;

/** The server as the pages see it. */
export class Api {
  constructor(
    private readonly fetch: Fetch,
    /** The key of the seat one plays, in a game by invitation. */
    private readonly keyOf: (game: number) => string | null = () => null,
  ) {}

  players = () => this.request("get", "/api/players");
  me = () => this.request("get", "/api/me");
  games = () => this.request("get", "/api/games");
  game = (id: number) => this.request("get", "/api/games/{id}", this.of(id));
  create = (game: Body<"/api/games", "post">) => this.request("post", "/api/games", { body: game });
  rename = (id: number, name: string) => this.request("patch", "/api/games/{id}", { ...this.of(id), body: { name } });
  setPace = (id: number, pace: number) => this.request("patch", "/api/games/{id}", { ...this.of(id), body: { pace } });
  setPaused = (id: number, paused: boolean) => this.request("patch", "/api/games/{id}", { ...this.of(id), body: { paused } });
  setSaved = (id: number, saved: boolean) => this.request("patch", "/api/games/{id}", { ...this.of(id), body: { saved } });
  /** Keeps all games of a text in any format. */
  import = (text: string) => this.request("post", "/api/import", { body: { text } });
  lab = () => this.request("get", "/api/lab/runs");
  labRun = (id: string) => this.request("get", "/api/lab/runs/{id}", { at: { id } });
  beginLab = (order: Body<"/api/lab/runs", "post">) => this.request("post", "/api/lab/runs", { body: order });
  pauseLab = (id: string) => this.request("post", "/api/lab/runs/{id}/pause", { at: { id } });
  resumeLab = (id: string) => this.request("post", "/api/lab/runs/{id}/resume", { at: { id } });
  removeLab = (id: string) => this.request("delete", "/api/lab/runs/{id}", { at: { id } });
  clubs = () => this.request("get", "/api/club");
  createClub = (club: Body<"/api/club", "post">) => this.request("post", "/api/club", { body: club });
  clubTurns = () => this.request("get", "/api/club/games");
  club = (club: string) => this.request("get", "/api/club/{club}", { at: { club } });
  clubRevision = (club: string) => this.request("get", "/api/club/{club}/revision", { at: { club } });
  clubJournal = (club: string) => this.request("get", "/api/club/{club}/journal", { at: { club } });
  changeClub = (club: string, body: Body<"/api/club/{club}", "patch">) => this.request("patch", "/api/club/{club}", { at: { club }, body });
  removeClub = (club: string) => this.request("delete", "/api/club/{club}", { at: { club } });
  endClub = (club: string) => this.request("post", "/api/club/{club}/end", { at: { club } });
  enterClub = (club: string) => this.request("post", "/api/club/{club}/entry", { at: { club } });
  leaveClub = (club: string) => this.request("delete", "/api/club/{club}/entry", { at: { club } });
  addEntrants = (club: string, names: string[]) => this.request("post", "/api/club/{club}/entrants", { at: { club }, body: { names } });
  withdraw = (club: string, number: number, withdrawn: boolean) =>
    this.request("patch", "/api/club/{club}/entrants/{number}", { at: { club, number }, body: { withdrawn } });
  pairClub = (club: string, round: number) => this.request("post", "/api/club/{club}/rounds", { at: { club }, body: { round } });
  unpairClub = (club: string, round: number) => this.request("delete", "/api/club/{club}/rounds/{round}", { at: { club, round } });
  setBoard = (club: string, round: number, board: number, body: Body<"/api/club/{club}/rounds/{round}/boards/{board}", "put">) =>
    this.request("put", "/api/club/{club}/rounds/{round}/boards/{board}", { at: { club, round, board }, body });
  beginBoardAgain = (club: string, round: number, board: number) =>
    this.request("post", "/api/club/{club}/rounds/{round}/boards/{board}/game", { at: { club, round, board } });
  labFiles = () => this.request("get", "/api/lab/files");
  sendLabFile = (kind: string, name: string, body: Blob) => this.request("put", "/api/lab/files/{kind}/{name}", { at: { kind, name }, body });
  removeLabFile = (kind: string, name: string) => this.request("delete", "/api/lab/files/{kind}/{name}", { at: { kind, name } });
  countLogs = (files: Body<"/api/lab/logs", "post">) => this.request("post", "/api/lab/logs", { body: files });
  remove = (id: number) => this.request("delete", "/api/games/{id}", this.of(id));
  /** Makes the move that follows `ply` plies; the server refuses it if the game has moved on. A computer's answer waits for `pause`. */
  move = (id: number, ply: number, move: string, pause?: number) =>
    this.request("post", "/api/games/{id}/moves", { ...this.of(id), body: { ply, move, ...(pause === undefined ? {} : { pause }) } });
  undo = (id: number) => this.request("post", "/api/games/{id}/undo", this.of(id));
  redo = (id: number) => this.request("post", "/api/games/{id}/redo", this.of(id));
  resign = (id: number) => this.request("post", "/api/games/{id}/resign", this.of(id));
  /** Takes all moves after the opening back. */
  restart = (id: number) => this.request("post", "/api/games/{id}/restart", this.of(id));
  /** Goes on from another position, with the same players, as a new game. */
  edit = (id: number, position: string) => this.request("post", "/api/games/{id}/edit", { ...this.of(id), body: { position } });
  /** Lets a player make one move for a person. */
  computerMoves = (id: number, side: "black" | "white", player: string) =>
    this.request("post", "/api/games/{id}/computer-move", { ...this.of(id), body: { side, player } });
  hint = (id: number) => this.request("post", "/api/games/{id}/hint", this.of(id));
  /** Takes the open seat of a game; the invitation is used up. */
  join = (id: number, invitation: string, name: string) => this.request("post", "/api/games/{id}/join", { ...this.of(id), body: { invitation, name } });
  /** Offers something to the other player, or answers what they offer. */
  offer = (id: number, offer: Body<"/api/games/{id}/offers", "post">) => this.request("post", "/api/games/{id}/offers", { ...this.of(id), body: offer });
  /** Ends a game whose other player has been away for too long. */
  claim = (id: number, result: "win" | "draw") => this.request("post", "/api/games/{id}/claim", { ...this.of(id), body: { result } });
  rematch = (id: number) => this.request("post", "/api/games/{id}/rematch", this.of(id));
  export = (id: number, format: string) => this.request("get", "/api/games/{id}/export", { at: { id }, query: { format } });
  /** Lists games of the library; what is empty is not asked for. */
  library = (query: Query) => this.request("get", "/api/library", { query });
  libraryGame = (key: number) => this.request("get", "/api/library/{key}", { at: { key } });
  libraryTags = () => this.request("get", "/api/library/tags");
  removeFromLibrary = (key: number) => this.request("delete", "/api/library/{key}", { at: { key } });
  restoreToLibrary = (key: number) => this.request("post", "/api/library/{key}/restore", { at: { key } });
  changeInLibrary = (key: number, change: Body<"/api/library/{key}", "patch">) =>
    this.request("patch", "/api/library/{key}", { at: { key }, body: change });
  exportFromLibrary = (key: number, format: string) =>
    this.request("get", "/api/library/{key}/export", { at: { key }, query: { format } });
  studies = (query: Query = {}) => this.request("get", "/api/studies", { query });
  study = (slug: string) => this.request("get", "/api/studies/{slug}", { at: { slug } });
  /** Keeps a new study; if there is one of its game, the refusal has it. Goes on when the page is left. */
  keepStudy = (study: Body<"/api/studies", "post">) => this.request("post", "/api/studies", { body: study, lasting: true });
  /** Changes a study; if it has changed meanwhile, the refusal has it. Goes on when the page is left. */
  changeStudy = (slug: string, change: Body<"/api/studies/{slug}", "put">) =>
    this.request("put", "/api/studies/{slug}", { at: { slug }, body: change, lasting: true });
  removeStudy = (slug: string) => this.request("delete", "/api/studies/{slug}", { at: { slug } });
  exportTree = (wish: Body<"/api/studies/export", "post">) => this.request("post", "/api/studies/export", { body: wish });
  imports = () => this.request("get", "/api/library/imports");
  /** Begins an import; `names` is the encoding of names that are not UTF-8, empty for Latin-1. */
  beginImport = (names: string) => this.request("post", "/api/library/imports", { query: { names } });
  sendToImport = (id: number, name: string, body: Blob) =>
    this.request("put", "/api/library/imports/{id}/{name}", { at: { id, name }, body });
  startImport = (id: number) => this.request("post", "/api/library/imports/{id}", { at: { id } });
  importProgress = (id: number) => this.request("get", "/api/library/imports/{id}", { at: { id } });
  stopImport = (id: number) => this.request("delete", "/api/library/imports/{id}", { at: { id } });
  /** Tells what was played in a position. */
  explore = (query: Query) => this.request("get", "/api/explorer", { query });
  /** Tells what the opening book knows of a position, and where the moves to it left the book. */
  book = (query: Query) => this.request("get", "/api/book", { query });
  /** Says what a move loses and why. */
  explain = (text: string, move: string) => this.request("post", "/api/explain", { body: { text, move } });
  assistant = () => this.request("get", "/api/assistant");
  ask = (question: Body<"/api/assistant", "post">) => this.request("post", "/api/assistant", { body: question });
  setEndpoint = (endpoint: Body<"/api/assistant/endpoint", "put">) => this.request("put", "/api/assistant/endpoint", { body: endpoint });
  forgetEndpoint = () => this.request("delete", "/api/assistant/endpoint");
  /** Grows a small tree of a position and searches it step by step. */
  tree = (wish: Body<"/api/minimax", "post">) => this.request("post", "/api/minimax", { body: wish });
  /** Follows moves from a position and returns every position on the way. */
  line = (text: string, moves: readonly string[]) => this.request("post", "/api/line", { body: { text, moves: [...moves] } });
  /** Looks at a board, or at the last position of a game in any format. */
  setup = (text: string) => this.request("post", "/api/positions", { body: { text } });

  /** A request about a game, with the key of one's seat. */
  private of(id: number): { readonly at: { readonly id: number }; readonly game: number } {
    return { at: { id }, game: id };
  }

  async request<P extends Path, M extends Method<P>>(
    method: M,
    path: P,
    { at = {}, query, body, game, lasting }: Details<Body<P, M>> = {},
  ): Promise<Answer<P, M>> {
    const headers: Record<string, string> = {};
    const isFile = body instanceof Blob;
    if (body !== undefined) headers["content-type"] = isFile ? "application/octet-stream" : "application/json";
    const key = game === undefined ? null : this.keyOf(game);
    if (key !== null) headers["x-seat-key"] = key;
    const init: RequestInit = { method: String(method).toUpperCase(), headers };
    if (body !== undefined) init.body = isFile ? body : JSON.stringify(body);
    if (lasting && typeof init.body === "string" && init.body.length < LASTING) init.keepalive = true;
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(at[name] ?? ""));
    let response: Response;
    try {
      response = await this.fetch(query === undefined ? address : `${address}?${queryText(query)}`, init);
    } catch {
      throw new ApiError(0, "unreachable", "the server cannot be reached");
    }
    if (!response.ok) throw await refusal(response);
    return (response.status === 204 ? undefined : await response.json()) as Answer<P, M>;
  }
}

export type Query = Readonly<Record<string, string | number | boolean>>;

/** Writes what follows `?`, leaving out what is empty. */
export function queryText(query: Query): string {
  const filled = Object.entries(query).filter(([, value]) => value !== "" && value !== false);
  return new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString();
}

/** Reads why the server refused. */
export async function refusal(response: Response): Promise<ApiError> {
  try {
    const answer = (await response.json()) as { code?: unknown; message?: unknown };
    const { code, message } = answer;
    return new ApiError(response.status, String(code ?? "refused"), String(message ?? response.statusText), answer);
  } catch {
    return new ApiError(response.status, "refused", response.statusText || `status ${response.status}`);
  }
}
