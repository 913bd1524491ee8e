import type { HttpError } from '#server-kit/http/http-error.ts'

/**
 * Failures of a part that all works use, such as a chain node. The caller of a work is not the cause of such a
 * failure.
 */
export type SharedFault = {
  /**
   * Returns the error for callers that waited behind the failed work. Undefined if the failure concerns only the
   * work's own caller.
   */
  find: (failure: unknown) => HttpError | undefined
  /** The error for callers that waited behind works that did not end at all. */
  endless: () => HttpError
}

export type HeldTurns = {
  /** Runs a work and records how it ended. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
  /**
   * Returns the shared fault if it explains a wait since `sinceMs`, on the clock of `performance.now`. It does if, for
   * most of that time, the turns were held by works that failed by it or did not end. Works that began after `sinceMs`
   * and still run do not count, because their end is not known.
   */
  findFault: (sinceMs: number) => HttpError | undefined
}

type Held = {
  beganMs: number
  /** Undefined while the work runs. */
  ended?: { atMs: number; fault: HttpError | undefined }
}

/** Records how long works held the turns, and how they ended. Forgets ended works after `keptMs` milliseconds. */
export function createHeldTurns(shared: SharedFault, keptMs: number): HeldTurns {
  let works: Held[] = []
  let forgotAtMs = performance.now()

  const note = (held: Held, fault: HttpError | undefined): void => {
    const atMs = performance.now()
    held.ended = { atMs, fault }
    if (atMs - forgotAtMs < keptMs) return
    forgotAtMs = atMs
    works = works.filter(({ ended }) => ended === undefined || atMs - ended.atMs <= keptMs)
  }
  return {
    run: async (work) => {
      const held: Held = { beganMs: performance.now() }
      works.push(held)
      let fault: HttpError | undefined
      try {
        return await work()
      } catch (error) {
        fault = shared.find(error)
        throw error
      } finally {
        note(held, fault)
      }
    },
    findFault: (sinceMs) => {
      let faultMs = 0
      let otherMs = 0
      let latest: HttpError | undefined
      for (const { beganMs, ended } of works) {
        const isEndless = ended === undefined && beganMs <= sinceMs
        if (ended === undefined && !isEndless) continue
        const heldMs = Math.max(0, (ended?.atMs ?? performance.now()) - Math.max(beganMs, sinceMs))
        const fault = ended === undefined ? shared.endless() : ended.fault
        if (fault === undefined) otherMs += heldMs
        else {
          faultMs += heldMs
          latest = fault
        }
      }
      return faultMs > otherMs ? latest : undefined
    },
  }
}
