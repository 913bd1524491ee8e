/** Its name is what `AbortSignal.timeout` gives, so both kinds of lateness look alike. */
class TimeoutError extends Error {
  override name = 'TimeoutError'
}

/**
 * The work's result, or a TimeoutError, or the error that `late` makes. The work itself goes on: what was sent cannot be
 * called back.
 */
export async function withDeadline<Result>(
  timeoutMs: number,
  work: () => Promise<Result>,
  late = (): Error => new TimeoutError(`no answer in ${timeoutMs} ms`),
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
