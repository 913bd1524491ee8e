import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import type { Protected } from '#service/testing/approval-service.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

let one: Protected
const world = await forFile(serviceWorld.approvals())
beforeEach(async () => {
  one = await world.protectedWallet()
})

const RECEIVER = '0x00000000000000000000000000000000000c0111'

/** Returns the amount that the receiver got while `work` ran, as the chain reports it. */
async function received(work: () => Promise<unknown>): Promise<bigint> {
  const before = await world.coinsOf(RECEIVER)
  await work()
  return (await world.coinsOf(RECEIVER)) - before
}

test('behavior: the number is returned only while the transaction is pending, and pending transactions are counted', async () => {
  const uuid = await world.hold(one.wallet)
  expect((await world.read(uuid)).approval.number).toBeGreaterThan(9)
  expect(await world.ctx.metrics.text()).toMatch(/^latchkey_approvals_held [1-9]/m)
  await one.approver.decide(uuid, 'reject')
  const { approval } = await world.read(uuid)
  expect(approval.decidedAtDatetime).toBeDefined()
  expect(approval).not.toHaveProperty('number')
})

describe('approve', () => {
  test('behavior: executes once with the submitted signature, and emits every step', async () => {
    const coins = await received(async () => {
      const uuid = await world.hold(one.wallet)
      const answer = await one.approver.decide(uuid, 'approve')
      expect(answer.status).toBe(200)
      expect(answer.content).toMatchObject({ transactionUuid: uuid, reported: false, secondsLeft: 0 })
      expect(['APPROVED', 'SUBMITTED', 'CONFIRMED']).toContain(answer.content.status)
      const ended = await world.ended(uuid)
      expect(ended).toMatchObject({
        status: 'CONFIRMED',
        transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      })
      expect(ended.approval.decidedAtDatetime).toBeDefined()
      expect(await world.eventsOf(uuid)).toEqual([
        'transaction.approved',
        'transaction.submitted',
        'transaction.confirmed',
      ])
    })
    expect(coins).toBe(1n)
  })

  test('error: a wrong number declines before there is anything to sign', async () => {
    const uuid = await world.hold(one.wallet)
    const right = await world.numberOf(uuid)
    const { content } = await one.approver.get(`/transactions/${uuid}`)
    expect(content.numbers).toContain(right)
    const wrong = content.numbers.find((number: number) => number !== right)
    const answer = await one.approver.decide(uuid, 'approve', { number: wrong })
    expect(answer.content).toMatchObject({ status: 'REJECTED', reason: 'wrong number' })
    const ceremonies = world.ctx.db.selectFrom('approver_ceremonies').select('kind')
    expect(await ceremonies.where('transaction_id', '=', uuid).execute()).toEqual([])
    expect(await world.eventsOf(uuid)).toEqual(['transaction.rejected'])
    expect((await one.approver.decide(uuid, 'approve', { number: right })).content.code).toBe(
      'ALREADY_DECIDED',
    )
  })

  test('error: an approval without a number is rejected, and the transaction stays pending', async () => {
    const uuid = await world.hold(one.wallet)
    const body = { transactionUuid: uuid, decision: 'approve' }
    const answer = await one.approver.post('/decisions/begin', body)
    expect(answer.status).toBe(400)
    expect(answer.content.errors).toEqual([{ path: 'number', message: 'is required to approve' }])
    expect((await world.read(uuid)).status).toBe('PENDING_USER_APPROVAL')
  })

  test('behavior: a call that would now fail is FAILED with the reason, and nothing is sent', async () => {
    const uuid = await world.hold(one.wallet)
    const all = await world.hold(one.wallet)
    await sql`update transactions set signature = (select signature from transactions where id = ${all}::uuid)
      where id = ${uuid}::uuid`.execute(world.ctx.db)
    const coins = await received(async () => {
      await one.approver.decide(uuid, 'approve')
      const ended = await world.ended(uuid)
      expect(ended).toMatchObject({ status: 'FAILED' })
      expect(ended.reason).toMatch(/signature|InvalidSignature/i)
      expect(ended.transactionHash).toBeUndefined()
      expect(await world.eventsOf(uuid)).toEqual(['transaction.approved', 'transaction.failed'])
    })
    expect(coins).toBe(0n)
  })
})

