/** What a function returns; `undefined` where it throws. */
export function resultOf<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** What a function throws; `undefined` where it returns. */
export function errorOf(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}
