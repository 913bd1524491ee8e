import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createdIntegrationSchema, integrationListSchema } from '#shared/org/console-api.ts'
import { hashSecret } from '#bff/http/secrets.ts'
import {
  contentOf,
  enrolAdmin,
  errorOf,
  SHOP,
  startHarness,
  type Admin,
  type Harness,
} from '#bff/testing/harness.ts'
import { createIntegrationSecret, isIntegrationSecretShaped } from './integration-secret.ts'

let harness: Harness
let admin: Admin
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  await harness.reset()
  admin = await enrolAdmin(harness)
})
afterAll(() => harness.close())

const INPUT = { label: 'Shop', origins: ['https://shop.example', SHOP], operations: ['create', 'execute'] }

async function create() {
  return createdIntegrationSchema.parse(await contentOf(await admin.browser.post('/api/integrations', INPUT)))
}
async function list() {
  return integrationListSchema.parse(await contentOf(await admin.browser.send('/api/integrations')))
}

describe('integrations', () => {
  test('behavior: the secret is answered once and stored as a hash', async () => {
    const created = await create()
    expect(isIntegrationSecretShaped(created.secret)).toBe(true)
    const stored = await harness.db.selectFrom('bff_integration').selectAll().executeTakeFirstOrThrow()
    expect(stored.secret_hash).toBe(hashSecret(created.secret))
    const answer = await admin.browser.send('/api/integrations')
    const text = await answer.text()
    expect(text).not.toContain(created.secret)
    expect(text).not.toContain(stored.secret_hash)
    expect(text).toContain(created.start)
    expect(created.secret.startsWith(created.start)).toBe(true)
    expect(created.start.length).toBeLessThan(14)
  })

  test('behavior: revoked at once, and again without a change', async () => {
    const { id } = await create()
    const revoke = () => admin.browser.send(`/api/integrations/${id}`, { method: 'DELETE' })
    const first = await contentOf(await revoke())
    harness.pass(60)
    expect(await contentOf(await revoke())).toEqual(first)
    expect((await list())[0]?.revokedAtDatetime).not.toBeNull()
  })

  test('behavior: another organization’s integration is as if it were not there', async () => {
    const { id } = await create()
    await harness.db
      .insertInto('bff_organization')
      .values({
        id: 'org-2',
        name: 'Other',
        api_key_sealed: 'x',
        created_at: new Date(),
        updated_at: new Date(),
      })
      .execute()
    await harness.db.updateTable('bff_integration').set({ organization_id: 'org-2' }).execute()
    const theirs = await admin.browser.send(`/api/integrations/${id}`, { method: 'DELETE' })
    const none = await admin.browser.send('/api/integrations/00000000-0000-4000-8000-000000000000', {
      method: 'DELETE',
    })
    expect([theirs.status, await theirs.text()]).toEqual([none.status, await none.text()])
    expect(theirs.status).toBe(404)
    expect(await list()).toEqual([])
  })

  test.each([
    ['http://shop.example'],
    ['https://shop.example:443'],
    ['http://localhost:80'],
    ['https://SHOP.example'],
    ['https://user@shop.example'],
    ['https://127.0.0.1'],
    ['https://shop.example.'],
    ['https://*.example'],
    ['https://shöp.example'],
    ['https://[::1]'],
  ])('error: %s cannot be an origin', async (origin) => {
    const answer = await admin.browser.post('/api/integrations', { ...INPUT, origins: [SHOP, origin] })
    expect((await errorOf(answer)).errors?.[0]?.path).toBe('origins.1')
  })

  test.each([
    ['https://shop.example/'],
    ['https://shop.example/path'],
    ['null'],
    ['ftp://shop.example'],
    [''],
  ])('error: %j is no origin', async (origin) => {
    const answer = await admin.browser.post('/api/integrations', { ...INPUT, origins: [origin] })
    expect((await errorOf(answer)).errors?.[0]?.path).toBe('origins.0')
  })
})

