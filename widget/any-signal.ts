/**
 * A signal that aborts with the first of several, and for its reason. `AbortSignal.any` is newer than the oldest browsers
 * (src/protocol/browser-floor.ts).
 */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController()
  for (const signal of signals) {
    const abort = () => first.abort(signal.reason)
    if (signal.aborted) abort()
    // Ends with the new signal: a long-lived signal keeps no listener of a short-lived one.
    else signal.addEventListener('abort', abort, { once: true, signal: first.signal })
  }
  return first.signal
}
