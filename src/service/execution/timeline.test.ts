import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { organizationTransactionListSchema } from '#protocol/organization-transactions.ts'
import { transactionTimelineSchema, type TransactionTimeline } from '#protocol/transaction-timeline.ts'
import type { Protected } from '#service/testing/approval-service.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { nextQuery } from '#service/testing/test-service.ts'
import { startWebhookReceiver } from '#service/testing/webhook-receiver.ts'

const RECEIVER = '0x00000000000000000000000000000000000c0111'

let one: Protected
const world = await serviceWorld.approvals()
world.ctx.settings.sandbox = true
const receiver = await startWebhookReceiver()
beforeEach(async () => {
  one = await world.protectedWallet({ label: 'Savings' })
})
afterAll(async () => {
  await world.stop()
  await receiver.close()
})

const path = (uuid: string) => `/v1/org/transactions/${uuid}/timeline`
async function timeline(uuid: string): Promise<TransactionTimeline> {
  const { status, content, text } = await world.call('GET', path(uuid))
  expect(status, text).toBe(200)
  // The strict schema rejects further fields.
  expect(transactionTimelineSchema.parse(content)).toEqual(content)
  return transactionTimelineSchema.parse(content)
}
const kinds = ({ steps }: TransactionTimeline) => steps.map(({ kind }) => kind)
const waitUntilNotified = (uuid: string) =>
  expect.poll(async () => (await timeline(uuid)).notification?.state).toBe('sent')
const reminderMayGo = () =>
  sql`update approver_mails set created_at = created_at - interval '2 minutes'`.execute(world.ctx.db)

describe('the steps', () => {
  test('behavior: a pending transaction shows that it is held, notified, reminded and seen, and never the number', async () => {
    const uuid = await world.hold(one.wallet)
    await waitUntilNotified(uuid)
    expect(kinds(await timeline(uuid))).toEqual(['submitted', 'held', 'notified'])
    await reminderMayGo()
    await world.call('POST', `/v1/org/transactions/${uuid}/notify`)
    await expect.poll(async () => kinds(await timeline(uuid))).toContain('reminded')
    await one.approver.get(`/transactions/${uuid}`)
    const now = await timeline(uuid)
    expect(kinds(now)).toEqual(['submitted', 'held', 'notified', 'reminded', 'seen'])
    expect(now.transaction).toMatchObject({
      status: 'PENDING_USER_APPROVAL',
      walletAddress: one.wallet.address,
      walletLabel: 'Savings',
      externalUserId: expect.stringMatching(/^user-/),
      email: one.wallet.email,
      secondsLeft: expect.any(Number),
    })
    expect(now.transaction.approval).not.toHaveProperty('number')
    const { signingKey: _, ...transaction } = now.transaction
    expect(JSON.stringify({ ...now, transaction })).not.toContain(`"number"`)
  })

  test('behavior: an approved transaction shows the steps up to the block, in order', async () => {
    const uuid = await world.hold(one.wallet)
    await waitUntilNotified(uuid)
    await one.approver.get(`/transactions/${uuid}`)
    await one.approver.decide(uuid, 'approve')
    await world.ended(uuid)
    const done = await timeline(uuid)
    expect(kinds(done)).toEqual(['submitted', 'held', 'notified', 'seen', 'approved', 'sent', 'confirmed'])
    expect(done.transaction.transactionHash).toMatch(/^0x/)
    expect(done).not.toHaveProperty('notification')
    expect(done.transaction).not.toHaveProperty('secondsLeft')
  })

  test('behavior: the last step is a decline, a report, a wrong number or the deadline, each by its name', async () => {
    const hold = () => world.hold(one.wallet)
    const [declined, mistaken, late, reported] = [await hold(), await hold(), await hold(), await hold()]
    await one.approver.decide(declined, 'reject')
    const { content } = await one.approver.get(`/transactions/${mistaken}`)
    const right = await world.numberOf(mistaken)
    await one.approver.decide(mistaken, 'approve', {
      number: content.numbers.find((number: number) => number !== right),
    })
    await world.setDeadline(late)
    await one.approver.decide(reported, 'report')
    expect(kinds(await timeline(declined)).at(-1)).toBe('declined')
    expect(await timeline(mistaken)).toMatchObject({ transaction: { reason: 'wrong number' } })
    expect(kinds(await timeline(late)).at(-1)).toBe('expired')
    expect(kinds(await timeline(reported)).at(-1)).toBe('reported')
    expect((await timeline(reported)).transaction.approval?.reported).toBe(true)
  })

  test('behavior: an approved transaction that the chain refused ends with failed and the reason', async () => {
    const uuid = await world.hold(one.wallet)
    const all = await world.coinsOf(one.wallet.address)
    const other = await world.execute(world.signed(one.wallet, { ...world.transfer(RECEIVER, all) }))
    await one.approver.decide(other.content.transactionUuid, 'approve')
    await world.ended(other.content.transactionUuid)
    await one.approver.decide(uuid, 'approve')
    expect((await world.ended(uuid)).status).toBe('FAILED')
    const failed = await timeline(uuid)
    expect(kinds(failed).slice(-2)).toEqual(['approved', 'failed'])
    expect(failed.transaction.reason).toBeTruthy()
  })

  test('behavior: a transaction of a wallet that the organization operates shows no approval', async () => {
    const wallet = await world.createWallet({ coins: 10n })
    const { content } = await world.execute(world.signed(wallet, world.transfer(RECEIVER, 1n)))
    const { transactionUuid } = await world.settled(content.transactionHash)
    const done = await timeline(transactionUuid)
    expect(kinds(done)).toEqual(['submitted', 'sent', 'confirmed'])
    expect(done.transaction).toMatchObject({ externalUserId: '', email: wallet.email })
    expect(done).not.toHaveProperty('notification')
  })
})

