import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { ACT_ALERT_MS, alertListSchema } from '#protocol/alerts.ts'
import { SCOPES } from '#protocol/endpoint.ts'
import { REQUESTER_HEADER } from '#protocol/requester.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { TestOrganization } from '#service/testing/test-service.ts'
import { sequenceEvents } from '#service/webhooks/run-webhooks.ts'
import { alertKinds } from './alert-kinds.ts'
import { evaluateAlerts } from './raise-alerts.ts'

const COIN = '0x52908400098527886E0F7030069857D2E4169EE7'
const RECIPIENT = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const ADA = { kind: 'administrator', id: 'ada', name: 'Ada', ipAddress: '203.0.113.7' }
const LISTED = ['203.0.113.0/24']

const world = await forFile(serviceWorld.api())
const { ctx } = world
const { clock, db } = ctx
const kinds = alertKinds(ctx).filter(({ kind }) => kind !== 'recovery-proposed' && kind !== 'relayer-low')

let names = 0
let organization: TestOrganization
beforeEach(async () => {
  names += 1
  organization = await world.addOrganization(`Organization ${names}`, `loosening-${names}.example`)
})

async function call(method: string, path: string, body?: unknown, requester?: object) {
  const { key } = organization
  const headers = requester && { [REQUESTER_HEADER]: JSON.stringify(requester) }
  const answer = await world.call(method, `/v1/org${path}`, {
    key,
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  })
  return answer
}
async function made(path: string, body: object): Promise<string> {
  const { status, content, text } = await call('POST', path, body)
  if (status !== 200) throw new Error(text)
  return content.id
}
const alerts = async () => alertListSchema.parse((await call('GET', '/alerts')).content)
async function events() {
  await sequenceEvents(db, clock.now())
  const rows = await db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('organization_id', '=', organization.id)
    .where('type', 'in', ['alert.raised', 'alert.cleared'])
    .orderBy('sequence')
    .execute()
  return rows.map(({ type, data }) => `${type} ${data.kind} ${data.name}`)
}

const limit = (amount: string) => ({ kind: 'transaction-limit', tokenAddress: COIN, amount })
const policy = (more: object = {}) => made('/policies', { name: 'Small sums', rule: limit('10'), ...more })
const key = (ipAllowList?: object) =>
  made('/keys', { label: 'Shop', scopes: ['wallet:read'], ...(ipAllowList && { ipAllowList }) })
const enforcedKey = () => key({ mode: 'enforced', ranges: LISTED })

/** Each change that loosens a protection, and the alerts that it raises. */
test.each<[what: string, act: () => Promise<unknown>, raised: string[]]>([
  [
    'a policy is turned off',
    async () => call('PUT', `/policies/${await policy()}`, { enabled: false }),
    ['policy-loosened Small sums'],
  ],
  [
    'a policy is deleted',
    async () => call('DELETE', `/policies/${await policy()}`),
    ['policy-loosened Small sums'],
  ],
  [
    'a limit is raised under another name',
    async () => call('PUT', `/policies/${await policy()}`, { name: 'New', rule: limit('11') }),
    ['policy-loosened Small sums'],
  ],
  ['a limit is lowered', async () => call('PUT', `/policies/${await policy()}`, { rule: limit('9') }), []],
  [
    'a policy that was off is deleted',
    async () => call('DELETE', `/policies/${await policy({ enabled: false })}`),
    [],
  ],
  [
    'a recipient is added',
    async () => {
      const rule = { kind: 'recipients', recipients: [COIN] }
      return call('PUT', `/policies/${await policy({ rule })}`, {
        rule: { ...rule, recipients: [COIN, RECIPIENT] },
      })
    },
    ['policy-loosened Small sums'],
  ],
  [
    'an enforced allow list is turned off',
    async () => call('PUT', `/keys/${await enforcedKey()}`, { ipAllowList: { mode: 'off', ranges: LISTED } }),
    ['allow-list-loosened Shop'],
  ],
  [
    'it only monitors',
    async () =>
      call('PUT', `/keys/${await enforcedKey()}`, { ipAllowList: { mode: 'staged', ranges: LISTED } }),
    ['allow-list-loosened Shop'],
  ],
  [
    'it has another address',
    async () =>
      call('PUT', `/keys/${await enforcedKey()}`, {
        ipAllowList: { mode: 'enforced', ranges: [...LISTED, '198.51.100.1'] },
      }),
    ['allow-list-loosened Shop'],
  ],
  [
    'a list is enforced',
    async () => call('PUT', `/keys/${await key()}`, { ipAllowList: { mode: 'enforced', ranges: LISTED } }),
    [],
  ],
  [
    'only a key’s label changes',
    async () => call('PUT', `/keys/${await enforcedKey()}`, { label: 'Till' }),
    [],
  ],
  [
    'a key may manage the organization',
    async () => call('PUT', `/keys/${await key()}`, { scopes: ['wallet:read', 'org:manage'] }),
    ['manage-key-added Shop'],
  ],
  [
    'a key with every scope is issued',
    () => made('/keys', { label: 'All', scopes: SCOPES }),
    ['manage-key-added All'],
  ],
  [
    'a key that may manage the organization is rotated',
    async () => {
      const id = await key()
      await call('PUT', `/keys/${id}`, { scopes: ['org:manage'] })
      await db.deleteFrom('alerts').where('organization_id', '=', organization.id).execute()
      return call('POST', `/keys/${id}/rotate`, { graceSeconds: 60 })
    },
    ['manage-key-added Shop'],
  ],
])('behavior: %s → only the alerts of the loosening', async (_, act, raised) => {
  expect(await act()).not.toMatchObject({ status: 400 })
  expect((await alerts()).map(({ kind, name }) => `${kind} ${name}`)).toEqual(raised)
})

