import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import {
  alertListSchema,
  type AccountAlertKind,
  type AlertKind,
  type LooseningKind,
} from '#protocol/alerts.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { BYPASSED_REASONS } from '#protocol/transaction-states.ts'
import type { LaneFunds } from '#service/relayer/relay.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { insertTransaction } from '#service/testing/stored-rows.ts'
import type { TestOrganization } from '#service/testing/test-service.ts'
import { sequenceEvents } from '#service/webhooks/run-webhooks.ts'
import { alertKinds } from './alert-kinds.ts'
import { createAlertJob, evaluateAlerts } from './raise-alerts.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

const world = await forFile(serviceWorld.webhooks())
afterEach(() => world.endTest())
const { ctx } = world
const { db, clock } = ctx
const funds: LaneFunds = { address: ADDRESS, balanceWei: 10n ** 18n, state: 'enough' }
Object.assign(ctx, { relay: { ...ctx.relay, funds: () => [funds] } })
/** All kinds except the one that reads logs of the chain, which has its own test. */
const kinds = alertKinds(ctx).filter(({ kind }) => kind !== 'recovery-proposed')
const evaluate = () => evaluateAlerts(ctx, kinds)
let names = 0

function newOrganization(): Promise<TestOrganization> {
  names += 1
  return world.addOrganization(`Organization ${names}`, `alerts-${names}.example`)
}

async function alertsOf({ key }: TestOrganization) {
  const { status, content, text } = await world.call('GET', '/v1/org/alerts', { key })
  expect(status, text).toBe(200)
  return alertListSchema.parse(content)
}

/** Alert events of the organization, in order. */
async function eventsOf({ id }: TestOrganization) {
  await sequenceEvents(db, clock.now())
  const rows = await db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('organization_id', '=', id)
    .where('type', 'in', ['alert.raised', 'alert.cleared'])
    .orderBy('sequence')
    .execute()
  return rows.map(({ type, data }) => [type, data.kind, data.subject, data.name].join(' | '))
}

async function refuse({ keyId }: TestOrganization, times: number, status: number, code: string) {
  const answeredAt = clock.now()
  const row = { key_id: keyId, answered_at: answeredAt, method: 'GET', path: '/', status, code }
  const rows = Array.from({ length: times }, () => ({
    ...row,
    message: '',
    duration_ms: 1,
    ip: null,
    request_id: randomUUID(),
  }))
  await db.insertInto('api_key_requests').values(rows).execute()
}

const setKey = ({ keyId }: TestOrganization, set: object) =>
  db.updateTable('api_keys').set(set).where('id', '=', keyId).execute()
const setEndpoints = ({ id }: TestOrganization, set: object) =>
  db.updateTable('webhook_endpoints').set(set).where('organization_id', '=', id).execute()
const executeUnapproved = ({ id }: TestOrganization, set: object = {}) =>
  insertTransaction(db, {
    organization_id: id,
    bypassed: 'end-user',
    updated_at: clock.now(),
    ...set,
  })
const failAt = ({ id }: TestOrganization, times: number) =>
  Promise.all(
    Array.from({ length: times }, () =>
      insertTransaction(db, { organization_id: id, state: 'FAILED', created_at: clock.now() }),
    ),
  )

type Cause = {
  /** Does something that is not enough to raise the alert. */
  almost?: (of: TestOrganization) => unknown
  begin: (of: TestOrganization) => unknown
  end: (of: TestOrganization) => unknown
  name: string
}
const twoHours = () => clock.advance(2 * HOUR_MS + MINUTE_MS)

/**
 * Kinds that have their own tests: about the chain, about a loosening change, about approvers, and of the console.
 */
type Elsewhere =
  | 'approvers-missing'
  | 'recovery-proposed'
  | 'co-signer-removal'
  | 'key-added'
  | LooseningKind
  | 'admin-added'
  | AccountAlertKind
const CAUSES: Record<Exclude<AlertKind, Elsewhere>, Cause> = {
  'relayer-low': {
    begin: () => (funds.state = 'low'),
    end: () => (funds.state = 'enough'),
    name: '',
  },
  'webhook-failing': {
    almost: async (of) => {
      await world.register('/fails', {}, of)
      await setEndpoints(of, { failing_since: clock.now() })
    },
    begin: () => clock.advance(10 * MINUTE_MS),
    end: (of) => setEndpoints(of, { failing_since: null }),
    name: 'localhost',
  },
  'key-exposed': {
    begin: (of) => setKey(of, { label: 'Shop', exposed_at: clock.now() }),
    end: (of) => setKey(of, { exposure_dismissed_at: new Date(clock.now().getTime() + 1) }),
    name: 'Shop',
  },
  'key-refused': {
    almost: async (of) => {
      await setKey(of, { label: 'Shop' })
      await refuse(of, 49, 403, 'IP_NOT_ALLOWED')
      await refuse(of, 30, 404, 'NOT_FOUND')
    },
    begin: (of) => refuse(of, 1, 401, 'UNAUTHORIZED'),
    end: twoHours,
    name: 'Shop',
  },
  'policy-refused': {
    almost: (of) => setKey(of, { label: 'Shop' }),
    begin: (of) => refuse(of, 1, 403, 'POLICY_REFUSED'),
    end: twoHours,
    name: 'Shop',
  },
  'failure-spike': {
    almost: (of) => failAt(of, 4),
    begin: (of) => failAt(of, 1),
    end: twoHours,
    name: '',
  },
  'executed-unapproved': {
    almost: async (of) => {
      await executeUnapproved(of, { state: 'SUBMITTED' })
      // The column `bypassed` raises the alert. The text in `reason` does not.
      await executeUnapproved(of, { bypassed: null, reason: BYPASSED_REASONS['end-user'] })
      await executeUnapproved(of, { updated_at: new Date(clock.now().getTime() - 72 * HOUR_MS) })
    },
    begin: (of) => executeUnapproved(of),
    end: () => clock.advance(72 * HOUR_MS),
    name: '-',
  },
}

