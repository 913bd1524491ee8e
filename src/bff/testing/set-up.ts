import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { BffOptions } from '#bff/context.ts'
import { enrolAdmin, startHarness, type Admin, type Harness } from './harness.ts'
import { openShop, type Shop } from './shop.ts'

/** One harness for all tests of a file; called where they begin, and there in each of them. */
export function harnessForFile(options: Partial<BffOptions> = {}): Harness {
  let started: Harness | undefined
  beforeAll(async () => {
    started = await startHarness(options)
  })
  afterAll(() => started?.close())
  const harness = () => present(started)
  return {
    get bff() {
      return harness().bff
    },
    get db() {
      return harness().db
    },
    get upstream() {
      return harness().upstream
    },
    get routes() {
      return harness().routes
    },
    get ctx() {
      return harness().ctx
    },
    get logs() {
      return harness().logs
    },
    pass: (seconds) => harness().pass(seconds),
    another: (other) => harness().another(other),
    reset: () => harness().reset(),
    close: () => harness().close(),
  }
}

/** The same, emptied before each test. */
export function harnessForEach(options: Partial<BffOptions> = {}): Harness {
  const harness = harnessForFile(options)
  beforeEach(() => harness.reset())
  return harness
}

/** A new first administrator before each test. */
export function adminForEach(harness: Harness): Admin {
  let admin: Admin | undefined
  beforeEach(async () => {
    admin = await enrolAdmin(harness)
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

/** A new integrator before each test. */
export function shopForEach(harness: Harness): Shop {
  let shop: Shop | undefined
  beforeEach(async () => {
    shop = await openShop(harness)
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
