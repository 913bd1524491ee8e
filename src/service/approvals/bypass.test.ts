import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import type { Protected } from '#service/testing/approval-service.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

let one: Protected
const world = await forFile(serviceWorld.approvals())
beforeEach(async () => {
  one = await world.protectedWallet()
})

test.each(['approve', 'reject', 'report'] as const)(
  'error: a signature for %s decides nothing else',
  async (decision) => {
    const uuid = await world.hold(one.wallet)
    const number = await world.numberOf(uuid)
    for (const other of (['approve', 'reject', 'report'] as const).filter((each) => each !== decision)) {
      const signed = await one.approver.begin(uuid, decision)
      const alternative = await one.approver.begin(uuid, other)
      const begun = { ceremonyId: alternative.ceremonyId, options: signed.options }
      const answer = await one.approver.decide(uuid, other, { begun, number })
      expect(answer.content.code).toBe('APPROVAL_PASSKEY_REFUSED')
    }
    expect((await world.read(uuid)).status).toBe('PENDING_USER_APPROVAL')
  },
)

test('error: a signature for one transaction decides no other, nor the same one with another digest', async () => {
  const [uuid, other] = [await world.hold(one.wallet), await world.hold(one.wallet)]
  const number = await world.numberOf(uuid)
  const signed = await one.approver.begin(other, 'approve')
  const begun = await one.approver.begin(uuid, 'approve')
  const mixed = { ceremonyId: begun.ceremonyId, options: signed.options }
  expect((await one.approver.decide(uuid, 'approve', { begun: mixed, number })).content.code).toBe(
    'APPROVAL_PASSKEY_REFUSED',
  )
  const changed = await one.approver.begin(uuid, 'approve')
  await sql`update transactions set digest = ${`0x${'ab'.repeat(32)}`} where id = ${uuid}::uuid`.execute(
    world.ctx.db,
  )
  expect((await one.approver.decide(uuid, 'approve', { begun: changed, number })).content.code).toBe(
    'APPROVAL_PASSKEY_REFUSED',
  )
  expect((await world.read(uuid)).status).toBe('PENDING_USER_APPROVAL')
})

test('error: a replayed response does not count again', async () => {
  const uuid = await world.hold(one.wallet)
  const begun = await one.approver.begin(uuid, 'reject')
  const response = one.approver.passkey.assert(begun.options, { origin: 'http://localhost:4000' })
  const body = { ceremonyId: begun.ceremonyId, response }
  expect((await one.approver.post('/decisions/finish', body)).status).toBe(200)
  const replayed = await one.approver.post('/decisions/finish', body)
  expect(replayed).toMatchObject({ status: 400, content: { code: 'APPROVAL_CEREMONY_OVER' } })
})

test("error: another person's passkey, session or ceremony decides nothing, and they see nothing", async () => {
  const other = await world.protectedWallet()
  const uuid = await world.hold(one.wallet)
  expect((await other.approver.get(`/transactions/${uuid}`)).status).toBe(404)
  expect((await other.approver.decide(uuid, 'approve')).status).toBe(404)
  const begun = await one.approver.begin(uuid, 'approve')
  const number = await world.numberOf(uuid)
  const withOtherPasskey = await one.approver.decide(uuid, 'approve', {
    begun,
    number,
    passkey: other.approver.passkey,
  })
  expect(withOtherPasskey.content.code).toBe('APPROVAL_PASSKEY_REFUSED')
  const mine = await one.approver.begin(uuid, 'approve')
  const inOtherSession = await other.approver.decide(uuid, 'approve', {
    begun: mine,
    number,
    passkey: one.approver.passkey,
  })
  expect(inOtherSession.content.code).toBe('APPROVAL_CEREMONY_OVER')
  expect((await world.read(uuid)).status).toBe('PENDING_USER_APPROVAL')
})

test.each([
  ['another origin', { origin: 'http://localhost:4001' }],
  ["the integrator's domain", { rpId: 'shop.localhost' }],
  ['no user verification', { userVerified: false }],
  ['no user presence', { userPresent: false }],
  ['a frame on another site', { crossOrigin: true }],
  ['a frame with a top origin', { crossOrigin: false, topOrigin: 'http://evil.example' }],
  ['another challenge', { challenge: 'AAAA' }],
  ['a registration', { type: 'webauthn.create' }],
  ['a broken signature', { tamperSignature: true }],
  ['another user handle', { userHandle: 'AAAA' }],
])('error: refused with %s', async (_, ceremony) => {
  const uuid = await world.hold(one.wallet)
  const answer = await one.approver.decide(uuid, 'approve', { ceremony })
  expect(answer).toMatchObject({ status: 400, content: { code: 'APPROVAL_PASSKEY_REFUSED' } })
  expect((await world.read(uuid)).status).toBe('PENDING_USER_APPROVAL')
})

test('error: rejects a passkey that is not enrolled', async () => {
  const uuid = await world.hold(one.wallet)
  const answer = await one.approver.decide(uuid, 'approve', { passkey: createAuthenticator() })
  expect(answer.content.code).toBe('APPROVAL_PASSKEY_REFUSED')
})

test("error: rejects an API key, the console's session, and a missing session", async () => {
  const uuid = await world.hold(one.wallet)
  const body = { transactionUuid: uuid, decision: 'approve' }
  const path = '/approve/api/decisions/begin'
  const headers = { origin: 'http://localhost:4000' }
  const withKey = await world.call('POST', path, { body, headers })
  expect([withKey.status, withKey.content.code]).toEqual([403, 'API_KEY_NOT_ACCEPTED'])
  const both = await one.approver.post('/decisions/begin', body, { 'x-api-key': world.demo.key })
  expect(both.content.code).toBe('API_KEY_NOT_ACCEPTED')
  for (const more of [{}, { cookie: 'latchkey=abc' }, { cookie: 'latchkey-approver=abc' }]) {
    const answer = await world.call('POST', path, { key: null, body, headers: { ...headers, ...more } })
    expect([answer.status, answer.content.code]).toEqual([401, 'APPROVER_SESSION_REQUIRED'])
  }
})

test.each([{ origin: 'http://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
  'error: rejects a request of another site, %o',
  async (headers) => {
    const uuid = await world.hold(one.wallet)
    const body = { transactionUuid: uuid, decision: 'approve' }
    const answer = await one.approver.post('/decisions/begin', body, headers)
    expect([answer.status, answer.content.code]).toEqual([403, 'APPROVER_ORIGIN_REFUSED'])
  },
)

test('error: no scope and no path of the organization decides', async () => {
  const uuid = await world.hold(one.wallet)
  for (const [method, path] of [
    ['POST', `/v1/baas/transactions/${uuid}/approve`],
    ['POST', `/v1/org/transactions/${uuid}/approve`],
    ['PUT', `/v1/baas/transactions/${uuid}`],
    ['DELETE', `/v1/baas/transactions/${uuid}`],
  ] as const) {
    expect((await world.call(method, path, { body: {} })).status).toBeGreaterThanOrEqual(404)
  }
  expect((await world.read(uuid)).status).toBe('PENDING_USER_APPROVAL')
})