test.each(Object.entries(CAUSES))(
  'behavior: %s is raised once, cleared when its cause is gone, and raised again',
  async (kind, { almost, begin, end, name }) => {
    const one = await newOrganization()
    await almost?.(one)
    await evaluate()
    expect(await alertsOf(one)).toEqual([])
    await begin(one)
    for (let round = 0; round < 3; round += 1) await evaluate()
    const [alert, ...others] = await alertsOf(one)
    expect(others).toEqual([])
    expect(alert).toMatchObject({ kind })
    expect(alert?.name).toContain(name)
    await end(one)
    for (let round = 0; round < 3; round += 1) await evaluate()
    expect(await alertsOf(one)).toEqual([])
    clock.advance(24 * HOUR_MS)
    await almost?.(one)
    await begin(one)
    await evaluate()
    const [again] = await alertsOf(one)
    expect(again?.kind).toBe(kind)
    expect(again?.id).not.toBe(alert?.id)
    const types = (await eventsOf(one)).map((event) => event.split(' | ')[0])
    expect(types.slice(0, 3)).toEqual(['alert.raised', 'alert.cleared', 'alert.raised'])
    await end(one)
    await evaluate()
  },
)

test('behavior: a key whose refusals vary around the limit causes one alert', async () => {
  const one = await newOrganization()
  for (let hour = 0; hour < 4; hour += 1) {
    await refuse(one, 50, 403, 'IP_NOT_ALLOWED')
    for (const minutes of [0, 55, 30]) {
      clock.advance(minutes * MINUTE_MS)
      await evaluate()
    }
  }
  expect(await eventsOf(one)).toHaveLength(1)
})

test('behavior: as many failures as on the previous day are no spike', async () => {
  const one = await newOrganization()
  for (let hour = 0; hour < 10; hour += 1) {
    await failAt(one, 6)
    clock.advance(HOUR_MS)
  }
  await failAt(one, 6)
  await evaluate()
  expect(await alertsOf(one)).toEqual([])
  await failAt(one, 10)
  await evaluate()
  expect(await alertsOf(one)).toMatchObject([{ kind: 'failure-spike' }])
})

test('behavior: among several processes, one evaluates and one raises the alert', async () => {
  const one = await newOrganization()
  await refuse(one, 1, 403, 'POLICY_REFUSED')
  await Promise.all([evaluate(), evaluate(), evaluate(), evaluate()])
  expect(await eventsOf(one)).toHaveLength(1)
  const before = ctx.logLines.length
  const processes = [createAlertJob(ctx), createAlertJob(ctx)]
  for (const jobs of processes) jobs.start()
  const complaints = () => ctx.logLines.slice(before).filter((line) => line.includes('kind of alert'))
  // The chain of this world does not respond, so each round that evaluated logs one error.
  await expect.poll(complaints).toHaveLength(1)
  for (const jobs of processes) await jobs.stop()
  expect(complaints()).toHaveLength(1)
  expect(await eventsOf(one)).toHaveLength(1)
})

test('behavior: a webhook for this type receives it with its kind; another organization receives nothing', async () => {
  const one = await newOrganization()
  const other = await newOrganization()
  await world.deliver()
  await world.register('/alerts', { types: ['alert.raised'] }, one)
  await world.register('/payments', { types: ['transaction.failed'] }, one)
  await world.register('/other', {}, other)
  await setKey(one, { label: 'Shop' })
  await refuse(one, 1, 403, 'POLICY_REFUSED')
  await evaluate()
  await expect.poll(() => world.receiver.received).toHaveLength(1)
  const [delivered] = world.receiver.received
  expect(JSON.parse(delivered?.body ?? '')).toMatchObject({
    type: 'alert.raised',
    data: { kind: 'policy-refused', subject: one.keyId, name: 'Shop' },
  })
  expect(await alertsOf(other)).toEqual([])
  expect(await eventsOf(other)).toEqual([])
})

test('error: raises and clears nothing while the relayer’s balance is unknown', async () => {
  const one = await newOrganization()
  funds.state = 'low'
  await evaluate()
  const { balanceWei } = funds
  Object.assign(funds, { state: 'enough', balanceWei: undefined })
  await evaluate()
  expect(await alertsOf(one)).toMatchObject([{ kind: 'relayer-low' }])
  Object.assign(funds, { balanceWei })
  await evaluate()
  expect(await alertsOf(one)).toEqual([])
})
