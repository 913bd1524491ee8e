import { expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.api())

test('behavior: checks a code early without spending it, and counts a wrong one as a try', async () => {
  const early = (verificationCode: string) =>
    world.call('POST', '/v1/baas/wallets/check-verification', {
      body: { email: 'u@example.com', verificationCode },
    })
  const code = await world.requestCode('u@example.com')
  for (let round = 0; round < 6; round += 1) expect((await early(code)).content).toEqual({ success: true })
  for (let round = 0; round < 5; round += 1)
    expect((await early(code === '000000' ? '000001' : '000000')).content.code).toBe(
      'INVALID_VERIFICATION_CODE',
    )
  expect((await early(code)).content.code).toBe('INVALID_VERIFICATION_CODE')
})
