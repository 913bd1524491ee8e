/** What concerns outcomes in this process alone. */
export type OutcomeFeed = {
  /** Wakes whoever follows outcomes here, as soon as one is stored. */
  wake: () => void
  /** Ends at the next `wake` (also one that came since the last call), after `timeoutMs`, or with the signal. */
  next: (timeoutMs: number, signal: AbortSignal) => Promise<void>
  /** By organization, the newest webhook that was refused, for the person who sets it up. */
  refusals: Map<string, { at: Date; reason: string }>
}

export function createOutcomeFeed(): OutcomeFeed {
  let isAwake = false
  let ring: (() => void) | undefined
  return {
    refusals: new Map(),
    wake() {
      isAwake = true
      ring?.()
    },
    async next(timeoutMs, signal) {
      if (!isAwake && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs)
          ring = () => {
            clearTimeout(timer)
            resolve()
          }
          signal.addEventListener('abort', ring, { once: true })
        })
        if (ring !== undefined) signal.removeEventListener('abort', ring)
      }
      ring = undefined
      isAwake = false
    },
  }
}
