import { beforeEach, describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { createCodeChecks, readOutcome } from '#service/testing/code-checks.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { forgetOldCodes, spendCode } from './verification-code.ts'

const world = await forFile(serviceWorld.api())
const other = await world.addOrganization('Other', 'other.example')
const { check, pending } = createCodeChecks(world)
beforeEach(async () => {
  await world.ctx.db.deleteFrom('verification_codes').execute()
  await world.ctx.db.deleteFrom('verification_guards').execute()
  world.ctx.mails.length = 0
})

const REQUEST = '/v1/baas/wallets/request-email-verification'
const MINUTE = 60_000
const request = (email: unknown, organization = world.demo) =>
  world.call('POST', REQUEST, { key: organization.key, body: { email } })

describe('POST /wallets/request-email-verification', () => {
  test('behavior: mails a 6-digit code and returns its expiry, the same for every address', async () => {
    const beforeMs = world.ctx.clock.now().getTime()
    const answer = await request('User@Example.com')
    expect(answer.content).toEqual({ success: true, expiresAt: expect.any(String) })
    const expiresMs = Date.parse(answer.content.expiresAt)
    expect(expiresMs).toBeGreaterThanOrEqual(beforeMs + 600_000)
    expect(expiresMs).toBeLessThanOrEqual(world.ctx.clock.now().getTime() + 600_000)
    expect(world.ctx.mails).toHaveLength(1)
    const [mail] = world.ctx.mails
    expect(mail?.to).toBe('user@example.com')
    expect(mail?.subject).toBe('Your verification code for Demo')
    expect(mail?.text.match(/\b[0-9]{6}\b/g)).toHaveLength(1)
    expect(mail?.subject).not.toMatch(/[0-9]{6}/)
  })

  test('behavior: stores the code only as an HMAC and never logs it', async () => {
    const code = await world.requestCode('u@example.com')
    const rows = JSON.stringify(await world.ctx.db.selectFrom('verification_codes').selectAll().execute())
    expect(rows).not.toContain(code)
    expect(world.ctx.logLines.join()).not.toContain(code)
    expect(world.ctx.logLines.join()).not.toContain('u@example.com')
  })

  test.each([
    [undefined, 'is required'],
    [7, 'must be a string'],
    ['', 'must be an email address such as name@example.com'],
    ['u@example.com\r\nBcc: e@example.com', 'must be an email address such as name@example.com'],
    ['a@example.com, b@example.com', 'must be an email address such as name@example.com'],
    ['ｕ＠example.com', 'must be an email address such as name@example.com'],
    [`${'a'.repeat(250)}@example.com`, 'must be at most 254 characters'],
  ])('error: %j is refused and nothing is sent', async (email, message) => {
    const answer = await request(email)
    expect(answer.status).toBe(400)
    expect(answer.content.errors).toContainEqual({ path: 'email', message })
    expect(world.ctx.mails).toEqual([])
  })

  test('behavior: a newer code of an address replaces the older one', async () => {
    const older = await world.requestCode('u@example.com')
    const newer = await world.requestCode('u@example.com')
    if (older !== newer)
      expect(await readOutcome(check(older, 'u@example.com'))).toBe('INVALID_VERIFICATION_CODE')
    expect(await readOutcome(check(newer, 'u@example.com'))).toBe('u@example.com')
  })

  test('error: the eleventh unused code of an address in an hour → 429 with Retry-After, also in parallel', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => request('bombed@example.com')))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(10)
    const refused = answers.find((answer) => answer.status === 429)
    const retryAfter = Number(refused?.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(3_500)
    expect(retryAfter).toBeLessThanOrEqual(3_600)
    expect(world.ctx.mails).toHaveLength(10)
    expect((await request('other@example.com')).status).toBe(200)
    world.ctx.clock.advance(61 * MINUTE)
    expect((await request('bombed@example.com')).status).toBe(200)
  })

  test('behavior: used codes do not count, and a day has at most 20 unused ones', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { verificationId } = await check(await world.requestCode('u@example.com'), 'u@example.com')
      await world.ctx.db.transaction().execute((trx) => spendCode(trx, verificationId, world.ctx.clock.now()))
    }
    const statuses: number[] = []
    for (let hour = 0; hour < 3; hour += 1) {
      for (let round = 0; round < 9; round += 1) statuses.push((await request('u@example.com')).status)
      world.ctx.clock.advance(61 * MINUTE)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  })

  test('error: a mail that is not accepted → 503, and no code is pending', async () => {
    const mailer = world.ctx.mailer
    world.ctx.mailer = { send: () => Promise.reject(new Error('550 no')) }
    const answer = await request('u@example.com')
    world.ctx.mailer = mailer
    expect(answer.status).toBe(503)
    expect(answer.text).not.toContain('550')
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/)
    expect((await pending('u@example.com')).content).toEqual({ pending: false })
  })

  test('behavior: failed mails do not count: after an outage the address has all its tries', async () => {
    const mailer = world.ctx.mailer
    world.ctx.mailer = { send: () => Promise.reject(new Error('connect ECONNREFUSED')) }
    const statuses: number[] = []
    for (let round = 0; round < 25; round += 1) statuses.push((await request('u@example.com')).status)
    world.ctx.mailer = mailer
    expect(new Set(statuses.splice(0))).toEqual(new Set([503]))
    for (let round = 0; round < 11; round += 1) statuses.push((await request('u@example.com')).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  test('behavior: a mail that is not accepted leaves the older code of the address unchanged', async () => {
    const older = await world.requestCode('u@example.com')
    const mailer = world.ctx.mailer
    world.ctx.mailer = { send: () => Promise.reject(new Error('connect ECONNREFUSED')) }
    expect((await request('u@example.com')).status).toBe(503)
    world.ctx.mailer = mailer
    expect((await pending('u@example.com')).content.pending).toBe(true)
    expect(await readOutcome(check(older, 'u@example.com'))).toBe('u@example.com')
  })

  test('behavior: live codes are unique within an organization', async () => {
    const { ctx, demo } = world
    await world.requestCode('u@example.com')
    const row = await ctx.db.selectFrom('verification_codes').selectAll().executeTakeFirstOrThrow()
    const twin = { ...row, id: '2f3f1f7e-7a52-4c6c-9a53-bbbbbbbbbbbb', email: 'twin@example.com' }
    const insert = (organizationId: string) =>
      ctx.db
        .insertInto('verification_codes')
        .values({ ...twin, organization_id: organizationId })
        .execute()
    await expect(insert(demo.id)).rejects.toMatchObject({ code: '23505' })
    await insert(other.id)
  })
})

describe('GET /wallets/pending-verification', () => {
  test('behavior: reports a pending code of this organization only, until it expires', async () => {
    expect((await pending('u@example.com')).content).toEqual({ pending: false })
    const sent = await request('u@example.com')
    expect((await pending('U@Example.com')).content).toEqual({
      pending: true,
      expiresAt: sent.content.expiresAt,
    })
    expect((await pending('u@example.com', other)).content).toEqual({ pending: false })
    world.ctx.clock.advance(10 * MINUTE)
    expect((await pending('u@example.com')).content).toEqual({ pending: false })
  })

  test.each([
    '',
    '?email=',
    '?email=x',
    '?email=u@example.com&email=v@example.com',
    '?email=u@example.com&x=1',
  ])('error: refuses query %j', async (query) => {
    const answer = await world.call('GET', `/v1/baas/wallets/pending-verification${query}`)
    expect(answer.status).toBe(400)
    expect(answer.content.errors.length).toBeGreaterThan(0)
  })
})

describe('forgetOldCodes', () => {
  test('behavior: deletes codes after two days, but no newer ones', async () => {
    await world.requestCode('old@example.com')
    world.ctx.clock.advance(86_400_000 + MINUTE)
    await world.requestCode('young@example.com')
    world.ctx.clock.advance(86_400_000)
    await forgetOldCodes(world.ctx)
    const rows = world.ctx.db.selectFrom('verification_codes').select('email').execute()
    expect(await rows).toEqual([{ email: 'young@example.com' }])
  })
})
