import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createBrowser, readContent } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'

const world = await consoleWorld.fresh({ explorerUrl: 'https://scan.example' })
const admin = world.adminForEach()

test('behavior: the session contains the deployment’s block explorer', async () => {
  const session = await readContent(admin.browser.send('/api/session'))
  expect(session).toMatchObject({ signedIn: true, explorerUrl: 'https://scan.example' })
})

const growthSchema = z.object({ signedIn: z.boolean(), embeddedGrowth: z.optional(z.unknown()) })
const GIGABYTE = 2 ** 30
const LARGE = { databaseBytes: GIGABYTE, freeDiskBytes: 9 * GIGABYTE, chainMemoryBytes: null }

test.each([
  ['large', LARGE, LARGE],
  ['small', { ...LARGE, databaseBytes: 1 }, undefined],
  ['not embedded', undefined, undefined],
])('behavior: the session and a database that is %s', async (_, growth, shown) => {
  const bff = world.another({ readEmbeddedGrowth: async () => growth })
  const browser = createBrowser(bff, admin.browser.cookies)
  const session = await readContent(browser.send('/api/session'))
  const { signedIn, embeddedGrowth } = growthSchema.parse(session)
  expect(signedIn).toBe(true)
  expect(embeddedGrowth).toEqual(shown)
})
