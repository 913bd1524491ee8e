/**
 * Returns the result of a promise, or throws `late` after a time. Create the error before the wait begins: its stack
 * then has the line that waits.
 */
export async function withLimit<Result>(
  promise: Promise<Result>,
  { waitMsMax, late }: { waitMsMax: number; late: Error },
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late), waitMsMax)
  })
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer))
}
