/** A browser under remote control. */
export type Driver = {
  name: string
  open: (url: string) => Promise<void>
  /** Runs a function's body in the page and returns its result. */
  run: (body: string, ...args: unknown[]) => Promise<unknown>
  /** Everything that the browser has printed since it was started. */
  output: () => Promise<string>
  close: () => Promise<void>
}

/** Thrown where a browser is not on this machine or cannot be started; the message says which and why. */
export class BrowserMissing extends Error {
  override readonly name = 'BrowserMissing'
}

/** Repeats `work` until it returns something, or throws an error that names what did not come. */
export async function until<Result>(
  wanted: string,
  work: () => Promise<Result | undefined>,
  deadlineMs = 60_000,
): Promise<Result> {
  const end = performance.now() + deadlineMs
  for (;;) {
    const result = await work().catch(() => undefined)
    if (result !== undefined) return result
    if (performance.now() > end) throw new Error(`This did not come: ${wanted}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
