import { expect, test } from 'vitest'
import { alertListSchema } from '#protocol/alerts.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { transactionTimelineSchema } from '#protocol/transaction-timeline.ts'
import { transactionSchema } from '#protocol/transactions.ts'
import { alertKinds } from '#service/alerts/alert-kinds.ts'
import { evaluateAlerts } from '#service/alerts/raise-alerts.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { bringOutside, whileNobodyLooks } from '#service/testing/outside-execution.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const WAIT = { timeout: 120_000 }

const world = await forFile(serviceWorld.approvals())
const one = await world.protectedWallet()

const read = async (uuid: string) => transactionSchema.parse(await world.read(uuid))
const becomes = (uuid: string, record: Record<string, unknown>) =>
  expect.poll(() => world.read(uuid), WAIT).toMatchObject(record)
/** Returns the alerts after several rounds, and the number of `alert.raised` events. */
async function alerted(uuid: string) {
  const kinds = alertKinds(world.ctx).filter(({ kind }) => kind === 'executed-unapproved')
  for (let round = 0; round < 3; round += 1) await evaluateAlerts(world.ctx, kinds)
  const listed = alertListSchema.parse((await world.call('GET', '/v1/org/alerts')).content)
  const events = await world.ctx.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'alert.raised')
    .execute()
  return {
    listed: listed.flatMap(({ kind, subject, name }) => (subject === uuid ? [{ kind, name }] : [])),
    events: events.filter(({ data }) => data.subject === uuid).map(({ data }) => data),
  }
}
/** The expected alert about a transaction, once in the list and once as an event. */
const alertedOnce = (uuid: string) => ({
  listed: [{ kind: 'executed-unapproved', name: uuid }],
  events: [{ kind: 'executed-unapproved', subject: uuid, name: uuid }],
})

test('behavior: executed outside while it waits: CONFIRMED, the organization gets an alert and the timeline shows it', async () => {
  const body = world.signed(one.wallet, world.transfer(newAddress(), 1n))
  const uuid = (await world.execute(body)).content.transactionUuid
  const { hash } = await bringOutside(world, body)
  await becomes(uuid, { status: 'CONFIRMED', transactionHash: hash })
  expect(await read(uuid)).toMatchObject({ reason: 'it was executed without the approval of its end-user' })
  expect(await world.eventsOf(uuid)).toEqual(['transaction.confirmed'])
  const alerts = world.ctx.logLines.filter((line) => line.includes('executed-without-approval'))
  expect(alerts.filter((line) => line.includes(uuid))).toHaveLength(1)
  expect(await alerted(uuid)).toEqual(alertedOnce(uuid))
  const { content } = await world.call('GET', `/v1/org/transactions/${uuid}/timeline`)
  const { steps, onChain } = transactionTimelineSchema.parse(content)
  expect(steps.map(({ kind }) => kind).slice(-2)).toEqual(['executed-without-approval', 'confirmed'])
  expect(onChain).toMatchObject({ transactionHash: hash })
  expect((await one.approver.decide(uuid, 'approve')).status).toBe(409)
  expect((await world.execute(body)).content.transactionUuid).toBe(uuid)
})

const ENDED = { reject: 'REJECTED', expire: 'EXPIRED', cancel: 'CANCELLED' }

test.each(['reject', 'expire', 'cancel'] as const)(
  'behavior: executed outside after %s: still CONFIRMED, and reported as without approval',
  async (how) => {
    const body = world.signed(one.wallet, world.transfer(newAddress(), 1n))
    const uuid = (await world.execute(body)).content.transactionUuid
    if (how === 'reject') await one.approver.decide(uuid, 'reject')
    else if (how === 'cancel') await world.call('POST', `/v1/org/transactions/${uuid}/cancel`)
    else await world.setDeadline(uuid)
    await becomes(uuid, { status: ENDED[how] })
    const { hash } = await bringOutside(world, body)
    await becomes(uuid, { status: 'CONFIRMED', transactionHash: hash })
    expect((await read(uuid)).reason).toMatch(/without the approval/)
    const { content } = await world.call('GET', `/v1/org/transactions/${uuid}/timeline`)
    const kinds = transactionTimelineSchema.parse(content).steps.map(({ kind }) => kind)
    expect(kinds).toContain('executed-without-approval')
    expect(kinds.includes('declined')).toBe(how === 'reject')
    expect(kinds.includes('withdrawn')).toBe(how === 'cancel')
    expect(kinds).not.toContain('approved')
    expect(await alerted(uuid)).toEqual(alertedOnce(uuid))
  },
)

test('behavior: executed outside and then approved: CONFIRMED with the outside hash, never FAILED', async () => {
  const body = world.signed(one.wallet, world.transfer(newAddress(), 1n))
  const uuid = (await world.execute(body)).content.transactionUuid
  // Mines a block, waits until a poll has set `watch`, and resets it. No poll then follows the digest when it is
  // executed outside.
  await world.chain.mintCoins(newAddress(), 1n)
  const { db } = world.ctx
  const row = db.selectFrom('transactions').select('watch').where('id', '=', uuid)
  await expect.poll(async () => (await row.executeTakeFirstOrThrow()).watch, WAIT).toBe('followed')
  await db.updateTable('transactions').set({ watch: null }).where('id', '=', uuid).execute()
  const { hash } = await bringOutside(world, body)
  await one.approver.decide(uuid, 'approve')
  await becomes(uuid, { status: 'CONFIRMED', transactionHash: hash })
  expect(await world.eventsOf(uuid)).toEqual(['transaction.approved', 'transaction.confirmed'])
  expect(await alerted(uuid)).toEqual({ listed: [], events: [] })
})

test('behavior: a transaction that its end-user approved and the service sent raises no alert', async () => {
  const uuid = await world.hold(one.wallet)
  await one.approver.decide(uuid, 'approve')
  await becomes(uuid, { status: 'CONFIRMED' })
  expect(await alerted(uuid)).toEqual({ listed: [], events: [] })
})

test.each([1, 3])(
  'behavior: executed outside before it was held, %i confirmations: CONFIRMED, reported as unapproved, and alerted once',
  async (confirmations) => {
    const { settings } = world.ctx
    settings.confirmations = confirmations
    try {
      const body = world.signed(one.wallet, world.transfer(newAddress(), 1n))
      const {
        hash,
        digest,
        content: executed,
      } = await whileNobodyLooks(world, async () => ({
        ...(await bringOutside(world, body)),
        ...(await world.execute(body)),
      }))
      expect(executed.transactionHash).toBe(hash)
      const { content } = await world.call('GET', `/v1/baas/transactions?digest=${digest}`)
      const [{ transactionUuid: uuid, status }] = content
      expect(status).toBe(confirmations === 1 ? 'CONFIRMED' : 'SUBMITTED')
      for (let block = 1; block < confirmations; block += 1) await world.chain.mintCoins(newAddress(), 1n)
      await becomes(uuid, { status: 'CONFIRMED', transactionHash: hash })
      expect((await read(uuid)).reason).toMatch(/without the approval/)
      const alerts = world.ctx.logLines.filter((line) => line.includes('executed-without-approval'))
      expect(alerts.filter((line) => line.includes(uuid))).toHaveLength(1)
      expect(await alerted(uuid)).toEqual(alertedOnce(uuid))
    } finally {
      settings.confirmations = 1
    }
  },
)
