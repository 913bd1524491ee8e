import { describe, expect, test } from 'vitest'
import {
  confirm,
  readContent,
  createBrowser,
  readError,
  readOptions,
  signIn,
  type Admin,
  type Browser,
} from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { addMember } from '#bff/testing/people.ts'
import { PUBLIC_URL } from '#bff/testing/test-bff.ts'
import { STEP_UP_HEADER } from '#protocol/console/request-headers.ts'
import { ownPasskeyListSchema, ownSessionListSchema } from '#protocol/members.ts'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'

const world = await consoleWorld.fresh()
const ada = world.adminForEach()

const passkeysOf = async ({ browser }: Pick<Admin, 'browser'>) =>
  ownPasskeyListSchema.parse(await readContent(browser.send('/api/account/passkeys')))
const sessionsOf = async (browser: Browser) =>
  ownSessionListSchema.parse(await readContent(browser.send('/api/account/sessions')))

async function addPasskey({ browser }: Admin, passkey = createAuthenticator()) {
  const options = await readOptions(browser.post('/api/account/passkeys/options'))
  const response = passkey.register(options, { origin: PUBLIC_URL })
  const answer = await browser.post('/api/account/passkeys', { name: 'Phone', response })
  return { options, passkey, answer }
}

describe('own passkeys', () => {
  test('behavior: adds a second passkey, which signs in, and renames and removes it', async () => {
    const { options, passkey, answer } = await addPasskey(ada)
    expect(answer.status).toBe(200)
    expect(options).toMatchObject({
      excludeCredentials: [{ id: ada.passkey.credentialId }],
      authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
    })
    expect((await signIn(createBrowser(world.bff), passkey)).status).toBe(200)
    const path = `/api/account/passkeys/${passkey.credentialId}`
    await ada.browser.send(path, { method: 'PUT', body: { name: 'Key in the safe' } })
    expect((await passkeysOf(ada)).map(({ name }) => name)).toContain('Key in the safe')
    expect((await ada.browser.send(path, { method: 'DELETE' })).status).toBe(200)
    expect((await signIn(createBrowser(world.bff), passkey)).status).toBe(401)
    expect(await passkeysOf(ada)).toHaveLength(1)
  })

  test('error: returns the options only after step-up', async () => {
    ada.browser.passkey = undefined
    const answer = await ada.browser.post('/api/account/passkeys/options')
    expect(await readError(answer)).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    const added = await ada.browser.post('/api/account/passkeys', { name: 'X', response: {} })
    expect(await readError(added)).toMatchObject({ code: 'CEREMONY_OVER' })
  })

  test('error: the last passkey cannot be removed, not even if two are removed at once', async () => {
    const path = (id: string) => `/api/account/passkeys/${id}`
    const last = await ada.browser.send(path(ada.passkey.credentialId), { method: 'DELETE' })
    expect(await readError(last)).toMatchObject({ status: 409, code: 'LAST_PASSKEY' })
    const { passkey } = await addPasskey(ada)
    const remove = async (id: string) => {
      const stepUp = await confirm(ada.browser, ada.passkey, { method: 'DELETE', path: path(id) })
      return () => ada.browser.send(path(id), { method: 'DELETE', headers: { [STEP_UP_HEADER]: stepUp } })
    }
    const removals = [await remove(passkey.credentialId), await remove(ada.passkey.credentialId)]
    ada.browser.passkey = undefined
    const both = await Promise.all(removals.map((send) => send()))
    expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409])
    expect(await world.db.selectFrom('bff_admin_passkey').selectAll().execute()).toHaveLength(1)
  })

  test('error: another person’s passkey is not found, and a registered one is refused', async () => {
    const grace = await addMember(world, ada, { role: 'owner', name: 'Grace' })
    const path = `/api/account/passkeys/${grace.passkey.credentialId}`
    expect((await ada.browser.send(path, { method: 'DELETE' })).status).toBe(404)
    expect((await ada.browser.send(path, { method: 'PUT', body: { name: 'x' } })).status).toBe(404)
    const { answer } = await addPasskey(ada, grace.passkey)
    expect(await readError(answer)).toMatchObject({ status: 409, code: 'PASSKEY_KNOWN' })
  })
})

describe('own sessions', () => {
  const CHROME =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

  test('behavior: lists browser and system, but no id that grants access, and ends one session', async () => {
    const other = createBrowser(world.bff)
    const options = await readOptions(other.post('/api/sign-in/options'))
    await other.send('/api/sign-in/verify', {
      method: 'POST',
      body: { response: ada.passkey.assert(options, { origin: PUBLIC_URL }) },
      headers: { 'user-agent': CHROME },
    })
    const listed = await sessionsOf(ada.browser)
    expect(listed).toMatchObject([{}, {}])
    const theirs = listed.find(({ isCurrent }) => !isCurrent)
    expect(theirs).toMatchObject({ browser: 'Chrome 131', system: 'Windows', organization: 'Demo' })
    expect(JSON.stringify(listed)).not.toContain(other.cookies.get('latchkey'))
    const path = `/api/account/sessions/${theirs?.id}`
    expect((await ada.browser.send(path, { method: 'DELETE' })).status).toBe(200)
    expect((await other.send('/api/members')).status).toBe(401)
    expect(await sessionsOf(ada.browser)).toMatchObject([{ isCurrent: true }])
    expect((await ada.browser.send(path, { method: 'DELETE' })).status).toBe(404)
  })

  test('error: another person’s session is not found', async () => {
    const grace = await addMember(world, ada, { role: 'read-only', name: 'Grace' })
    const [theirs] = await sessionsOf(grace.browser)
    const answer = await ada.browser.send(`/api/account/sessions/${theirs?.id}`, { method: 'DELETE' })
    expect(answer.status).toBe(404)
    expect((await grace.browser.send('/api/members')).status).toBe(200)
  })

  test('behavior: signing out everywhere ends all of the person’s sessions, and no other person’s', async () => {
    const grace = await addMember(world, ada, { role: 'read-only', name: 'Grace' })
    const other = createBrowser(world.bff)
    await signIn(other, ada.passkey)
    const answer = await ada.browser.post('/api/account/sign-out-everywhere')
    expect(await readContent(answer)).toEqual({ signedIn: false, setupRequired: false })
    expect(ada.browser.cookies.has('latchkey')).toBe(false)
    expect((await other.send('/api/members')).status).toBe(401)
    expect((await grace.browser.send('/api/members')).status).toBe(200)
  })
})

test('behavior: renames the person in every organization, and each log has an entry', async () => {
  const renamed = await ada.browser.send('/api/account/name', {
    method: 'PUT',
    body: { name: ' Ada King ' },
  })
  expect(await readContent(renamed)).toMatchObject({ admin: { name: 'Ada King' } })
  expect(await world.audited('member.renamed')).toMatchObject([
    { actor_name: 'Ada', details: '{"from":"Ada","to":"Ada King"}' },
  ])
})

test('error: rejects an empty name', async () => {
  const refused = await ada.browser.send('/api/account/name', { method: 'PUT', body: { name: '  ' } })
  expect(refused.status).toBe(400)
})
