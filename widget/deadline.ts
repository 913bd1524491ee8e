import { anySignal } from './any-signal.ts'

/** The clock of a flow. Tests inject their own. */
export type Clock = {
  /** Milliseconds since the Unix epoch, by this device's clock. */
  now: () => number
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Thrown when `withDeadline` runs out of time. If the caller aborts, its own reason is thrown instead. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
  override readonly message = 'no answer in time'
}

/**
 * Runs `work` with a signal that aborts with the caller's signal or after `deadlineMs`. Settles then even if
 * `work` never does, because some password managers intercept a ceremony and never respond. When it settles,
 * the signal aborts too, which removes every listener on it.
 */
export async function withDeadline<Result>(
  signal: AbortSignal,
  deadlineMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  const own = new AbortController()
  const bounded = anySignal(signal, own.signal)
  const timer = setTimeout(() => own.abort(new DeadlineError()), deadlineMs)
  try {
    return await Promise.race([work(bounded), rejectOnAbort(bounded)])
  } catch (thrown) {
    throw bounded.aborted ? bounded.reason : thrown
  } finally {
    clearTimeout(timer)
    own.abort()
  }
}

/** A promise that never resolves. It rejects with the signal's reason when the signal aborts. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Resolves after `ms`, or rejects with the signal's reason. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await withDeadline(signal, ms, () => new Promise(() => {})).catch(() => signal.throwIfAborted())
}
