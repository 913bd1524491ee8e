import { setTimeout as wait } from 'node:timers/promises'

/** Limit of one wait, in milliseconds. Shorter than the limits of tests and hooks, so that its error comes first. */
const WAIT_MS_MAX = 120_000
/** Pause between two reads, in milliseconds. */
const POLL_MS = 10

/**
 * Reads until the result is neither `undefined` nor `false`, and returns it. Unlike `expect.poll`, it also works while
 * a file is loaded and in a process that a test starts. Each round ends with a pause, so that timers run.
 *
 * @param what Completes "Waited 120 s for", such as `the deployment of 0x1234`.
 * @throws Error that says what it waited for
 * @throws the error of `read`
 */
export async function waitFor<Result>(
  what: string,
  read: () => Promise<Result | undefined | false>,
  { pollMs = POLL_MS, waitMsMax = WAIT_MS_MAX }: { pollMs?: number; waitMsMax?: number } = {},
): Promise<Result> {
  const deadline = performance.now() + waitMsMax
  for (;;) {
    const result = await read()
    if (result !== undefined && result !== false) return result
    if (performance.now() > deadline) throw new Error(`Waited ${waitMsMax / 1_000} s for ${what}`)
    await wait(pollMs)
  }
}