describe('reject and report', () => {
  test('behavior: declining is final, and nothing reaches the chain', async () => {
    const coins = await received(async () => {
      const uuid = await world.hold(one.wallet)
      expect((await one.approver.decide(uuid, 'reject')).content).toMatchObject({
        status: 'REJECTED',
        reason: 'declined by the user',
        reported: false,
      })
      expect(await world.eventsOf(uuid)).toEqual(['transaction.rejected'])
      const again = await one.approver.post('/decisions/begin', {
        transactionUuid: uuid,
        decision: 'approve',
      })
      expect(again.status).toBe(409)
      expect(again.content).toEqual({
        message: 'This transaction was already declined',
        code: 'ALREADY_DECIDED',
      })
    })
    expect(coins).toBe(0n)
  })

  test('behavior: reporting declines, notifies the organization, and mutes the wallet for a while', async () => {
    const uuid = await world.hold(one.wallet)
    await one.approver.decide(uuid, 'report')
    const read = await world.read(uuid)
    expect(read).toMatchObject({ status: 'REJECTED', approval: { reported: true } })
    expect(read.reason).toBe('reported by the user, who did not ask for it')
    const next = await world.hold(one.wallet)
    const mails = world.ctx.db.selectFrom('approver_mails').select('id').where('transaction_id', '=', next)
    expect(await mails.execute()).toEqual([])
    expect((await one.approver.get('/transactions')).content).toHaveLength(1)
    expect((await world.call('POST', `/v1/org/transactions/${next}/notify`)).status).toBe(429)
  })
})

describe('expiry', () => {
  test('behavior: an overdue transaction reads as EXPIRED at once, cannot be decided, and has one event', async () => {
    const uuid = await world.hold(one.wallet)
    await world.setDeadline(uuid, 0)
    expect(await world.read(uuid)).toMatchObject({ status: 'EXPIRED', reason: 'not approved in time' })
    const late = await one.approver.decide(uuid, 'approve', { number: 10 })
    expect(late.status).toBe(409)
    expect(late.content.message).toBe('This transaction has expired: it was not approved in time')
    expect(await world.eventsOf(uuid)).toEqual(['transaction.expired'])
  })

  test('behavior: an approval that began in time and ends too late does not count', async () => {
    const uuid = await world.hold(one.wallet)
    const begun = await one.approver.begin(uuid, 'approve')
    const number = await world.numberOf(uuid)
    await world.setDeadline(uuid, 0)
    const late = await one.approver.decide(uuid, 'approve', { begun, number })
    expect(late.content.code).toBe('ALREADY_DECIDED')
    expect(await world.ended(uuid)).toMatchObject({ status: 'EXPIRED' })
  })

  test('behavior: a transaction expires and emits its event without being read', async () => {
    const uuid = await world.hold(one.wallet)
    await world.setDeadline(uuid, 0)
    await expect.poll(() => world.eventsOf(uuid)).toEqual(['transaction.expired'])
  })

  test('behavior: a process clock that is five minutes off decides nothing', async () => {
    const late = await world.hold(one.wallet)
    const open = await world.hold(one.wallet)
    await world.setDeadline(late, -1)
    await world.setDeadline(open, 200)
    try {
      world.clock.advance(5 * 60_000)
      expect((await one.approver.decide(open, 'reject')).content.status).toBe('REJECTED')
      world.clock.advance(-10 * 60_000)
      expect((await one.approver.decide(late, 'reject')).content.code).toBe('ALREADY_DECIDED')
    } finally {
      world.clock.advance(5 * 60_000)
    }
  })
})
