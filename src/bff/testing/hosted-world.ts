import { afterAll, beforeAll, beforeEach } from 'vitest'
import { recordedTransactionSchema, type RecordedTransaction } from '#protocol/org/hosted-upstream.ts'
import { contentOf, enrolAdmin, startHarness, type Admin, type Harness } from './harness.ts'
import { CHAIN, speakOnlyTheSpecification } from './hosted.ts'
import { UUID } from './widget-bodies.ts'

const FIRST_MS = Date.parse('2026-11-21T10:00:00.000Z')
const BETWEEN_TESTS_SECONDS = 3_600

/** A console before a service that speaks only the specification, new in each test, and a clock that tests move. */
export type HostedWorld = {
  readonly harness: Harness
  readonly admin: Admin
  now: () => Date
  pass: (seconds: number) => void
  /** That many seconds from now, as an expiration is written. */
  inSeconds: (seconds: number) => string
  /** Asks for the transaction `UUID` as the console does: its session outlives a widget's. */
  send: () => Promise<Response>
  read: () => Promise<RecordedTransaction>
}

/** Called where a file's tests begin; `harness` and `admin` are there in each of them. */
export function hostedWorld(): HostedWorld {
  let nowMs = FIRST_MS
  let harness: Harness | undefined
  let admin: Admin | undefined
  const now = () => new Date(nowMs)
  const pass = (seconds: number) => void (nowMs += seconds * 1_000)
  beforeAll(async () => {
    harness = await startHarness({ hostedUpstream: true, hostedChain: CHAIN, clock: { now } })
  })
  beforeEach(async () => {
    pass(BETWEEN_TESTS_SECONDS)
    await world.harness.reset()
    speakOnlyTheSpecification(world.harness)
    admin = await enrolAdmin(world.harness)
  })
  afterAll(() => harness?.close())
  const world: HostedWorld = {
    get harness() {
      return present(harness)
    },
    get admin() {
      return present(admin)
    },
    now,
    pass,
    inSeconds: (seconds) => String(Math.floor(nowMs / 1_000) + seconds),
    send: () => world.admin.browser.send(`/api/baas/transactions/${UUID}`),
    read: async () => recordedTransactionSchema.parse(await contentOf(await world.send())),
  }
  return world
}

function present<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('only a running test has it')
  return thing
}
