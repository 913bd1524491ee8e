/**
 * A signal that aborts when the first of several signals aborts, with the same reason. `AbortSignal.any` is
 * newer than the oldest supported browsers (src/protocol/browser-floor.ts).
 */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController()
  for (const signal of signals) {
    const abort = () => first.abort(signal.reason)
    if (signal.aborted) abort()
    // Removes the listener once the new signal aborts. Otherwise, listeners would pile up on a long-lived signal.
    else signal.addEventListener('abort', abort, { once: true, signal: first.signal })
  }
  return first.signal
}
