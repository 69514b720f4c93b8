// Requests to the server, typed. A refusal becomes an ApiError that shows what the server said.

import type { Answer, AssistantView, EndpointWish, Question } from "./assistant";
import type { Mistake } from "./review";
import type {
  Created,
  ExploredView,
  GameSummary,
  GameView,
  HintView,
  ImportProgress,
  LibraryGame,
  LibraryPage,
  NewGame,
  PlayerView,
  SetupView,
  TagView,
  TournamentView,
} from "./types";

/** Why a request failed: `status` 0 means that the server was not reached. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** The server as the pages see it. */
export class Api {
  constructor(
    private readonly fetch: Fetch = (path, init) => globalThis.fetch(path, init),
    /** The key of the seat one plays, in a game by invitation. */
    private readonly keyOf: (game: number) => string | null = () => null,
  ) {}

  players = () => this.request<PlayerView[]>("GET", "/api/players");
  games = () => this.request<GameSummary[]>("GET", "/api/games");
  game = (id: number) => this.request<GameView>("GET", `/api/games/${id}`, undefined, id);
  create = (game: NewGame) => this.request<Created>("POST", "/api/games", game);
  rename = (id: number, name: string) => this.request<GameView>("PATCH", `/api/games/${id}`, { name }, id);
  setPace = (id: number, pace: number) => this.request<GameView>("PATCH", `/api/games/${id}`, { pace }, id);
  /** Keeps all games of a text in any format. */
  import = (text: string) => this.request<{ games: number[] }>("POST", "/api/import", { text });
  tournaments = () => this.request<TournamentView[]>("GET", "/api/tournaments");
  tournament = (id: string) => this.request<TournamentView>("GET", `/api/tournaments/${encodeURIComponent(id)}`);
  remove = (id: number) => this.request<void>("DELETE", `/api/games/${id}`, undefined, id);
  /** Makes the move that follows `ply` plies; the server refuses it if the game has moved on. */
  move = (id: number, ply: number, move: string) => this.act(id, "moves", { ply, move });
  undo = (id: number) => this.act(id, "undo");
  redo = (id: number) => this.act(id, "redo");
  resign = (id: number) => this.act(id, "resign");
  computerMoves = (id: number) => this.act(id, "computer-move");
  hint = (id: number) => this.request<HintView>("POST", `/api/games/${id}/hint`, {}, id);
  rematch = (id: number) => this.request<Created>("POST", `/api/games/${id}/rematch`, {}, id);
  export = (id: number, format: string) =>
    this.request<{ text: string }>("GET", `/api/games/${id}/export?format=${encodeURIComponent(format)}`);
  /** Lists games of the library; what is empty is not asked for. */
  library = (query: Query) => this.request<LibraryPage>("GET", `/api/library?${queryText(query)}`);
  libraryGame = (key: number) => this.request<LibraryGame>("GET", `/api/library/${key}`);
  libraryTags = () => this.request<TagView[]>("GET", "/api/library/tags");
  removeFromLibrary = (key: number) => this.request<void>("DELETE", `/api/library/${key}`);
  restoreToLibrary = (key: number) => this.request<LibraryGame>("POST", `/api/library/${key}/restore`, {});
  changeInLibrary = (key: number, change: { notes?: string; tags?: readonly string[] }) =>
    this.request<LibraryGame>("PATCH", `/api/library/${key}`, change);
  exportFromLibrary = (key: number, format: string) =>
    this.request<{ text: string }>("GET", `/api/library/${key}/export?format=${encodeURIComponent(format)}`);
  beginImport = () => this.request<ImportProgress>("POST", "/api/library/imports", {});
  sendToImport = (id: number, name: string, body: Blob) =>
    this.request<ImportProgress>("PUT", `/api/library/imports/${id}/${encodeURIComponent(name)}`, body);
  startImport = (id: number) => this.request<ImportProgress>("POST", `/api/library/imports/${id}`, {});
  importProgress = (id: number) => this.request<ImportProgress>("GET", `/api/library/imports/${id}`);
  stopImport = (id: number) => this.request<ImportProgress>("DELETE", `/api/library/imports/${id}`);
  /** Tells what was played in a position. */
  explore = (query: Query) => this.request<ExploredView>("GET", `/api/explorer?${queryText(query)}`);
  /** Says what a move loses and why. */
  explain = (text: string, move: string) => this.request<Mistake>("POST", "/api/explain", { text, move });
  assistant = () => this.request<AssistantView>("GET", "/api/assistant");
  ask = (question: Question) => this.request<Answer>("POST", "/api/assistant", question);
  setEndpoint = (endpoint: EndpointWish) => this.request<AssistantView>("PUT", "/api/assistant/endpoint", endpoint);
  forgetEndpoint = () => this.request<AssistantView>("DELETE", "/api/assistant/endpoint");
  /** Looks at a board, or at the last position of a game in any format. */
  setup = (text: string) => this.request<SetupView>("POST", "/api/positions", { text });

  private act(id: number, action: string, body: object = {}): Promise<GameView> {
    return this.request<GameView>("POST", `/api/games/${id}/${action}`, body, id);
  }

  private async request<T>(method: string, path: string, body?: object, game?: number): Promise<T> {
    const headers: Record<string, string> = {};
    const isFile = body instanceof Blob;
    if (body !== undefined) headers["content-type"] = isFile ? "application/octet-stream" : "application/json";
    const key = game === undefined ? null : this.keyOf(game);
    if (key !== null) headers["x-seat-key"] = key;
    const init: RequestInit = { method, headers };
    if (body !== undefined) init.body = isFile ? body : JSON.stringify(body);
    let response: Response;
    try {
      response = await this.fetch(path, init);
    } catch {
      throw new ApiError(0, "unreachable", "the server cannot be reached");
    }
    if (!response.ok) throw await refusal(response);
    return (response.status === 204 ? undefined : await response.json()) as T;
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
    const { code, message } = (await response.json()) as { code?: unknown; message?: unknown };
    return new ApiError(response.status, String(code ?? "refused"), String(message ?? response.statusText));
  } catch {
    return new ApiError(response.status, "refused", response.statusText || `status ${response.status}`);
  }
}
