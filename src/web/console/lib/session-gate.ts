import { createListeners } from '#web/ui/stored.ts'

/**
 * Outcome of the session gate, which holds requests after the session has ended. The first held request opens the
 * gate's dialog. All of them continue after the administrator signs in again, and fail if the administrator declines.
 */
type Outcome = 'renewed' | 'declined'

let waiting: { promise: Promise<Outcome>; settle: (outcome: Outcome) => void } | null = null
/**
 * True from the first refused request until one succeeds, also after the administrator declines to sign in.
 */
let isOver = false
const listeners = createListeners()
export const subscribeToSessionGate = listeners.subscribe

export function waitForSession(): Promise<Outcome> {
  if (waiting === null) {
    let settle: (outcome: Outcome) => void = () => undefined
    const promise = new Promise<Outcome>((resolve) => {
      settle = resolve
    })
    waiting = { promise, settle }
    isOver = true
    listeners.notify()
  }
  return waiting.promise
}

export function settleSessionGate(outcome: Outcome): void {
  const current = waiting
  waiting = null
  if (outcome === 'renewed') isOver = false
  current?.settle(outcome)
  listeners.notify()
}

/** Records a successful request: the administrator has signed in again, perhaps in another tab. */
export function markSessionRestored(): void {
  if (!isOver || waiting !== null) return
  isOver = false
  listeners.notify()
}

/** Whether background requests should pause, because they would only open the gate. */
export function isSessionOver(): boolean {
  return isOver
}

export function isSessionGateOpen(): boolean {
  return waiting !== null
}
