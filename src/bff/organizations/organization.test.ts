import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { API_KEY, ORGANIZATION, startHarness } from '#bff/testing/harness.ts'
import { forFile } from '#protocol/testing/for-file.ts'

const secretKey = randomBytes(32)

const harness = await forFile(startHarness({ secretKey }))
await harness.bff.ensureOrganization(ORGANIZATION)

test('behavior: another process reads the stored key, and gets none for an unknown organization', async () => {
  expect(await harness.another({}).storedApiKey(ORGANIZATION.id)).toBe(API_KEY)
  expect(await harness.bff.storedApiKey('another')).toBeUndefined()
})

test('behavior: resealing keeps the key and makes the old secret useless, and a second run changes nothing', async () => {
  const fresh = randomBytes(32)
  const rotating = harness.another({ secretKey: fresh, oldSecretKey: secretKey })
  expect(await rotating.storedApiKey(ORGANIZATION.id)).toBe(API_KEY)
  expect(await rotating.resealKeys()).toBe(1)
  expect(await rotating.resealKeys()).toBe(0)
  expect(await harness.another({ secretKey: fresh }).storedApiKey(ORGANIZATION.id)).toBe(API_KEY)
  await expect(harness.another({ secretKey }).storedApiKey(ORGANIZATION.id)).rejects.toThrow(
    'another SECRET_KEY',
  )
})
