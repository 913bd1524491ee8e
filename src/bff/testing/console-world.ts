import { beforeEach } from 'vitest'
import type { BffOptions } from '#bff/options.ts'
import { recordedTransactionSchema } from '#protocol/hosted-upstream.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { readContent, enrolAdmin, type Admin } from './console-browser.ts'
import { CHAIN, speakOnlyTheSpecification } from './hosted.ts'
import { openShop, type Shop } from './shop.ts'
import { startTestBff, type TestBff } from './test-bff.ts'
import { UUID } from './widget-bodies.ts'

const FIRST_MS = Date.parse('2026-11-21T10:00:00.000Z')
const BETWEEN_TESTS_SECONDS = 3_600

/**
 * Environments for tests of the console's server: the BFF on a fresh database, and a stand-in for the service. A test
 * asks for one of them at the top of its file.
 */
export const consoleWorld = {
  /** One BFF for all tests of a file. For tests that store nothing, or that empty the database themselves. */
  bff: startTestBff,

  /**
   * One BFF for all tests of a file, emptied before each test. `adminForEach` and `shopForEach` then create their
   * people again.
   */
  fresh: openFreshBff,

  /**
   * `fresh`, with a service that implements only the specification, and a clock that tests move. `admin` is set in
   * each test.
   */
  hosted: openHostedBff,
}

async function openFreshBff(options: Partial<BffOptions> = {}) {
  const world = await forFile(startTestBff(options))
  beforeEach(() => world.reset())
  return {
    ...world,
    /** Creates the first administrator before each test. */
    adminForEach: () => adminForEach(world),
    /** Creates an integrator before each test. */
    shopForEach: () => shopForEach(world),
  }
}

async function openHostedBff() {
  let nowMs = FIRST_MS
  const now = () => new Date(nowMs)
  const pass = (seconds: number) => void (nowMs += seconds * 1_000)
  beforeEach(() => pass(BETWEEN_TESTS_SECONDS))
  const world = await openFreshBff({ hostedUpstream: true, hostedChain: CHAIN, clock: { now } })
  beforeEach(() => speakOnlyTheSpecification(world))
  const admin = world.adminForEach()
  /**
   * Requests the transaction `UUID` as the console does, because a console session lasts longer than a widget token.
   */
  const send = () => admin.browser.send(`/api/baas/transactions/${UUID}`)
  return {
    ...world,
    admin,
    now,
    pass,
    /** Expiration this many seconds from now. */
    inSeconds: (seconds: number) => String(Math.floor(nowMs / 1_000) + seconds),
    send,
    read: async () => recordedTransactionSchema.parse(await readContent(await send())),
  }
}

function adminForEach(world: TestBff): Admin {
  let admin: Admin | undefined
  beforeEach(async () => {
    admin = await enrolAdmin(world)
  })
  return {
    get browser() {
      return present(admin).browser
    },
    get passkey() {
      return present(admin).passkey
    },
  }
}

function shopForEach(world: TestBff): Shop {
  let shop: Shop | undefined
  beforeEach(async () => {
    shop = await openShop(world)
  })
  return {
    get secret() {
      return present(shop).secret
    },
    openSession: (body, headers) => present(shop).openSession(body, headers),
    token: (body) => present(shop).token(body),
  }
}

function present<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('only a running test has it')
  return thing
}
