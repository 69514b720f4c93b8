// A click on a square that cannot be played: the square shakes, and it is said why.

/** How long a square shakes, and how long the reason stays, in milliseconds. */
const SHAKE = 400;
const REASON = 4000;

export class VainClick {
  /** Why the last click did nothing. */
  reason = $state("");
  /** The square that was clicked, while it shakes. */
  square: number | null = $state(null);
  private reasonTimer = 0;
  private shakeTimer = 0;

  show(square: number, reason: string): void {
    this.clear();
    this.reason = reason;
    this.reasonTimer = window.setTimeout(() => (this.reason = ""), REASON);
    clearTimeout(this.shakeTimer);
    this.square = null;
    // Two frames let the square come to rest, so that it shakes again.
    const shake = () => {
      clearTimeout(this.shakeTimer);
      this.square = square;
      this.shakeTimer = window.setTimeout(() => (this.square = null), SHAKE);
    };
    requestAnimationFrame(() => requestAnimationFrame(shake));
  }

  /** Takes the reason away. */
  clear(): void {
    clearTimeout(this.reasonTimer);
    this.reason = "";
  }
}
