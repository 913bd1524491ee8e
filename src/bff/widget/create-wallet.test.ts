import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readContent, enrolAdmin, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { fromPage } from '#bff/testing/shop.ts'
import { PUBLIC_URL } from '#bff/testing/test-bff.ts'
import { FREE, HASH, buildWallet } from '#bff/testing/upstream-stand-in.ts'
import { CREATE, KEY, MINE, THEIRS, TRANSFER } from '#bff/testing/widget-bodies.ts'
import { widgetWalletListSchema } from '#protocol/widget-api.ts'

const world = await consoleWorld.fresh()
const shop = world.shopForEach()

function post(token: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  return fromPage(world, token, path, { method: 'POST', body, headers })
}

function answerCreation() {
  world.upstream.answers('POST /v1/baas/wallets', { address: MINE, label: 'Main', transactionHash: HASH })
}

test('behavior: the user is the token’s, whatever the page sends, and the passkey’s id is stored here', async () => {
  answerCreation()
  const token = await shop.token({ externalUserLabel: 'Ada', email: 'ada@example.com' })
  const body = {
    ...CREATE,
    externalUserId: 'somebody-else',
    externalUserLabel: 'Mallory',
    email: 'ADA@example.com',
  }
  const answer = await post(token, '/wallets', body)
  expect(await readContent(answer)).toEqual({ address: MINE, label: 'Main', transactionHash: HASH })
  expect(world.upstream.seen.at(-1)?.body).toEqual({
    ...KEY,
    label: 'Main',
    verificationCode: '123456',
    externalUserId: 'user-1',
    externalUserLabel: 'Ada',
    email: 'ada@example.com',
  })
  expect(await world.db.selectFrom('bff_wallet_passkey').selectAll().execute()).toMatchObject([
    {
      wallet_address: MINE.toLowerCase(),
      credential_id: 'Y3JlZA',
      rp_id: 'shop.localhost',
      qx: '0ab'.padStart(64, '0'),
    },
  ])
})

async function passkeyOf(token: string) {
  world.upstream.wallets.push(buildWallet(MINE, 'user-1'))
  const [wallet] = widgetWalletListSchema.parse(await readContent(fromPage(world, token, '/wallets')))
  return wallet?.passkey?.credentialId
}

test('behavior: the passkey is stored even if the response of the creation is lost', async () => {
  world.upstream.fails('POST /v1/baas/wallets', 'ECONNRESET')
  const token = await shop.token()
  expect((await post(token, '/wallets', CREATE)).status).toBe(502)
  expect(await passkeyOf(token)).toBe('Y3JlZA')
})

test('behavior: nobody can name another passkey for an existing wallet', async () => {
  answerCreation()
  const token = await shop.token()
  await post(token, '/wallets', CREATE)
  world.pass(1)
  world.upstream.refuses('POST /v1/baas/wallets', 400, {
    message: 'A wallet stands there',
    code: 'WALLET_ALREADY_DEPLOYED',
  })
  await post(await shop.token({ externalUserId: 'mallory' }), '/wallets', {
    ...CREATE,
    credentialId: 'b3RoZXI',
  })
  expect(await passkeyOf(token)).toBe('Y3JlZA')
  await world.db.deleteFrom('bff_wallet_passkey').execute()
  world.upstream.on('POST /v1/baas/wallets/predict', ({ body }) => ({
    content: { address: MINE, deployed: true, fee: FREE, body },
  }))
  await post(await shop.token({ externalUserId: 'mallory' }), '/wallets', {
    ...CREATE,
    credentialId: 'b3RoZXI',
  })
  expect(await passkeyOf(token)).toBeUndefined()
})