describe('the notification', () => {
  test('behavior: shows how many reminders are left and when the next one may be sent', async () => {
    const uuid = await world.hold(one.wallet)
    await waitUntilNotified(uuid)
    const fresh = (await timeline(uuid)).notification!
    expect(fresh.remindersLeft).toBe(3)
    expect(fresh.remindAfterSeconds).toBeGreaterThan(0)
    expect(fresh.remindAfterSeconds).toBeLessThanOrEqual(60)
    for (let left = 2; left >= 0; left -= 1) {
      await reminderMayGo()
      expect((await timeline(uuid)).notification?.remindAfterSeconds).toBe(0)
      expect((await world.call('POST', `/v1/org/transactions/${uuid}/notify`)).status).toBe(200)
      expect((await timeline(uuid)).notification?.remindersLeft).toBe(left)
    }
  })

  test('behavior: is withheld for a wallet that its person has muted, with the end time', async () => {
    await one.approver.decide(await world.hold(one.wallet), 'report')
    const uuid = await world.hold(one.wallet)
    const { notification, steps } = await timeline(uuid)
    expect(notification).toMatchObject({ state: 'withheld', silencedUntilDatetime: expect.any(String) })
    expect(steps.map(({ kind }) => kind)).toEqual(['submitted', 'held'])
  })

  test('behavior: is queued while a mail is not sent yet, and failed after giving up', async () => {
    const uuid = await world.hold(one.wallet)
    await waitUntilNotified(uuid)
    const { db } = world.ctx
    const rewind = (given: boolean) =>
      db.transaction().execute(async (trx) => {
        await sql`update held_transactions set notified_at = null where transaction_id = ${uuid}::uuid`.execute(
          trx,
        )
        await sql`update approver_mails set sent_at = null, due_at = now() + interval '1 hour',
        given_up_at = ${given ? sql`now()` : sql`null`} where transaction_id = ${uuid}::uuid`.execute(trx)
      })
    await rewind(false)
    expect((await timeline(uuid)).notification?.state).toBe('queued')
    await rewind(true)
    expect((await timeline(uuid)).notification?.state).toBe('failed')
  })
})

