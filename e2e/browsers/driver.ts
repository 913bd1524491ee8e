/** A remotely controlled browser. */
export type Driver = {
  name: string
  open: (url: string) => Promise<void>
  /** Runs a function body in the page and returns its result. */
  run: (body: string, ...args: unknown[]) => Promise<unknown>
  /** The browser's output since it was started. */
  output: () => Promise<string>
  close: () => Promise<void>
}

/** The browser is not installed or cannot be started. `message` names the browser and the reason. */
export class BrowserMissing extends Error {
  override readonly name = 'BrowserMissing'
}

/** Repeats `work` until it returns something. Throws an error that names the missing result after a time limit. */
export async function until<Result>(
  wanted: string,
  work: () => Promise<Result | undefined>,
  deadlineMs = 60_000,
): Promise<Result> {
  const end = performance.now() + deadlineMs
  for (;;) {
    const result = await work().catch(() => undefined)
    if (result !== undefined) return result
    if (performance.now() > end) throw new Error(`Timed out. Expected: ${wanted}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
