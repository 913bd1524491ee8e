import { beforeEach } from 'vitest'
import type { BffOptions } from '#bff/options.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { enrolAdmin, startHarness, type Admin, type Harness } from './harness.ts'
import { openShop, type Shop } from './shop.ts'

/** Starts one harness for all tests of a file, and empties it before each test. */
export async function harnessForEach(options: Partial<BffOptions> = {}): Promise<Harness> {
  const harness = await forFile(startHarness(options))
  beforeEach(() => harness.reset())
  return harness
}

/** Creates the first administrator before each test. */
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

/** Creates an integrator before each test. */
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
