import { expect, test } from 'vitest'
import { readContent, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { API_KEY } from '#bff/testing/test-bff.ts'
import { buildWallet } from '#bff/testing/upstream-stand-in.ts'
import { firstStepsSchema } from '#protocol/console/first-steps.ts'
import type { SandboxInfo } from '#protocol/console/sandbox-info.ts'

const AT = '2026-11-21T10:00:00.000Z'
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const SHOP = 'http://shop.localhost:4001'
const SANDBOX: SandboxInfo = {
  inboxUrl: 'http://localhost:4000/sandbox/inbox',
  demoUrl: SHOP,
  chainId: 31337,
  tokens: { erc20: ADDRESS, erc721: ADDRESS, erc1155: ADDRESS },
}

const world = await consoleWorld.fresh({ sandbox: SANDBOX })
const admin = world.adminForEach()

const key = (id: string, start: string, createdBy?: string | null) => ({
  id,
  label: id,
  start,
  scopes: ['org:manage'],
  createdAtDatetime: AT,
  lastUsedAtDatetime: null,
  expiresAtDatetime: null,
  revokedAtDatetime: null,
  ...(createdBy !== undefined && { createdBy }),
})
const OWN = key('own', API_KEY.slice(0, 19))
const domain = (name: string, verifiedAtDatetime: string | null) => ({
  id: name,
  domain: name,
  rpIdHash: `0x${'ab'.repeat(32)}`,
  verifiedAtDatetime,
})
const steps = async () => firstStepsSchema.parse(await readContent(admin.browser.send('/api/first-steps')))
const integrate = (origin: string) =>
  admin.browser.post('/api/integrations', { label: 'Shop', origins: [origin], operations: ['create'] })

test('behavior: in a new sandbox, no step is done: the system’s key, shop and domains do not count', async () => {
  world.upstream.answers('GET /v1/org/keys', [OWN, key('sandbox', 'pk_live_Sandbox_abcd', null)])
  world.upstream.answers('GET /v1/org/domains', [domain('localhost', AT), domain('shop.localhost', AT)])
  await integrate(SHOP)
  expect(await steps()).toEqual({ wallet: null, integration: false, apiKey: false, recoveryCodes: false })
})

test('behavior: steps that people did are done, and the newest wallet is named', async () => {
  world.upstream.answers('GET /v1/org/keys', [OWN, key('backend', 'pk_live_Others_abcd')])
  world.upstream.answers('GET /v1/org/domains', [domain('localhost', AT), domain('shop.example', AT)])
  world.upstream.wallets.push(buildWallet(ADDRESS))
  await integrate('https://shop.example')
  await admin.browser.post('/api/account/recovery-codes', {})
  expect(await steps()).toEqual({
    wallet: ADDRESS,
    domain: true,
    integration: true,
    apiKey: true,
    recoveryCodes: true,
  })
})

test('param: no verified domain → the step is open', async () => {
  world.upstream.answers('GET /v1/org/domains', [domain('shop.example', null)])
  expect((await steps()).domain).toBe(false)
})

test('behavior: steps that a hosted service does not report are left out', async () => {
  for (const path of ['keys', 'domains']) world.upstream.refuses(`GET /v1/org/${path}`, 501, {})
  expect(await steps()).toEqual({ wallet: null, integration: false, recoveryCodes: false })
})

test('error: a service that does not respond → no step is reported as open', async () => {
  world.upstream.fails('GET /v1/org/keys', 'ECONNREFUSED')
  expect((await readError(admin.browser.send('/api/first-steps'))).status).toBeGreaterThanOrEqual(500)
})