test('behavior: an alert about an act names the member named by the key’s holder, otherwise the key', async () => {
  const id = await policy()
  await call('PUT', `/policies/${id}`, { enabled: false }, ADA)
  const by = { kind: 'administrator', id: 'ada', name: 'Ada' }
  expect(await alerts()).toMatchObject([
    { kind: 'policy-loosened', subject: id, by, ipAddress: '203.0.113.7' },
  ])
  await call('PUT', `/policies/${id}`, { enabled: true })
  await call('DELETE', `/policies/${id}`)
  expect(await alerts()).toMatchObject([{ subject: id, by: { kind: 'api-key', id: organization.keyId } }])
})

test('behavior: each act causes its own alert and event, which clears after 72 hours', async () => {
  const id = await policy()
  const turn = (enabled: boolean) => call('PUT', `/policies/${id}`, { enabled })
  await turn(false)
  const [first] = await alerts()
  clock.advance(ACT_ALERT_MS - 3_600_000)
  await evaluateAlerts(ctx, kinds)
  expect(await alerts()).toEqual([first])
  await turn(true)
  await turn(false)
  const [second] = await alerts()
  expect(second?.id).not.toBe(first?.id)
  clock.advance(ACT_ALERT_MS)
  await evaluateAlerts(ctx, kinds)
  await evaluateAlerts(ctx, kinds)
  expect(await alerts()).toEqual([])
  const raised = 'alert.raised policy-loosened Small sums'
  expect(await events()).toEqual([raised, raised, 'alert.cleared policy-loosened Small sums'])
})

test('error: a change that is not stored → no alert; an alert that cannot be stored → no change', async () => {
  const id = await policy()
  expect((await call('PUT', `/policies/${id}`, { enabled: false, walletAddress: RECIPIENT })).status).toBe(
    403,
  )
  expect(await alerts()).toEqual([])
  const [own] = (await call('GET', '/policies')).content
  await sql`alter table alerts add constraint refusing check (kind <> 'policy-loosened') not valid`.execute(
    db,
  )
  expect((await call('DELETE', `/policies/${id}`)).status).toBe(500)
  await sql`alter table alerts drop constraint refusing`.execute(db)
  expect((await call('GET', '/policies')).content).toEqual([own])
  expect(await events()).toEqual([])
})

test('behavior: two members turn the same policy off at once → one alert', async () => {
  const id = await policy()
  await Promise.all([1, 2].map(() => call('PUT', `/policies/${id}`, { enabled: false })))
  expect(await events()).toHaveLength(1)
})
