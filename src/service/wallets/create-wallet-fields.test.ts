import { expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { toKeyFields } from '#service/testing/wallet-requests.ts'

const world = await forFile(serviceWorld.api())

const create = (body: unknown) => world.call('POST', '/v1/baas/wallets', { body })
const storedWallets = () => world.ctx.db.selectFrom('wallets').selectAll().execute()
const newBody = () => ({
  ...toKeyFields(createSoftwarePasskey('localhost')),
  verificationCode: '000000',
  email: 'u@example.com',
})

test.each([
  ['qx', undefined],
  ['qx', ''],
  ['qx', '0x'],
  ['qx', 'xyz'],
  ['qx', 1],
  ['qx', 'a'.repeat(65)],
  ['qy', undefined],
  ['qy', '0x' + 'f'.repeat(64)],
  ['qy', '1'],
  ['rpIdHash', undefined],
  ['rpIdHash', '0x12'],
  ['rpIdHash', 'ab'.repeat(33)],
  ['rpIdHash', `0x${'g'.repeat(64)}`],
  ['label', 'x'.repeat(51)],
  ['label', 5],
  ['label', 'a\nb'],
  ['qx', null],
  ['backupAddress', '0x12'],
  ['backupAddress', ''],
  ['withFee', 'true'],
  ['externalUserId', 'x'.repeat(256)],
  ['externalUserLabel', 'x'.repeat(256)],
  ['verificationCode', undefined],
  ['verificationCode', '12345'],
  ['verificationCode', '1234567'],
  ['verificationCode', 'abcdef'],
  ['verificationCode', 123456],
  ['verificationCode', '١٢٣٤٥٦'],
  ['email', 'not an address'],
  ['email', ['a@example.com']],
  ['organizationId', '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa'],
])('error: %s = %j names the field and creates nothing', async (field, value) => {
  const before = await storedWallets()
  const answer = await create({ ...newBody(), [field]: value })
  expect(answer.status).toBe(400)
  expect(answer.content.errors.map((error: { path: string }) => error.path)).toContain(field)
  expect(answer.content.message).toContain(field)
  expect(await storedWallets()).toHaveLength(before.length)
})

test('behavior: texts at their limits pass the body validation', async () => {
  const long = {
    label: 'x'.repeat(50),
    externalUserId: 'x'.repeat(255),
    externalUserLabel: 'x'.repeat(255),
  }
  // After the body is validated, the service reads the chain, which does not respond in this world.
  expect((await create({ ...newBody(), ...long })).content.code).toBe('CHAIN_FAILED')
})
