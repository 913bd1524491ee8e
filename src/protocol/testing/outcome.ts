/** The result of a function, or undefined if it throws. */
export function tryResult<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** The error that a function throws, or undefined if it returns. */
export function catchError(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}