test('error: a refused creation stores no passkey, and a successful one takes precedence over any other name', async () => {
  const refuse = (status: number) =>
    world.upstream.refuses('POST /v1/baas/wallets', status, { message: 'No', code: 'CONFLICT' })
  const mallory = await shop.token({ externalUserId: 'mallory' })
  const named = { ...CREATE, credentialId: 'b3RoZXI' }
  for (const status of [400, 403, 409, 429]) {
    refuse(status)
    expect((await post(mallory, '/wallets', named)).status).toBe(status)
    expect(await world.db.selectFrom('bff_wallet_passkey').selectAll().execute()).toEqual([])
  }
  refuse(503)
  await post(mallory, '/wallets', named)
  answerCreation()
  world.pass(1)
  const token = await shop.token()
  await post(token, '/wallets', CREATE)
  expect(await passkeyOf(token)).toBe('Y3JlZA')
})

test('error: a passkey named in another user’s creation is used for no wallet, even if no creation succeeded', async () => {
  world.upstream.fails('POST /v1/baas/wallets', 'ECONNRESET')
  const named = { ...CREATE, credentialId: 'b3RoZXI' }
  expect((await post(await shop.token({ externalUserId: 'mallory' }), '/wallets', named)).status).toBe(502)
  const token = await shop.token()
  expect(await passkeyOf(token)).toBeUndefined()
  world.pass(1)
  expect((await post(token, '/wallets', CREATE)).status).toBe(502)
  expect(await passkeyOf(token)).toBe('Y3JlZA')
})

test('behavior: an unconfirmed name is deleted after a week, unless its wallet exists', async () => {
  world.upstream.fails('POST /v1/baas/wallets', 'ECONNRESET')
  const token = await shop.token()
  await post(token, '/wallets', CREATE)
  expect(await passkeyOf(token)).toBe('Y3JlZA')
  const mallory = { externalUserId: 'mallory' }
  await post(await shop.token(mallory), '/wallets', { ...CREATE, credentialId: 'b3RoZXI' })
  world.pass(8 * 86_400)
  await post(await shop.token(mallory), '/wallets', { ...CREATE, credentialId: 'dGhpcmQ' })
  const rows = await world.db.selectFrom('bff_wallet_passkey').select('credential_id').execute()
  expect(rows.map((row) => row.credential_id).toSorted()).toEqual(['Y3JlZA', 'dGhpcmQ'])
  expect(await passkeyOf(await shop.token())).toBe('Y3JlZA')
})

test('error: creates nothing without an email address of the token or the page', async () => {
  const { email: _, ...unbound } = CREATE
  expect(await readError(post(await shop.token(), '/wallets', unbound))).toMatchObject({
    status: 400,
    errors: [{ path: 'email', message: 'is required' }],
  })
  expect(world.upstream.seen).toEqual([])
  answerCreation()
  const ofToken = await shop.token({ email: 'ada@example.com' })
  expect((await post(ofToken, '/wallets', unbound)).status).toBe(200)
  expect(world.upstream.seen.at(-1)?.body).toMatchObject({ email: 'ada@example.com' })
})

test('behavior: returns the reason for a refused creation', async () => {
  world.upstream.refuses('POST /v1/baas/wallets', 400, {
    message: 'Invalid or expired verification code',
    code: 'INVALID_VERIFICATION_CODE',
  })
  const answer = await post(await shop.token(), '/wallets', CREATE)
  expect(await readError(answer)).toMatchObject({ status: 400, code: 'INVALID_VERIFICATION_CODE' })
})

test('behavior: the console’s wallet without a user has no owner, and its token is bound to it', async () => {
  answerCreation()
  const { browser } = await enrolAdmin(world)
  const opened = await browser.post('/api/widget-session', { operations: ['create', 'transfer'] })
  const { token } = z.object({ token: z.string() }).parse(await readContent(opened))
  const send = (path: string, body: unknown) =>
    fromPage(world, token, path, { method: 'POST', body }, PUBLIC_URL)
  world.upstream.wallets.push(buildWallet(MINE), buildWallet(THEIRS))
  expect((await send('/tokens/erc20/transfer', TRANSFER)).status).toBe(403)
  expect((await send('/wallets', { ...CREATE, externalUserId: 'user-1' })).status).toBe(200)
  const { email } = CREATE
  expect(world.upstream.seen.at(-1)?.body).toEqual({
    ...KEY,
    label: 'Main',
    verificationCode: '123456',
    email,
  })
  expect((await send('/tokens/erc20/transfer', TRANSFER)).status).toBe(200)
  expect((await send('/tokens/erc20/transfer', { ...TRANSFER, walletAddress: THEIRS })).status).toBe(403)
})

