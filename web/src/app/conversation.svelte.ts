// A conversation with the assistant, as a page sees it. It is kept as long as the page is open, and nowhere else.

import type { Answer, AssistantView, EndpointWish, Through } from "../api/assistant";
import { preferences } from "./preferences.svelte";
import { refusalText } from "./refusals";
import { api } from "./server";

export interface Said {
  readonly by: "user" | "assistant";
  readonly text: string;
  readonly answer: Answer | null;
}

export class Conversation {
  said: readonly Said[] = $state.raw([]);
  view: AssistantView | null = $state.raw(null);
  waiting = $state(false);
  failure = $state("");
  /** Who answers; the endpoint only if somebody chooses it. */
  through: Through = $state("builtin");

  async load(): Promise<void> {
    try {
      this.take(await api.assistant());
    } catch (error) {
      this.failure = refusalText(error);
    }
  }

  /** Asks about a position: a start and the moves that follow. */
  async ask(question: string, text: string, moves: readonly string[]): Promise<void> {
    const before = this.said.map(({ by, text: words }) => ({ by, text: words }));
    this.said = [...this.said, { by: "user", text: question, answer: null }];
    [this.waiting, this.failure] = [true, ""];
    try {
      const { through } = this;
      const answer = await api.ask({ question, text, moves, language: preferences.locale, through, said: through === "endpoint" ? before : [] });
      this.said = [...this.said, { by: "assistant", text: answer.text, answer }];
      if (answer.trouble) this.take(await api.assistant());
    } catch (error) {
      this.failure = refusalText(error);
    } finally {
      this.waiting = false;
    }
  }

  /** Sets up an endpoint, or forgets it; tells whether that was possible. */
  async set(endpoint: EndpointWish | null): Promise<boolean> {
    this.failure = "";
    try {
      this.take(endpoint ? await api.setEndpoint(endpoint) : await api.forgetEndpoint());
      return true;
    } catch (error) {
      this.failure = refusalText(error);
      return false;
    }
  }

  private take(view: AssistantView): void {
    this.view = view;
    if (!view.endpoint) this.through = "builtin";
  }
}
