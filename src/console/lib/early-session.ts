let early: Promise<Response> | undefined

/**
 * Asks who is signed in while the rest of the console's code is still being read: its answer is what everything else
 * waits for. Imports nothing, so that it can be in a file of its own that runs first.
 */
export function askForSession(): void {
  early = fetch('/api/session', {
    headers: { accept: 'application/json' },
    redirect: 'error',
    cache: 'no-store',
  })
  // Whoever takes it is told; until then a failure is nobody's.
  early.catch(() => undefined)
}

/** The request that is under way, once. */
export function takeEarlySession(): Promise<Response> | undefined {
  const taken = early
  early = undefined
  return taken
}
