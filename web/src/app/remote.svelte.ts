// A game with somebody elsewhere as a page sees it: who is there, what the two offer each other, and whose turn it is.

import { other, type Side } from "../board/state";
import type { ChatView, GameView, LiveMessage, OfferKind, PresenceView, RemoteView } from "../api/types";
import { play, turnNotes } from "../sound/sounds";
import { preferences, t } from "./preferences.svelte";
import { router } from "./router.svelte";
import { invitedTo, keepSeat } from "./seats";
import { api } from "./server";
import type { GameSession } from "./session.svelte";

export type OfferDeed = "offer" | "accept" | "decline" | "withdraw";

/** How long somebody may be away before it is told, in milliseconds: a page that is opened again is no absence. */
const UNTOLD = 3000;

export class RemoteSession {
  /** A rematch that has begun. */
  rematch: number | null = $state(null);
  /** What the two have said; `null` if they cannot talk. */
  chat: ChatView | null = $state.raw(null);
  /** How many look on. */
  spectators = $state(0);
  private presence: Readonly<Record<Side, PresenceView>> | null = $state.raw(null);
  private seenAt = 0;

  constructor(private readonly session: GameSession) {}

  get view(): RemoteView | null {
    return this.session.game?.remote ?? null;
  }

  /** Whether no move can be made: somebody is waited for, or the game is adjourned. */
  get rests(): boolean {
    return this.view !== null && (this.view.open_seat !== null || this.view.adjourned);
  }

  /** The invitation that this browser was sent and that nobody has used yet. */
  get invitation(): string | null {
    const open = this.view?.open_seat && this.session.game?.yours.length === 0;
    return open ? invitedTo(localStorage, this.session.id) : null;
  }

  /** Whether this browser was sent an invitation that somebody else has used. */
  get cameLate(): boolean {
    return this.session.spectates && this.view?.open_seat === null && invitedTo(localStorage, this.session.id) !== null;
  }

  /** What a side offers. */
  offered(by: Side | null): OfferKind | null {
    if (!this.view || !by) return null;
    return by === "black" ? this.view.black_offers : this.view.white_offers;
  }

  may(kind: OfferKind): boolean {
    return this.view?.may_offer.includes(kind) ?? false;
  }

  /** How long the side to move has for its first move, in seconds; `null` once its clock runs. */
  get firstMove(): number | null {
    const left = this.view?.first_move ?? null;
    return left === null ? null : Math.max(0, Math.ceil((left - this.session.sinceRead) / 1000));
  }

  /** Whether the player of a side is at the board; `null` if that is not known. */
  isHere(side: Side): boolean | null {
    return this.presence && !this.session.game?.result && this.view?.open_seat !== side ? this.presence[side].here || this.away(side) < UNTOLD : null;
  }

  /** How long the other one may still be away before the game can be claimed, in milliseconds; `null` while they are there. */
  get claimIn(): number | null {
    const own = this.session.own;
    const seen = own && this.presence?.[other(own)];
    if (!own || !seen || seen.claim_in === null || this.isHere(other(own)) !== false) return null;
    return Math.max(0, seen.claim_in - this.sinceSeen);
  }

  /** Whether the game can be claimed now, as far as this page knows. */
  get mayClaim(): boolean {
    const { game, own } = this.session;
    return this.claimIn === 0 && this.view?.begun === true && !this.rests && game?.position.side !== own;
  }

  private get sinceSeen(): number {
    return Math.max(0, this.session.now - this.seenAt);
  }

  private away(side: Side): number {
    const away = this.presence?.[side].away ?? null;
    return away === null ? Infinity : away + this.sinceSeen;
  }

  /** Makes an offer or answers one. */
  deal = (kind: OfferKind, deed: OfferDeed) => this.session.act(() => api.offer(this.session.id, { kind, deed }));
  claim = (result: "win" | "draw") => this.session.act(() => api.claim(this.session.id, result));

  /** Takes the open seat under a name, which is kept. */
  async join(name: string): Promise<void> {
    const { invitation, session } = this;
    if (invitation === null) return;
    preferences.set({ playerName: name });
    await session.act(async () => {
      const { game, key } = await api.join(session.id, invitation, name);
      if (key) keepSeat(localStorage, game.id, key);
      return game;
    });
    session.enterAgain();
  }

  sees({ black, white, spectators }: Extract<LiveMessage, { type: "presence" }>): void {
    this.spectators = spectators;
    this.presence = { black, white };
    this.seenAt = performance.now();
  }

  /** Another game has begun: whoever plays in it goes there. */
  begins(id: number, key: string | null): void {
    if (key !== null) keepSeat(localStorage, id, key);
    if (key !== null && this.view) router.go(`/game/${id}`);
    else this.rematch = id;
  }

  /** Calls to one's turn: a sound if one likes, and a notification while the page is out of sight. */
  calls(old: GameView, game: GameView): void {
    const { own } = this.session;
    const came = game.plies.length > old.plies.length || (old.remote?.open_seat && !game.remote?.open_seat);
    if (!game.remote || !own || !came || game.result || game.position.side !== own) return;
    const { sounds, notifications } = preferences.current;
    if (sounds) play(turnNotes());
    if (!notifications || !document.hidden || !("Notification" in globalThis) || Notification.permission !== "granted") return;
    const last = game.plies.at(-1);
    const body = last ? t("captionPlayed", { name: this.session.name(other(own)), move: last.move }) : "";
    try {
      const shown = new Notification(t("yourTurn"), { body, tag: `game-${game.id}` });
      shown.onclick = () => window.focus();
    } catch {
      // Some phones show notifications of installed pages only.
    }
  }
}

/** Asks the browser whether notifications may be shown. To be called on somebody's action only. */
export async function mayNotify(): Promise<boolean> {
  if (!("Notification" in globalThis)) return false;
  return (await Notification.requestPermission()) === "granted";
}
