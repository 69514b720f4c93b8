// Requests that change a game: sent one after the other, so that nothing somebody clicks gets lost.

export class ActionQueue {
  private waiting = $state(0);
  private last: Promise<void> = Promise.resolve();

  /** Whether something is under way. */
  get busy(): boolean {
    return this.waiting > 0;
  }

  /** Waits until all that was asked for is answered. */
  idle(): Promise<void> {
    return this.last;
  }

  /** Does something, which must not fail, as soon as all before it is answered. */
  run(action: () => Promise<void>): Promise<void> {
    const done = this.busy ? this.last.then(action) : action();
    this.waiting += 1;
    this.last = done.finally(() => (this.waiting -= 1));
    return this.last;
  }
}