describe('the deliveries', () => {
  test('behavior: lists only the events of this transaction, with endpoint, status, attempts and the next one', async () => {
    const register = (to: string) =>
      world.call('POST', '/v1/org/webhooks', { body: { url: new URL(to, receiver.url).href } })
    const registered = [await register('/well'), await register('/ill')]
    receiver.answer = (webhook, response) => response.writeHead(webhook.path === '/well' ? 204 : 500).end()
    const [first, second] = [await world.hold(one.wallet), await world.hold(one.wallet)]
    await one.approver.decide(first, 'reject')
    await one.approver.decide(second, 'reject')
    await expect
      .poll(async () => (await timeline(first)).deliveries.map(({ attempts }) => attempts.length))
      .toEqual([1, 1])
    const { deliveries } = await timeline(first)
    const [well, ill] = ['well', 'ill'].map((to) => deliveries.find(({ url }) => url.endsWith(to)))
    expect(well).toMatchObject({
      webhookId: registered[0]!.content.id,
      url: `${receiver.url}well`,
      type: 'transaction.rejected',
      status: 'delivered',
      nextAttemptAtDatetime: null,
    })
    expect(ill).toMatchObject({
      url: `${receiver.url}ill`,
      status: 'pending',
      attempts: [{ delivered: false, responseStatus: 500 }],
      nextAttemptAtDatetime: expect.any(String),
    })
    for (const { content } of registered) {
      const answer = await world.call('DELETE', `/v1/org/webhooks/${content.id}`)
      expect(answer.status, answer.text).toBe(200)
    }
    expect((await timeline(first)).deliveries).toEqual([])
  })
})

describe('the list', () => {
  const list = async (query: string) => {
    const { status, content, text } = await world.call('GET', `/v1/org/transactions?${query}`)
    expect(status, text).toBe(200)
    return organizationTransactionListSchema.parse(content)
  }
  const uuidsOf = (rows: { transactionUuid: string }[]) => rows.map((row) => row.transactionUuid)

  test('param: user finds by id, wallet name, email and the beginning of the address', async () => {
    const { wallet } = await world.protectedWallet({
      externalUserId: 'customer-4711',
      email: 'grace@example.com',
      label: 'Pocket 100%',
    })
    const uuid = await world.hold(wallet)
    for (const text of ['customer-4711', 'GRACE@', '100%', wallet.address.slice(0, 12)]) {
      expect(uuidsOf(await list(`user=${encodeURIComponent(text)}`)), text).toEqual([uuid])
    }
    expect(await list('user=nobody-is-called-so')).toEqual([])
    expect(uuidsOf(await list(`wallet=${wallet.address}&status=PENDING_USER_APPROVAL`))).toEqual([uuid])
    expect(await list(`wallet=${wallet.address}&status=CONFIRMED`)).toEqual([])
  })

  test('param: times filter, the cursor keeps the filter, and overdue transactions are not listed as pending', async () => {
    const uuids = []
    for (let count = 0; count < 3; count += 1) uuids.push(await world.hold(one.wallet))
    const wallet = `wallet=${one.wallet.address}`
    const [newest, middle, oldest] = await list(wallet)
    expect(uuidsOf([oldest!, middle!, newest!])).toEqual(uuids)
    const at = middle!.createdAtDatetime
    expect(uuidsOf(await list(`${wallet}&untilDatetime=${at}`))).toEqual(
      [middle, oldest].filter((row) => row!.createdAtDatetime < at).map((row) => row!.transactionUuid),
    )
    expect(uuidsOf(await list(`${wallet}&sinceDatetime=${at}`))).toContain(middle!.transactionUuid)
    const first = await world.call('GET', `/v1/org/transactions?${wallet}&limit=2&user=Savings`)
    expect(first.headers.get('link')).toContain('/v1/org/transactions?')
    const next = nextQuery(first)?.slice(1) ?? ''
    expect(next).toContain('user=Savings')
    expect(uuidsOf(await list(next))).toEqual([uuids[0]])
    await world.setDeadline(uuids[1]!)
    expect(uuidsOf(await list(`${wallet}&status=PENDING_USER_APPROVAL`))).toEqual([uuids[2], uuids[0]])
  })

  test('error: rejects invalid queries', async () => {
    for (const query of [
      'status=HELD',
      'wallet=0x12',
      'cursor=nonsense',
      'sinceDatetime=yesterday',
      'untilDatetime=2026-02-31T25:00:00Z',
      `user=${'x'.repeat(256)}`,
      'number=12',
    ]) {
      expect(await world.call('GET', `/v1/org/transactions?${query}`), query).toMatchObject({
        status: 400,
        content: { code: 'VALIDATION_FAILED' },
      })
    }
  })
})
