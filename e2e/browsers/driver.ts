/** A browser under remote control, as far as the widget's check needs it. */
export type Driver = {
  name: string
  open: (url: string) => Promise<void>
  /** Runs a function's body in the page and answers what it returns. */
  run: (body: string, ...args: unknown[]) => Promise<unknown>
  close: () => Promise<void>
}

/** Thrown where a browser is not on this machine or cannot be started; the message says which and why. */
export class BrowserMissing extends Error {
  override readonly name = 'BrowserMissing'
}

/** Tries until `work` answers something, or says what did not come. */
export async function until<Result>(
  what: string,
  work: () => Promise<Result | undefined>,
  deadlineMs = 60_000,
): Promise<Result> {
  const end = performance.now() + deadlineMs
  for (;;) {
    const result = await work().catch(() => undefined)
    if (result !== undefined) return result
    if (performance.now() > end) throw new Error(`This did not come: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
