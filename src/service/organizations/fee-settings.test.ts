import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { alertListSchema } from '#protocol/alerts.ts'
import { REQUESTER_HEADER } from '#protocol/requester.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { TestOrganization } from '#service/testing/test-service.ts'
import { sequenceEvents } from '#service/webhooks/run-webhooks.ts'

const TREASURY = '0x00000000000000000000000000000000000000fE'
const THIEF = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const ADA = { kind: 'administrator', id: 'ada', name: 'Ada', ipAddress: '203.0.113.7' }

const world = await forFile(serviceWorld.wallets())
const { db, clock } = world.ctx
const { erc20 } = world.chain.tokens

let names = 0
let organization: TestOrganization
beforeEach(async () => {
  names += 1
  organization = await world.addOrganization(`Organization ${names}`, `fee-${names}.example`)
})

const fee = (amountPerTransaction: string, withdrawAddress = TREASURY) => ({
  tokenAddress: erc20,
  amountPerTransaction,
  withdrawAddress,
})
type Fee = ReturnType<typeof fee> | null

const putFee = (wanted: Fee, headers: Record<string, string> = {}) =>
  world.call('PUT', '/v1/org/fees', { key: organization.key, body: { fee: wanted }, headers })

async function setFee(...wanted: Parameters<typeof putFee>): Promise<void> {
  const { status, text } = await putFee(...wanted)
  if (status !== 200) throw new Error(text)
}
async function readFee() {
  const { content } = await world.call('GET', '/v1/org/fees', { key: organization.key })
  return content.fee
}
async function alerts() {
  const { content } = await world.call('GET', '/v1/org/alerts', { key: organization.key })
  return alertListSchema.parse(content)
}
/** Data of the organization's `alert.raised` events. */
async function events() {
  await sequenceEvents(db, clock.now())
  const rows = await db
    .selectFrom('events')
    .select('data')
    .where('organization_id', '=', organization.id)
    .where('type', '=', 'alert.raised')
    .execute()
  return rows.map(({ data }) => data)
}

const RAISED = { kind: 'fee-raised', subject: '', name: 'DEMO' }

test.each<[change: string, before: Fee, after: Fee, isRaised: boolean]>([
  ['set where there was none', null, fee('10'), true],
  ['raised', fee('10'), fee('11'), true],
  ['lowered for another receiver', fee('10'), fee('9', THIEF), true],
  ['lowered', fee('10'), fee('9'), false],
  ['set again as it is', fee('10'), fee('10'), false],
  ['removed', fee('10'), null, false],
])('behavior: a fee is %s by an API key → alert and event: %#', async (_, before, after, isRaised) => {
  await setFee(before)
  await db.deleteFrom('alerts').where('organization_id', '=', organization.id).execute()
  const earlier = await events()
  await setFee(after)
  expect((await events()).slice(earlier.length)).toEqual(isRaised ? [RAISED] : [])
  const by = { kind: 'api-key', id: organization.keyId }
  expect(await alerts()).toMatchObject(isRaised ? [{ ...RAISED, by }] : [])
})

test('behavior: the alert names the administrator named by the key’s holder', async () => {
  await setFee(fee('10'), { [REQUESTER_HEADER]: JSON.stringify(ADA) })
  const by = { kind: 'administrator', id: 'ada', name: 'Ada' }
  expect(await alerts()).toMatchObject([{ ...RAISED, by, ipAddress: '203.0.113.7' }])
})

test('behavior: a fee that is removed and set to the same value again → a second alert and event', async () => {
  await setFee(fee('10'))
  const [first] = await alerts()
  await setFee(null)
  await setFee(fee('10'))
  const [second, ...others] = await alerts()
  expect(second).toMatchObject(RAISED)
  expect(second?.id).not.toBe(first?.id)
  expect(others).toEqual([])
  expect(await events()).toEqual([RAISED, RAISED])
})

test('behavior: two simultaneous raises of a fee to the same amount → one alert', async () => {
  await setFee(fee('10'))
  await Promise.all([1, 2].map(() => setFee(fee('11'))))
  expect(await events()).toEqual([RAISED, RAISED])
})

test('error: a refused fee → no alert; an alert that cannot be stored → no fee', async () => {
  expect((await putFee({ ...fee('10'), tokenAddress: THIEF })).content.code).toBe('TOKEN_UNREADABLE')
  await sql`alter table alerts add constraint refusing check (kind <> 'fee-raised') not valid`.execute(db)
  expect((await putFee(fee('10'))).status).toBe(500)
  await sql`alter table alerts drop constraint refusing`.execute(db)
  expect(await readFee()).toBeNull()
  expect(await events()).toEqual([])
})
