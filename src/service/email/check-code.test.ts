import { beforeEach, describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { createCodeChecks, readOutcome, type Guesser } from '#service/testing/code-checks.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { giveCodeBack, spendCode } from './verification-code.ts'

const world = await forFile(serviceWorld.api())
const other = await world.addOrganization('Other', 'other.example')
const { check, pending } = createCodeChecks(world)
beforeEach(async () => {
  await world.ctx.db.deleteFrom('verification_codes').execute()
  await world.ctx.db.deleteFrom('verification_guards').execute()
})

const MINUTE = 60_000

function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

describe('checkCode with an address', () => {
  test('behavior: the correct code passes and is not spent by the check', async () => {
    const code = await world.requestCode('u@example.com')
    for (let round = 0; round < 10; round += 1) {
      expect(await readOutcome(check(code, 'U@example.com'))).toBe('u@example.com')
    }
  })

  test('error: a wrong, expired or other address’s or organization’s code gives the same error', async () => {
    const code = await world.requestCode('u@example.com')
    await world.requestCode('v@example.com')
    expect(await readOutcome(check(wrong(code), 'u@example.com'))).toBe('INVALID_VERIFICATION_CODE')
    expect(await readOutcome(check(code, 'v@example.com'))).toBe('INVALID_VERIFICATION_CODE')
    expect(await readOutcome(check(code, 'u@example.com', other))).toBe('INVALID_VERIFICATION_CODE')
    world.ctx.clock.advance(10 * MINUTE)
    expect(await readOutcome(check(code, 'u@example.com'))).toBe('INVALID_VERIFICATION_CODE')
  })

  test('error: at most 5 of 50 parallel wrong guesses are compared, and then the correct code is invalid', async () => {
    const code = await world.requestCode('u@example.com')
    const guesses = Array.from({ length: 50 }, () => readOutcome(check(wrong(code), 'u@example.com')))
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['INVALID_VERIFICATION_CODE']))
    const row = await world.ctx.db.selectFrom('verification_codes').select('tries').executeTakeFirstOrThrow()
    expect(row.tries).toBe(5)
    expect(await readOutcome(check(code, 'u@example.com'))).toBe('INVALID_VERIFICATION_CODE')
    expect((await pending('u@example.com')).content).toEqual({ pending: false })
  })

  test('behavior: after four wrong tries the fifth may be correct', async () => {
    const code = await world.requestCode('u@example.com')
    for (let round = 0; round < 4; round += 1) await readOutcome(check(wrong(code), 'u@example.com'))
    expect(await readOutcome(check(code, 'u@example.com'))).toBe('u@example.com')
  })
})

describe('checkCode without an address', () => {
  test('behavior: looks the code up among the live codes of the organization', async () => {
    await world.requestCode('v@example.com')
    const code = await world.requestCode('u@example.com')
    expect(await readOutcome(check(code))).toBe('u@example.com')
    expect(await readOutcome(check(code, undefined, other))).toBe('INVALID_VERIFICATION_CODE')
    world.ctx.clock.advance(10 * MINUTE)
    expect(await readOutcome(check(code))).toBe('INVALID_VERIFICATION_CODE')
  })

  test('behavior: wrong codes count per key, address and user; all together have 50 an hour', async () => {
    const code = await world.requestCode('u@example.com')
    const guess = (guesser: Guesser, tried = wrong(code)) =>
      readOutcome(check(tried, undefined, world.demo, guesser))
    const mallory = { keyId: 'key-1', clientIp: '203.0.113.7', externalUserId: 'mallory' }
    for (let tries = 0; tries < 5; tries += 1) expect(await guess(mallory)).toBe('INVALID_VERIFICATION_CODE')
    expect(await guess(mallory, code)).toBe('RATE_LIMITED')
    for (const other of [{ keyId: 'key-2' }, { clientIp: '203.0.113.8' }, { externalUserId: 'ada' }])
      expect(await guess({ ...mallory, ...other }, code)).toBe('u@example.com')
    for (let tries = 5; tries < 50; tries += 1)
      expect(await guess({ externalUserId: `user-${tries}` })).toBe('INVALID_VERIFICATION_CODE')
    expect(await guess({ externalUserId: 'ada' }, code)).toBe('RATE_LIMITED')
    world.ctx.clock.advance(61 * MINUTE)
    expect(await guess(mallory, await world.requestCode('u@example.com'))).toBe('u@example.com')
  })

  test('error: after 5 wrong codes of one caller in an hour, even the correct one is refused with Retry-After', async () => {
    const code = await world.requestCode('u@example.com')
    const guesses = await Promise.all(Array.from({ length: 50 }, () => readOutcome(check(wrong(code)))))
    expect(guesses.filter((guess) => guess === 'INVALID_VERIFICATION_CODE')).toHaveLength(5)
    expect(guesses.filter((guess) => guess === 'RATE_LIMITED')).toHaveLength(45)
    expect(await readOutcome(check(code))).toBe('RATE_LIMITED')
    const headers = { 'retry-after': expect.stringMatching(/^3[56][0-9]{2}$/) }
    await expect(check(code)).rejects.toMatchObject({ headers })
    expect(await readOutcome(check(code, 'u@example.com'))).toBe('u@example.com')
    const theirs = readOutcome(check(await world.requestCode('u@example.com', other), undefined, other))
    expect(await theirs).toBe('u@example.com')
    world.ctx.clock.advance(61 * MINUTE)
    expect(await readOutcome(check(await world.requestCode('u@example.com')))).toBe('u@example.com')
  })

  test('behavior: 50 parallel correct codes are no wrong tries', async () => {
    const code = await world.requestCode('u@example.com')
    for (const answer of await Promise.all(Array.from({ length: 50 }, () => readOutcome(check(code)))))
      expect(answer).toBe('u@example.com')
  })
})

describe('spendCode', () => {
  const spend = (verificationId: string) =>
    world.ctx.db.transaction().execute((trx) => spendCode(trx, verificationId, world.ctx.clock.now()))
  const giveBack = (verificationId: string) =>
    world.ctx.db.transaction().execute((trx) => giveCodeBack(trx, verificationId, world.ctx.clock.now()))

  test('behavior: exactly one of 50 simultaneous attempts spends the code', async () => {
    const { verificationId } = await check(await world.requestCode('u@example.com'), 'u@example.com')
    const spent = await Promise.allSettled(Array.from({ length: 50 }, () => spend(verificationId)))
    expect(spent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('behavior: a code made valid again works, unless it expired or the address has a newer one', async () => {
    const code = await world.requestCode('u@example.com')
    const { verificationId } = await check(code, 'u@example.com')
    await spend(verificationId)
    expect(await readOutcome(check(code, 'u@example.com'))).toBe('INVALID_VERIFICATION_CODE')
    await giveBack(verificationId)
    expect(await readOutcome(check(code, 'u@example.com'))).toBe('u@example.com')
    await spend(verificationId)
    const newer = await world.requestCode('u@example.com')
    await giveBack(verificationId)
    expect(await readOutcome(check(newer, 'u@example.com'))).toBe('u@example.com')
    world.ctx.clock.advance(10 * MINUTE)
    await giveBack(verificationId)
    expect(await readOutcome(check(code, 'u@example.com'))).toBe('INVALID_VERIFICATION_CODE')
  })
})
