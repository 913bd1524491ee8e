/**
 * The place where requests wait when the session has ended: the first of them opens the gate's
 * dialog, all of them go on when the administrator has signed in again, and fail when they decline.
 */
type Outcome = 'renewed' | 'declined'

let waiting: { promise: Promise<Outcome>; settle: (outcome: Outcome) => void } | null = null
const listeners = new Set<() => void>()

function announce(): void {
  for (const listener of listeners) listener()
}

export function waitForSession(): Promise<Outcome> {
  if (waiting === null) {
    let settle: (outcome: Outcome) => void = () => undefined
    const promise = new Promise<Outcome>((resolve) => {
      settle = resolve
    })
    waiting = { promise, settle }
    announce()
  }
  return waiting.promise
}

export function settleSessionGate(outcome: Outcome): void {
  const current = waiting
  waiting = null
  current?.settle(outcome)
  announce()
}

export function isSessionGateOpen(): boolean {
  return waiting !== null
}

export function subscribeToSessionGate(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
