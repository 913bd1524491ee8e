import { beforeEach } from 'vitest'
import { recordedTransactionSchema } from '#protocol/hosted-upstream.ts'
import { readContent } from './harness.ts'
import { CHAIN, speakOnlyTheSpecification } from './hosted.ts'
import { adminForEach, harnessForEach } from './set-up.ts'
import { UUID } from './widget-bodies.ts'

const FIRST_MS = Date.parse('2026-11-21T10:00:00.000Z')
const BETWEEN_TESTS_SECONDS = 3_600

/**
 * A console with a service that implements only the specification, new for each test, and a clock that tests move.
 * Await it at the top of a test file. `admin` is set in each test.
 */
export async function hostedWorld() {
  let nowMs = FIRST_MS
  const now = () => new Date(nowMs)
  const pass = (seconds: number) => void (nowMs += seconds * 1_000)
  beforeEach(() => pass(BETWEEN_TESTS_SECONDS))
  const harness = await harnessForEach({ hostedUpstream: true, hostedChain: CHAIN, clock: { now } })
  beforeEach(() => speakOnlyTheSpecification(harness))
  const admin = adminForEach(harness)
  /** Requests the transaction `UUID` as the console does. Its session lasts longer than a widget's. */
  const send = () => admin.browser.send(`/api/baas/transactions/${UUID}`)
  return {
    harness,
    admin,
    now,
    pass,
    /** Expiration this many seconds from now. */
    inSeconds: (seconds: number) => String(Math.floor(nowMs / 1_000) + seconds),
    send,
    read: async () => recordedTransactionSchema.parse(await readContent(await send())),
  }
}
