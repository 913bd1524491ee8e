/** Its name is what `AbortSignal.timeout` gives, so both kinds of lateness look alike. */
class TimeoutError extends Error {
  override name = 'TimeoutError'
}

/** The work's result, or a TimeoutError. The work itself goes on: what was sent cannot be called back. */
export async function withDeadline<Result>(timeoutMs: number, work: () => Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no answer in ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
