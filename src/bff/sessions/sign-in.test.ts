import { describe, expect, test } from 'vitest'
import { readContent, createBrowser, readError, readOptions, signIn } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { PUBLIC_URL } from '#bff/testing/test-bff.ts'
import { createAuthenticator, type Ceremony } from '#protocol/testing/authenticator.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()

async function trySignIn(ceremony: Partial<Ceremony>, passkey = admin.passkey) {
  const browser = createBrowser(world.bff)
  const options = await readOptions(browser.post('/api/sign-in/options'))
  const response = passkey.assert(options, { origin: PUBLIC_URL, ...ceremony })
  return browser.post('/api/sign-in/verify', { response })
}

async function isSignedIn(cookies: Map<string, string>) {
  const answer = await createBrowser(world.bff, new Map(cookies)).send('/api/baas/config')
  return answer.status === 200
}

describe('sign-in', () => {
  test('behavior: a passkey signs in without a user name', async () => {
    const browser = createBrowser(world.bff)
    const answer = await signIn(browser, admin.passkey)
    expect(await readContent(answer)).toMatchObject({ signedIn: true, admin: { name: 'Ada' } })
    expect(await isSignedIn(browser.cookies)).toBe(true)
  })

  test('behavior: options name no credential and require user verification', async () => {
    const options = await readOptions(createBrowser(world.bff).post('/api/sign-in/options'))
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(options['allowCredentials']).toBeUndefined()
  })

  test('behavior: the cookie is HttpOnly, SameSite, for the whole host, and stored as a hash', async () => {
    const browser = createBrowser(world.bff)
    const answer = await signIn(browser, admin.passkey)
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('latchkey=')) ?? ''
    expect(cookie).toMatch(/^latchkey=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Strict$/)
    const id = browser.cookies.get('latchkey') ?? ''
    const rows = await world.db.selectFrom('bff_session').selectAll().execute()
    expect(rows.map((row) => row.id_hash)).toContain(hashSecret(id))
    expect(JSON.stringify(rows)).not.toContain(id)
  })

  test('behavior: over https the cookies are __Host- and Secure', async () => {
    const bff = world.another({ publicUrl: 'https://wallets.example' })
    const request = new Request('https://wallets.example/api/sign-in/options', {
      method: 'POST',
      headers: { origin: 'https://wallets.example' },
    })
    const [cookie] = (await bff.fetch(request)).headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-latchkey-ceremony=.*; Path=\/; .*HttpOnly; SameSite=Strict; Secure$/)
  })

  test.each<[string, Partial<Ceremony>]>([
    ['another origin', { origin: 'http://localhost:4001' }],
    ['another domain', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['a registration instead of an assertion', { type: 'webauthn.create' }],
    ['no user verification', { userVerified: false }],
    ['nobody present', { userPresent: false }],
    ['a frame of another site', { crossOrigin: true }],
    ['a page on top that it names', { crossOrigin: false, topOrigin: 'https://evil.example' }],
    ['a frame of another site that is named', { crossOrigin: true, topOrigin: 'https://evil.example' }],
    ['another signature', { tamperSignature: true }],
    ['another user handle', { userHandle: 'AAAA' }],
  ])('error: an assertion with %s is refused', async (_, ceremony) => {
    expect(await readError(trySignIn(ceremony))).toMatchObject({ status: 401, code: 'SIGN_IN_FAILED' })
  })

  test('behavior: accepts an empty user handle, which Safari sends if there is none (Yubico/java-webauthn-server 327)', async () => {
    expect((await trySignIn({ userHandle: '' })).status).toBe(200)
  })

  test('error: an unknown passkey gets the same error as a wrong one', async () => {
    const unknown = await readError(trySignIn({}, createAuthenticator()))
    const wrong = await readError(trySignIn({ tamperSignature: true }))
    expect(unknown).toEqual(wrong)
  })

  test('error: refuses and logs a counter that went back, because the passkey is a copy', async () => {
    expect((await trySignIn({ counter: 7 })).status).toBe(200)
    expect((await trySignIn({ counter: 7 })).status).toBe(401)
    expect((await trySignIn({ counter: 6 })).status).toBe(401)
    expect((await trySignIn({ counter: 0 })).status).toBe(401)
    expect(world.logs.join('')).toContain('counter')
    expect((await trySignIn({ counter: 8 })).status).toBe(200)
  })

  test('error: a challenge can be used only once, even after a success', async () => {
    const browser = createBrowser(world.bff)
    const options = await readOptions(browser.post('/api/sign-in/options'))
    const cookies = new Map(browser.cookies)
    const response = admin.passkey.assert(options, { origin: PUBLIC_URL })
    expect((await browser.post('/api/sign-in/verify', { response })).status).toBe(200)
    const replay = await createBrowser(world.bff, cookies).post('/api/sign-in/verify', { response })
    expect(await readError(replay)).toMatchObject({ status: 400, code: 'CEREMONY_OVER' })
  })

  test('error: a stolen assertion is refused in another browser', async () => {
    const options = await readOptions(createBrowser(world.bff).post('/api/sign-in/options'))
    const response = admin.passkey.assert(options, { origin: PUBLIC_URL })
    const thief = createBrowser(world.bff)
    await thief.post('/api/sign-in/options')
    expect((await thief.post('/api/sign-in/verify', { response })).status).toBe(401)
  })

  test('error: a challenge expires after five minutes', async () => {
    const browser = createBrowser(world.bff)
    const options = await readOptions(browser.post('/api/sign-in/options'))
    world.pass(300)
    const response = admin.passkey.assert(options, { origin: PUBLIC_URL })
    const answer = await browser.post('/api/sign-in/verify', { response })
    expect(await readError(answer)).toMatchObject({ status: 400, code: 'CEREMONY_OVER' })
  })

  test.each([[{}], [{ id: 1 }], [{ id: 'a', rawId: 'b', type: 'public-key', response: {} }]])(
    'error: %j is not an assertion',
    async (response) => {
      const browser = createBrowser(world.bff)
      await browser.post('/api/sign-in/options')
      const answer = await browser.post('/api/sign-in/verify', { response })
      expect(await readError(answer)).toMatchObject({ status: 401, code: 'SIGN_IN_FAILED' })
    },
  )

  test('error: many attempts in a minute are rate limited, with Retry-After', async () => {
    const browser = createBrowser(world.bff)
    const statuses: number[] = []
    let last: Response | undefined
    for (let count = 0; count < 61; count += 1) {
      last = await browser.post('/api/sign-in/verify', { response: { id: `unknown-${count}` } })
      statuses.push(last.status)
    }
    expect(statuses.slice(0, 59)).not.toContain(429)
    expect(last?.status).toBe(429)
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('behavior: a person with the same IP address as an attacker can still sign in', async () => {
    const attacker = createBrowser(world.bff)
    await Promise.all(Array.from({ length: 100 }, () => attacker.post('/api/sign-in/options')))
    const guesses = Array.from({ length: 100 }, (_, index) => ({ response: { id: `unknown-${index}` } }))
    const answers = await Promise.all(guesses.map((guess) => attacker.post('/api/sign-in/verify', guess)))
    expect(answers.at(-1)?.status).toBe(429)
    expect((await signIn(createBrowser(world.bff), admin.passkey)).status).toBe(200)
  })
})

describe('session', () => {
  test('behavior: signing in again gives a new id and ends the old one', async () => {
    const before = new Map(admin.browser.cookies)
    await signIn(admin.browser, admin.passkey)
    expect(admin.browser.cookies.get('latchkey')).not.toBe(before.get('latchkey'))
    expect(await isSignedIn(before)).toBe(false)
    expect(await isSignedIn(admin.browser.cookies)).toBe(true)
  })

  test('behavior: an id that was planted before sign-in is not used as the session', async () => {
    const planted = 'A'.repeat(43)
    const browser = createBrowser(world.bff, new Map([['latchkey', planted]]))
    await signIn(browser, admin.passkey)
    expect(browser.cookies.get('latchkey')).not.toBe(planted)
    expect(await isSignedIn(new Map([['latchkey', planted]]))).toBe(false)
  })

  test('behavior: two cookies with the same name mean that nobody is signed in', async () => {
    const id = admin.browser.cookies.get('latchkey') ?? ''
    const answer = await createBrowser(world.bff).send('/api/baas/config', {
      headers: { cookie: `latchkey=${id}; latchkey=${'B'.repeat(43)}` },
    })
    expect(await readError(answer)).toMatchObject({ status: 401, code: 'SESSION_REQUIRED' })
  })

  test('behavior: signing out ends the session on the server, in every tab', async () => {
    const before = new Map(admin.browser.cookies)
    const answer = await admin.browser.post('/api/sign-out')
    expect(await readContent(answer)).toEqual({ signedIn: false, setupRequired: false })
    expect(admin.browser.cookies.has('latchkey')).toBe(false)
    expect(await isSignedIn(before)).toBe(false)
  })

  test('behavior: signing out without a session is not an error', async () => {
    expect((await createBrowser(world.bff).post('/api/sign-out')).status).toBe(200)
  })

  test('behavior: use extends the idle limit, up to 24 hours after the sign-in', async () => {
    for (let hour = 0; hour < 23; hour += 1) {
      world.pass(3600)
      expect(await isSignedIn(admin.browser.cookies)).toBe(true)
    }
    const session = await readContent(admin.browser.send('/api/session'))
    expect(session).toMatchObject({ signedIn: true })
    world.pass(3600)
    expect(await isSignedIn(admin.browser.cookies)).toBe(false)
  })

  test('error: an unused session ends after twelve hours, and the response says what to do', async () => {
    world.pass(12 * 3600)
    const answer = await admin.browser.send('/api/baas/config')
    expect(await readError(answer)).toMatchObject({ status: 401, code: 'SESSION_REQUIRED' })
    expect(await readContent(admin.browser.send('/api/session'))).toEqual({
      signedIn: false,
      setupRequired: false,
    })
  })

  test('behavior: a session that was ended is distinguished from one that expired', async () => {
    const session = (cookies: Map<string, string>) =>
      readContent(createBrowser(world.bff, cookies).send('/api/session'))
    const lost = new Map(admin.browser.cookies)
    await admin.browser.post('/api/sign-out')
    const ended = { reason: 'signed-out' }
    expect(await session(lost)).toEqual({ signedIn: false, setupRequired: false, ended })
    await signIn(admin.browser, admin.passkey)
    const idle = new Map(admin.browser.cookies)
    world.pass(13 * 3600)
    // A later sign-in in another browser does not change why the idle session ended.
    await signIn(createBrowser(world.bff), admin.passkey)
    expect(await session(idle)).toEqual({ signedIn: false, setupRequired: false })
    expect(await session(new Map())).toEqual({ signedIn: false, setupRequired: false })
  })

  test('error: after an expired session, the passkey signs in again', async () => {
    world.pass(13 * 3600)
    expect((await admin.browser.send('/api/baas/config')).status).toBe(401)
    await signIn(admin.browser, admin.passkey)
    expect((await admin.browser.send('/api/baas/config')).status).toBe(200)
  })
})