describe('ensureIntegration', () => {
  test('behavior: makes it once, then keeps its origins and operations current', async () => {
    const input = { label: 'Demo shop', origins: [SHOP], operations: ['create' as const] }
    const secret = await harness.bff.ensureIntegration(input)
    expect(isIntegrationSecretShaped(secret ?? '')).toBe(true)
    const moved = {
      ...input,
      origins: ['http://shop.localhost:5001'],
      operations: ['create' as const, 'transfer' as const],
    }
    expect(await harness.bff.ensureIntegration(moved)).toBeUndefined()
    expect(await list()).toMatchObject([moved])
  })

  test('behavior: a revoked one is made anew', async () => {
    const input = { label: 'Demo shop', origins: [SHOP], operations: ['create' as const] }
    const first = await harness.bff.ensureIntegration(input)
    const [integration] = await list()
    await admin.browser.send(`/api/integrations/${integration?.id}`, { method: 'DELETE' })
    const second = await harness.bff.ensureIntegration(input)
    expect(second).toBeDefined()
    expect(second).not.toBe(first)
  })
})

describe('integration secret', () => {
  test('behavior: a mistyped secret is told by its checksum', () => {
    const secret = createIntegrationSecret()
    const changed = secret.slice(0, 20) + (secret[20] === 'a' ? 'b' : 'a') + secret.slice(21)
    expect(isIntegrationSecretShaped(changed)).toBe(false)
  })
})

describe('sandbox', () => {
  const TOKENS = {
    erc20: `0x${'1'.repeat(40)}`,
    erc721: `0x${'2'.repeat(40)}`,
    erc1155: `0x${'3'.repeat(40)}`,
  }
  const SANDBOX = {
    inboxUrl: 'http://localhost:4000/sandbox/inbox',
    demoUrl: SHOP,
    chainId: 31337,
    tokens: TOKENS,
  }
  const FAUCET = { token: TOKENS.erc20, to: TOKENS.erc721, amount: '1' }

  function asSandbox(path: string, body?: unknown) {
    const cookie = `latchkey=${admin.browser.cookies.get('latchkey')}`
    const headers = { cookie, origin: 'http://localhost:4000', 'content-type': 'application/json' }
    const init =
      body === undefined ? { headers: { cookie } } : { method: 'POST', headers, body: JSON.stringify(body) }
    return harness.another({ sandbox: SANDBOX }).fetch(new Request(`http://localhost:4000${path}`, init))
  }

  test('behavior: outside it there are no places and no faucet', async () => {
    expect(await contentOf(await admin.browser.send('/api/sandbox'))).toBeNull()
    expect((await admin.browser.post('/api/sandbox/faucet', FAUCET)).status).toBe(404)
    expect(harness.upstream.seen).toEqual([])
  })

  test('behavior: inside, the places and the faucet, which gets no key', async () => {
    expect(await contentOf(await asSandbox('/api/sandbox'))).toEqual(SANDBOX)
    const result = { success: true, transactionHash: '0x1' }
    harness.upstream.on('POST /sandbox/faucet', () => ({ content: result }))
    expect(await contentOf(await asSandbox('/api/sandbox/faucet', FAUCET))).toEqual(result)
    const [seen] = harness.upstream.seen
    expect(seen?.body).toEqual(FAUCET)
    expect(seen?.headers.has('x-api-key')).toBe(false)
  })

  test('error: the faucet’s refusal goes on, its failure is 502', async () => {
    const refusal = { status: 400, content: { message: 'unknown token', code: 'VALIDATION_FAILED' } }
    harness.upstream.on('POST /sandbox/faucet', () => refusal)
    expect(await errorOf(await asSandbox('/api/sandbox/faucet', FAUCET))).toMatchObject({
      status: 400,
      message: 'unknown token',
    })
    harness.upstream.on('POST /sandbox/faucet', () => ({ text: 'x' }))
    expect((await asSandbox('/api/sandbox/faucet', FAUCET)).status).toBe(502)
    expect(
      z.string().parse((await errorOf(await asSandbox('/api/sandbox/faucet', { ...FAUCET, to: '1' }))).code),
    ).toBe('VALIDATION_FAILED')
  })
})