test('error: rpId and rpIdHash must belong together', async () => {
  const answer = await post(await shop.token(), '/wallets', { ...CREATE, rpId: 'evil.example' })
  expect(await readError(answer)).toMatchObject({ status: 400, errors: [{ path: 'rpId' }] })
})

test('error: refuses an email address other than the token’s', async () => {
  const token = await shop.token({ email: 'ada@example.com' })
  const other = { email: 'mallory@example.com' }
  const answers = [
    await post(token, '/wallets', { ...CREATE, ...other }),
    await post(token, '/wallets/request-email-verification', other),
    await fromPage(world, token, '/wallets/pending-verification?email=mallory@example.com'),
  ]
  for (const answer of answers) {
    expect(await readError(answer)).toMatchObject({ status: 403, code: 'EMAIL_REFUSED' })
  }
  expect(
    (await post(token, '/wallets/request-email-verification', { email: 'Ada@Example.com' })).status,
  ).toBe(200)
})

test('behavior: accepts the token’s email address in its other form', async () => {
  const token = await shop.token({ email: 'ada@münchen.de' })
  const answer = await post(token, '/wallets/request-email-verification', { email: 'Ada@xn--mnchen-3ya.de' })
  expect(answer.status).toBe(200)
})

test('error: rate limits mails per person, even with new tokens', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 7; count += 1) {
    const answer = await post(await shop.token(), '/wallets/request-email-verification', {
      email: `a${count}@example.com`,
    })
    statuses.push(answer.status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
})

test('behavior: mails that were not sent do not count: after an outage of the mail server a person has all their tries', async () => {
  const token = await shop.token()
  const request = () =>
    post(token, '/wallets/request-email-verification', { email: 'ada@example.com' }).then(
      ({ status }) => status,
    )
  const answers = [
    { status: 503, content: { message: 'The mail could not be sent', code: 'UNAVAILABLE' } },
    { status: 429, content: { message: 'Too many', code: 'RATE_LIMITED' } },
  ]
  for (const answer of answers) {
    world.upstream.on('POST /v1/baas/wallets/request-email-verification', () => answer)
    for (let count = 0; count < 10; count += 1) expect(await request()).toBe(answer.status)
  }
  world.upstream.fails('POST /v1/baas/wallets/request-email-verification', 'ECONNREFUSED')
  for (let count = 0; count < 10; count += 1) expect(await request()).toBe(503)
  world.upstream.answers('POST /v1/baas/wallets/request-email-verification', {
    success: true,
    expiresAt: '2026-11-21T10:10:00.000Z',
  })
  for (let count = 0; count < 6; count += 1) expect(await request()).toBe(200)
  expect(await request()).toBe(429)
})

test('error: a mail counts if its response was lost, because it may have been sent', async () => {
  const token = await shop.token()
  world.upstream.fails('POST /v1/baas/wallets/request-email-verification', 'ECONNRESET')
  const statuses: number[] = []
  for (let count = 0; count < 7; count += 1) {
    const answer = await post(token, '/wallets/request-email-verification', { email: 'ada@example.com' })
    statuses.push(answer.status)
  }
  expect(statuses).toEqual([502, 502, 502, 502, 502, 502, 429])
})

test('behavior: an Idempotency-Key belongs to the person, and stays valid when the token is renewed', async () => {
  answerCreation()
  const keyOf = async (externalUserId: string) => {
    const token = await shop.token({ externalUserId })
    await post(token, '/wallets', CREATE, { 'idempotency-key': 'one' })
    return world.upstream.seen.at(-1)?.headers.get('idempotency-key')
  }
  const [first, again, other] = [await keyOf('user-1'), await keyOf('user-1'), await keyOf('user-2')]
  expect(first).toBe(again)
  expect(first).not.toBe(other)
})
