import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { API_KEY, ORGANIZATION } from '#bff/testing/test-bff.ts'
import { forFile } from '#protocol/testing/for-file.ts'

const secretKey = randomBytes(32)

const world = await forFile(consoleWorld.bff({ secretKey }))
await world.bff.ensureOrganization(ORGANIZATION)

test('behavior: another process reads the stored key, and gets none for an unknown organization', async () => {
  expect(await world.another({}).storedApiKey(ORGANIZATION.id)).toBe(API_KEY)
  expect(await world.bff.storedApiKey('another')).toBeUndefined()
})

test('behavior: resealing keeps the key and makes the old secret useless, and a second run changes nothing', async () => {
  const fresh = randomBytes(32)
  const rotating = world.another({ secretKey: fresh, oldSecretKey: secretKey })
  expect(await rotating.storedApiKey(ORGANIZATION.id)).toBe(API_KEY)
  expect(await rotating.resealKeys()).toBe(1)
  expect(await rotating.resealKeys()).toBe(0)
  expect(await world.another({ secretKey: fresh }).storedApiKey(ORGANIZATION.id)).toBe(API_KEY)
  await expect(world.another({ secretKey }).storedApiKey(ORGANIZATION.id)).rejects.toThrow(
    'another SECRET_KEY',
  )
})
