// Asking again and again, while somebody looks.

/** Does something now and then again a while after each time, not while the page is hidden. Returns how to end it. */
export function repeated(work: () => Promise<void>, milliseconds: number): () => void {
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const round = async () => {
    if (!document.hidden) await work();
    if (!ended) timer = setTimeout(() => void round(), milliseconds);
  };
  void round();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
