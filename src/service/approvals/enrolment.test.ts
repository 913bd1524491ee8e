import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { notify } from '#service/db/notifications.ts'
import { enrol } from '#service/testing/approver-devices.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { sessionCookie } from './sessions.ts'

const world = await forFile(serviceWorld.approvals())
afterEach(() => void vi.restoreAllMocks())

const ORIGIN = 'http://localhost:4000'
let users = 0
/** Creates a wallet of a new end-user who has not enrolled. */
async function invited(fields: { email?: string } = {}) {
  users += 1
  const wallet = await world.createWallet({ externalUserId: `invited-${users}`, coins: 10n, ...fields })
  return { wallet, token: await world.invitationFor(wallet.email), device: world.newDevice(wallet.email) }
}
const invitationsTo = (email: string) =>
  world.ctx.mails.filter((mail) => mail.to === email && mail.text.includes('#invite='))
async function quietMails() {
  await expect
    .poll(() =>
      sql`select id from approver_mails where sent_at is null and given_up_at is null`
        .execute(world.ctx.db)
        .then(({ rows }) => rows.length),
    )
    .toBe(0)
}

describe('the invitation', () => {
  test('behavior: is sent after the creation of a wallet with an end-user, to the verified address', async () => {
    const { wallet, token } = await invited()
    const [mail] = invitationsTo(wallet.email)
    expect(mail?.subject).toBe('Protect your wallet at Demo')
    expect(mail?.text).toContain(`http://localhost:4000/approve#invite=${token}`)
    const operated = await world.createWallet()
    await quietMails()
    expect(invitationsTo(operated.email)).toEqual([])
  })

  test('behavior: its token is stored only as a hash, and never logged', async () => {
    const { token } = await invited()
    const stored = await sql<{
      dump: string
    }>`select row_to_json(approver_invitations)::text as dump from approver_invitations`.execute(world.ctx.db)
    expect(stored.rows.length).toBeGreaterThan(0)
    expect(stored.rows.some(({ dump }) => dump.includes(token))).toBe(false)
    expect(world.ctx.logLines.some((line) => line.includes(token))).toBe(false)
  })

  test('behavior: an unreachable mail server neither delays nor fails the creation, and the mail is sent later', async () => {
    const send = world.ctx.mailer.send
    let refused = 0
    vi.spyOn(world.ctx.mailer, 'send').mockImplementation(async (mail) => {
      if (!mail.text.includes('#invite=')) return send(mail)
      refused += 1
      if (refused === 1) throw new Error('the mail server is away')
      return send(mail)
    })
    users += 1
    const wallet = await world.createWallet({ externalUserId: `invited-${users}` })
    await expect.poll(() => refused).toBe(1)
    expect(invitationsTo(wallet.email)).toEqual([])
    await sql`update approver_mails set due_at = now() where sent_at is null`.execute(world.ctx.db)
    await notify(world.ctx.db, 'approver-mails', '')
    expect(await world.invitationFor(wallet.email)).toHaveLength(43)
  })

  test('error: works once, for seven days, and a made-up one never', async () => {
    const { token, device, wallet } = await invited()
    const refused = { status: 403, content: { code: 'INVITATION_INVALID' } }
    expect(await device.post('/enrolment/begin', { invitation: 'A'.repeat(43) })).toMatchObject(refused)
    await sql`update approver_invitations set expires_at = now()`.execute(world.ctx.db)
    expect(await device.post('/enrolment/begin', { invitation: token })).toMatchObject(refused)
    await device.post('/invitations', { email: wallet.email })
    await expect.poll(() => invitationsTo(wallet.email).length).toBe(2)
    const next = await world.invitationFor(wallet.email)
    await enrol(device, next)
    expect(await world.newDevice(wallet.email).post('/enrolment/begin', { invitation: next })).toMatchObject(
      refused,
    )
  })

  test('behavior: if two devices use an invitation at once, one device enrols', async () => {
    const { token, wallet } = await invited()
    const devices = [world.newDevice(wallet.email), world.newDevice(wallet.email)]
    const results = await Promise.allSettled(devices.map((device) => enrol(device, token)))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('behavior: requesting it again gets the same response for every address, and has limits', async () => {
    const { wallet, device } = await invited()
    const protectedOne = await world.protectedWallet()
    const answers = []
    for (const email of [
      wallet.email,
      'nobody@example.com',
      protectedOne.wallet.email,
      wallet.email.toUpperCase(),
    ]) {
      answers.push(await device.post('/invitations', { email }))
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    for (let again = 0; again < 5; again += 1) await device.post('/invitations', { email: wallet.email })
    await quietMails()
    expect(invitationsTo(wallet.email)).toHaveLength(3)
    expect(invitationsTo('nobody@example.com')).toEqual([])
    // Otherwise, access to the mailbox would be enough to add a passkey that can approve.
    expect(invitationsTo(protectedOne.wallet.email)).toHaveLength(1)
  })
})

describe('POST /v1/org/wallets/{address}/invitation', () => {
  const resend = (address: string) => world.call('POST', `/v1/org/wallets/${address}/invitation`)

  test('behavior: the organization can have it mailed again, never reads the link, and has the same limits', async () => {
    const { wallet, token } = await invited()
    const answer = await resend(wallet.address)
    expect(answer.content).toEqual({ success: true })
    await expect.poll(() => invitationsTo(wallet.email).length).toBe(2)
    const again = await world.invitationFor(wallet.email)
    expect(again).not.toBe(token)
    await resend(wallet.address)
    const { status, content, headers } = await resend(wallet.address)
    expect([status, content.code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '3600'])
    await quietMails()
    expect(invitationsTo(wallet.email)).toHaveLength(3)
    // The earlier link works too, until one of them is used.
    await enrol(world.newDevice(wallet.email), token)
  })

  test('error: rejects enrolled end-users and wallets that the organization operates', async () => {
    const refused = { status: 409, content: { code: 'CONFLICT' } }
    const { wallet } = await world.protectedWallet()
    expect(await resend(wallet.address)).toMatchObject(refused)
    expect(await resend((await world.createWallet()).address)).toMatchObject(refused)
    await quietMails()
    expect(invitationsTo(wallet.email)).toHaveLength(1)
  })
})

describe('enrolling', () => {
  test('behavior: signs in with a cookie that only this origin and no script can use', async () => {
    const { token, device, wallet } = await invited()
    expect((await device.get('/session')).content).toEqual({ signedIn: false })
    const answer = await enrol(device, token)
    expect(answer.content).toEqual({
      signedIn: true,
      email: wallet.email,
      organizationName: 'Demo',
      expiresAtDatetime: expect.any(String),
    })
    const cookie = answer.headers.get('set-cookie')
    expect(cookie).toMatch(
      /^latchkey-approver=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    )
    const secure = { url: '', origin: '', rpId: '', isSecure: true }
    expect(sessionCookie(secure, 'x')).toMatch(/^__Host-latchkey-approver=x; .*; Secure$/)
    expect((await device.get('/session')).content.signedIn).toBe(true)
  })

  test('behavior: open screens of the organization are notified once, with the end-user; a further passkey sends nothing', async () => {
    const { token, device } = await invited()
    const externalUserId = `invited-${users}`
    const notified = async () => {
      const { rows } = await sql<{ data: unknown }>`
        select data from events where type = 'approver.enrolled'
        and data ->> 'externalUserId' = ${externalUserId}`.execute(world.ctx.db)
      return rows.map(({ data }) => data)
    }
    expect(await notified()).toEqual([])
    await enrol(device, token)
    expect(await notified()).toEqual([{ externalUserId }])
    const { ceremonyId, options } = (await device.post('/enrolment/begin', {})).content
    const response = createAuthenticator().register(options, { origin: ORIGIN })
    expect((await device.post('/enrolment/finish', { ceremonyId, response })).status).toBe(200)
    expect(await notified()).toHaveLength(1)
  })

  test("behavior: requires a passkey of the approval app's own domain, with the user verified", async () => {
    const { token, device } = await invited()
    const { options } = (await device.post('/enrolment/begin', { invitation: token })).content
    expect(options.rp).toEqual({ id: 'localhost', name: 'Latchkey approvals' })
    expect(options.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    })
    expect(options.attestation).toBe('none')
  })

  test.each([
    ['another origin', { origin: 'http://shop.localhost:4001' }],
    ['another domain', { rpId: 'shop.localhost' }],
    ['no user verification', { userVerified: false }],
    ['a frame on another site', { crossOrigin: true }],
    ['another challenge', { challenge: 'AAAA' }],
    ['an unsupported attestation format', { format: 'apple' }],
  ])('error: refused with %s, and nothing is enrolled', async (_, ceremony) => {
    const { token, device, wallet } = await invited()
    const { ceremonyId, options } = (await device.post('/enrolment/begin', { invitation: token })).content
    const response = device.passkey.register(options, { origin: ORIGIN, ...ceremony })
    const answer = await device.post('/enrolment/finish', { ceremonyId, response })
    expect([answer.status, answer.content.code]).toEqual([400, 'APPROVAL_PASSKEY_REFUSED'])
    const state = await world.call('GET', `/v1/org/wallets/${wallet.address}/approver`)
    expect(state.content).toEqual({ state: 'invited' })
  })

  test('error: an attestation of more than 12,000 characters → 400 that names the field', async () => {
    const { token, device } = await invited()
    const { ceremonyId, options } = (await device.post('/enrolment/begin', { invitation: token })).content
    const made = device.passkey.register(options, { origin: ORIGIN })
    const response = { ...made, response: { ...made.response, attestationObject: 'A'.repeat(12_001) } }
    expect(await device.post('/enrolment/finish', { ceremonyId, response })).toMatchObject({
      status: 400,
      content: { errors: [{ path: 'response.response.attestationObject', message: 'is too long' }] },
    })
  })

  test('behavior: a second passkey needs a session, not a mail', async () => {
    const { approver, wallet } = await world.protectedWallet()
    const stranger = world.newDevice(wallet.email)
    expect((await stranger.post('/enrolment/begin', {})).content.code).toBe('APPROVER_SESSION_REQUIRED')
    const { ceremonyId, options } = (await approver.post('/enrolment/begin', {})).content
    expect(options.excludeCredentials).toHaveLength(1)
    const second = createAuthenticator()
    const response = second.register(options, { origin: ORIGIN })
    expect((await approver.post('/enrolment/finish', { ceremonyId, response })).status).toBe(200)
    const uuid = await world.hold(wallet)
    expect((await approver.decide(uuid, 'approve', { passkey: second })).status).toBe(200)
  })
})

describe('signing in', () => {
  test('behavior: needs only the passkey, on any device, and signing out ends it', async () => {
    const { approver, wallet } = await world.protectedWallet()
    const other = world.newDevice(wallet.email, approver.passkey)
    const { ceremonyId, options } = (await other.post('/sign-in/begin', {})).content
    expect(options.allowCredentials ?? []).toEqual([])
    const response = approver.passkey.assert(options, { origin: ORIGIN })
    const answer = await other.post('/sign-in/finish', { ceremonyId, response })
    expect(answer.content).toMatchObject({ signedIn: true, email: wallet.email })
    expect((await other.post('/sign-in/finish', { ceremonyId, response })).content.code).toBe(
      'APPROVAL_CEREMONY_OVER',
    )
    expect((await other.post('/sign-out', {})).headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await other.get('/transactions')).status).toBe(401)
    expect((await approver.get('/transactions')).status).toBe(200)
  })

  test('error: rejects an unknown passkey, a late response and a response to another ceremony', async () => {
    const { approver } = await world.protectedWallet()
    const begin = async () => (await approver.post('/sign-in/begin', {})).content
    const finish = (ceremonyId: string, response: unknown) =>
      approver.post('/sign-in/finish', { ceremonyId, response })
    const first = await begin()
    const unknown = createAuthenticator().assert(first.options, { origin: ORIGIN })
    expect((await finish(first.ceremonyId, unknown)).content.code).toBe('APPROVAL_PASSKEY_REFUSED')
    const [second, third] = [await begin(), await begin()]
    const crossed = approver.passkey.assert(second.options, { origin: ORIGIN })
    expect((await finish(third.ceremonyId, crossed)).content.code).toBe('APPROVAL_PASSKEY_REFUSED')
    await sql`update approver_ceremonies set expires_at = now()`.execute(world.ctx.db)
    expect((await finish(second.ceremonyId, crossed)).content.code).toBe('APPROVAL_CEREMONY_OVER')
  })

  test('error: an expired session gives no access', async () => {
    const { approver } = await world.protectedWallet()
    await sql`update approver_sessions set expires_at = now()`.execute(world.ctx.db)
    for (const path of ['/transactions', '/history', '/tokens']) {
      expect((await approver.get(path)).content.code).toBe('APPROVER_SESSION_REQUIRED')
    }
    expect((await approver.get('/session')).content).toEqual({ signedIn: false })
  })

  test('error: a repeated cookie counts as none', async () => {
    const { approver } = await world.protectedWallet()
    const headers = { cookie: `${approver.cookie()}; ${approver.cookie()}` }
    expect((await world.call('GET', '/approve/api/transactions', { key: null, headers })).status).toBe(401)
  })
})
