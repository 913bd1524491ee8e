import { expect, test } from 'vitest'
import {
  readContent,
  createBrowser,
  readOptions,
  signIn,
  stepUpFor,
  type Admin,
} from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { addMember } from '#bff/testing/people.ts'
import { PUBLIC_URL } from '#bff/testing/test-bff.ts'
import { buildWallet } from '#bff/testing/upstream-stand-in.ts'
import { EXECUTE, MINE } from '#bff/testing/widget-bodies.ts'
import { auditPageSchema, type AuditEntry } from '#protocol/audit.ts'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'

const world = await consoleWorld.fresh()
const admin = world.adminForEach()

/** Returns the newest entry of an action within the last minute, which skips entries of earlier tests. */
async function newest(action: string): Promise<AuditEntry | undefined> {
  const since = new Date(world.ctx.clock.now().getTime() - 60_000).toISOString()
  const answer = await admin.browser.send(`/api/audit?action=${action}&sinceDatetime=${since}`)
  return auditPageSchema.parse(await readContent(answer)).entries[0]
}

test('behavior: records the set-up, a sign-in and a sign-out, each with the person', async () => {
  const setUp = await newest('organization.set-up')
  expect(setUp).toMatchObject({ actor: { name: 'Ada' }, details: { role: 'owner' }, result: 'done' })
  const browser = createBrowser(world.bff)
  await signIn(browser, admin.passkey)
  expect(await newest('session.signed-in')).toMatchObject({ actor: setUp?.actor, result: 'done' })
  await browser.post('/api/sign-out')
  expect(await newest('session.signed-out')).toMatchObject({ actor: setUp?.actor })
})

test('error: records a refused sign-in with a known passkey, but not one with an unknown passkey', async () => {
  const browser = createBrowser(world.bff)
  const tryWith = async (passkey: Admin['passkey'], origin: string) => {
    const options = await readOptions(browser.post('/api/sign-in/options'))
    const response = passkey.assert(options, { origin })
    return browser.post('/api/sign-in/verify', { response })
  }
  const stranger = createAuthenticator()
  expect((await tryWith(stranger, PUBLIC_URL)).status).toBe(401)
  expect(await newest('session.sign-in')).toBeUndefined()
  expect((await tryWith(admin.passkey, 'https://evil.example')).status).toBe(401)
  expect(await newest('session.sign-in')).toMatchObject({ actor: { name: 'Ada' }, result: 'refused' })
})

test('error: a failed step-up is recorded with the request that it was for', async () => {
  const wanted = { method: 'DELETE', path: '/api/org/keys/5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e' }
  const asked = await admin.browser.post('/api/step-up/options', stepUpFor(wanted))
  const { stepUp } = Object(await readContent(asked.clone()))
  const response = admin.passkey.assert(await readOptions(asked), { origin: 'https://evil.example' })
  expect((await admin.browser.post('/api/step-up/verify', { stepUp, response })).ok).toBe(false)
  expect(await newest('session.step-up')).toMatchObject({
    target: `${wanted.method} ${wanted.path}`,
    result: 'refused',
  })
})

test('error: records a change that the role does not allow, but not a read', async () => {
  const grace = await addMember(world, admin, { role: 'read-only', name: 'Grace' })
  expect((await grace.browser.send('/api/invitations')).status).toBe(403)
  expect(await newest('access.tried')).toBeUndefined()
  expect((await grace.browser.send('/api/org/fees', { method: 'PUT', body: { fee: null } })).status).toBe(403)
  expect(await newest('access.tried')).toMatchObject({
    actor: { name: 'Grace' },
    target: 'PUT /api/org/fees',
    details: { role: 'read-only' },
    result: 'refused',
  })
})

test('behavior: records a signature from the console’s widget with the person, but without the signature', async () => {
  world.upstream.wallets.push(buildWallet(MINE))
  const opened = await admin.browser.post('/api/widget-session', {
    operations: ['execute'],
    walletAddress: MINE,
  })
  const { token } = Object(await readContent(opened))
  const answer = await admin.browser.send('/api/widget/transactions/execute', {
    method: 'POST',
    body: { ...EXECUTE, signature: '0xc0ffee' },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(200)
  const entry = await newest('transaction.executed')
  expect(entry).toMatchObject({
    actor: { name: 'Ada' },
    details: { walletAddress: MINE, toAddress: EXECUTE.toAddress },
    result: 'done',
  })
  expect(JSON.stringify(entry)).not.toContain('c0ffee')
})
