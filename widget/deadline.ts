import { anySignal } from './any-signal.ts'

/** The time of a flow, given from outside so that a test decides it. */
export type Clock = {
  /** Milliseconds since the Unix epoch by this device. */
  now: () => number
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Thrown when `withDeadline` ran out of time; an abort by the caller throws the caller's own reason instead. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
  override readonly message = 'no answer in time'
}

/**
 * Runs `work` with a signal that aborts when the caller's does or when `deadlineMs` have passed, and settles then
 * even if `work` never does: some password managers intercept a ceremony and answer nothing. Afterwards the signal
 * aborts too, and ends every listener on it.
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

/** A promise that only ever rejects: with the signal's reason, once it aborts. */
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
