import { beforeEach, expect, test } from 'vitest'
import { readContent, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { addMember, tryToJoin } from '#bff/testing/people.ts'
import { createScimToken, readScimError, scimClient } from '#bff/testing/scim-client.ts'
import { API_KEY } from '#bff/testing/test-bff.ts'
import { mountRows } from '#server-kit/http/mount-rows.ts'
import { scimErrorResponse } from './scim-error.ts'

const mails: { text: string }[] = []
const world = await consoleWorld.fresh({ mailer: { send: async (mail) => void mails.push(mail) } })
const owner = world.adminForEach()
beforeEach(() => void (mails.length = 0))

const REFUSED = { status: 401, detail: 'The SCIM token is missing, unknown or revoked.' }
const readScim = () => readContent(owner.browser.send('/api/scim'))

test('behavior: the console shows the base URL, the start of the token and its last use', async () => {
  expect(await readScim()).toEqual({
    baseUrl: 'http://localhost:4000/scim/v2',
    canMail: true,
    activeUsers: 0,
    pendingUsers: 0,
    token: null,
  })
  const token = await createScimToken(owner)
  expect(await readScim()).toMatchObject({
    token: { start: token.slice(0, 14), createdBy: 'Ada', lastUsedAtDatetime: null },
  })
  await scimClient(world, () => token).create({ userName: 'grace@example.com' })
  const used = { token: { lastUsedAtDatetime: world.ctx.clock.now().toISOString() } }
  expect(await readScim()).toMatchObject({ ...used, activeUsers: 1, pendingUsers: 1 })
})

test('behavior: only a hash of the token is stored, and no log, list or entry has it', async () => {
  const token = await createScimToken(owner)
  await scimClient(world, () => token).list('')
  await scimClient(world, () => `${token.slice(0, -1)}!`).send('GET', '/Users')
  const rows = await world.db.selectFrom('bff_scim_connection').selectAll().execute()
  const entries = await world.audited('provisioning')
  const texts = [rows, entries, world.logs, await readScim()].map((one) => JSON.stringify(one)).join('\n')
  expect(rows).toHaveLength(1)
  expect(texts).not.toContain(token.slice(14, 40))
})

test('behavior: replacing the token ends the previous one at once, and revoking ends it with its invitations', async () => {
  const earlier = (await world.audited('provisioning.token')).length
  const [firstToken, secondToken] = [await createScimToken(owner), await createScimToken(owner)]
  const first = scimClient(world, () => firstToken)
  const second = scimClient(world, () => secondToken)
  expect(await readScimError(first.send('GET', '/Users'))).toMatchObject(REFUSED)
  await second.create({ userName: 'grace@example.com' })
  const [mail] = mails
  const link = /\/join#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await owner.browser.send('/api/scim/token', { method: 'DELETE' })).status).toBe(200)
  expect(await readScimError(second.send('GET', '/Users'))).toMatchObject(REFUSED)
  expect((await tryToJoin(world, link, 'Grace')).answer.status).toBe(403)
  expect((await owner.browser.send('/api/scim/token', { method: 'DELETE' })).status).toBe(404)
  const entries = (await world.audited('provisioning.token')).slice(earlier)
  const acts = entries.map(({ action, actor_name: name }) => [action, name])
  expect(acts).toEqual([
    ['provisioning.token-created', 'Ada'],
    ['provisioning.token-rotated', 'Ada'],
    ['provisioning.token-revoked', 'Ada'],
  ])
})

test('error: admins cannot create or revoke the token, and owners only with their passkey', async () => {
  const grace = await addMember(world, owner, { role: 'admin', name: 'Grace' })
  owner.browser.passkey = undefined
  for (const method of ['POST', 'DELETE']) {
    const send = (browser: typeof owner.browser) => browser.send('/api/scim/token', { method })
    expect(await readError(send(grace.browser)), method).toMatchObject({ code: 'FORBIDDEN_ROLE' })
    expect(await readError(send(owner.browser)), method).toMatchObject({ code: 'STEP_UP_REQUIRED' })
  }
})

test('error: every request without a present token gets the same response', async () => {
  const token = await createScimToken(owner)
  const { secret } = await world.ctx.db
    .selectFrom('bff_scim_connection')
    .select('token_hash as secret')
    .executeTakeFirstOrThrow()
  const wrong = ['', 'Bearer', `Basic ${token}`, `Bearer ${token}x`, `Bearer ${secret}`, `Bearer ${API_KEY}`]
  for (const authorization of wrong) {
    const client = scimClient(world, () => token)
    for (const path of ['/Users', '/ServiceProviderConfig', '/Users/5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e']) {
      const answer = await client.send('GET', path, undefined, { authorization })
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(await readScimError(answer), `${authorization} ${path}`).toMatchObject(REFUSED)
    }
  }
})

test('error: the token opens nothing but SCIM', async () => {
  const token = await createScimToken(owner)
  const { send } = scimClient(world, () => token)
  for (const path of ['/../../api/members', '/../../api/scim', '/../../api/baas/wallets'])
    expect((await send('GET', path)).status, path).toBe(401)
  expect((await send('POST', '/../../api/widget/sessions', {})).status).toBe(401)
})

test('error: wrong tokens are slowed down by their address, and present ones still work', async () => {
  const token = await createScimToken(owner)
  const wrong = scimClient(world, () => 'scim_live_wrong_wrong_wrong')
  for (let sent = 0; sent < 30; sent += 1) await wrong.send('GET', '/Users')
  const limited = await wrong.send('GET', '/Users')
  expect(limited.headers.get('retry-after')).toMatch(/^[0-9]+$/)
  expect(await readScimError(limited)).toMatchObject({ status: 429 })
  expect((await scimClient(world, () => token).list('')).totalResults).toBe(0)
})

test('error: an organization that sends too many requests is slowed down', async () => {
  const token = await createScimToken(owner)
  // The routes of `ctx` have limits that the test can use up without sending each request.
  const app = mountRows(world.routes)
  app.onError(scimErrorResponse)
  const fetch = async (request: Request) => app.fetch(request, { clientAddress: 'unknown' })
  const provider = scimClient({ bff: { ...world.bff, fetch } }, () => token)
  expect((await provider.list('')).totalResults).toBe(0)
  for (let sent = 1; sent < 1_500; sent += 1) world.ctx.limits.scim.take('org-1')
  expect(await readScimError(provider.send('GET', '/Users'))).toMatchObject({ status: 429 })
})
