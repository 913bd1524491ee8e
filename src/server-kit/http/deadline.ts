/** An error with the same name as the error of `AbortSignal.timeout`, so that both kinds of timeout look alike. */
class TimeoutError extends Error {
  override name = 'TimeoutError'
}

/**
 * Resolves with the work's result, or rejects with a TimeoutError or with the error that `late` creates. The
 * work itself continues, because a sent request cannot be undone.
 */
export async function withDeadline<Result>(
  timeoutMs: number,
  work: () => Promise<Result>,
  late = (): Error => new TimeoutError(`no response within ${timeoutMs} ms`),
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), timeoutMs)
  })
  try {
    return await Promise.race([work(), timeout])
  } finally {
    clearTimeout(timer)
  }
}
