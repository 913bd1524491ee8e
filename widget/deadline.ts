/** Thrown when `withDeadline` ran out of time; an abort by the caller throws the caller's own reason instead. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}

/**
 * Runs `work` with a signal that aborts when the caller's does or when `deadlineMs` have passed, and settles then
 * even if `work` never does: some password managers intercept a ceremony and answer nothing. Afterwards the signal
 * aborts too, and ends whatever still listens to it.
 */
export async function withDeadline<Result>(
  signal: AbortSignal,
  deadlineMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  const own = new AbortController()
  const forward = () => own.abort(signal.reason)
  signal.addEventListener('abort', forward, { once: true })
  const timer = setTimeout(() => own.abort(new DeadlineError()), deadlineMs)
  try {
    return await Promise.race([work(own.signal), rejectOnAbort(own.signal)])
  } catch (thrown) {
    throw own.signal.aborted ? own.signal.reason : thrown
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', forward)
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
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
