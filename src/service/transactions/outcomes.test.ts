import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toEventSelector, type Hex } from 'viem'
import { transactionSchema } from '#shared/org/transactions.ts'
import { transactionTimelineSchema } from '#shared/org/organization-transactions.ts'
import { receiptSchema } from '#shared/receipt/receipt.ts'
import { deployRuntime } from '#service/testing/answering-contract.ts'
import {
  startApproverHarness,
  type ApproverHarness,
  type Protected,
} from '#service/testing/approver-harness.ts'
import type { TestWallet } from '#service/testing/execute-harness.ts'
import { bringOutside, deployDoor, executeUnseen, OPEN, SHUT } from '#service/testing/outside-execution.ts'
import { newAddress } from '#service/testing/relay-harness.ts'

const EXECUTED = toEventSelector('Executed(bytes32)')
const WAIT = { timeout: 20_000 }

let harness: ApproverHarness
let one: Protected
let wallet: TestWallet
beforeAll(async () => {
  harness = await startApproverHarness()
  one = await harness.protectedWallet()
  wallet = await harness.createWallet({ coins: 1_000n })
  await harness.chain.send({ to: wallet.address, data: '0x', value: 100n })
})
afterAll(() => harness.stop())

async function recordOf(hash: string) {
  const { uuid } = await harness.ctx.db
    .selectFrom('transactions')
    .select('id as uuid')
    .where('transaction_hash', '=', `0x${hash.slice(2)}`)
    .executeTakeFirstOrThrow()
  return uuid
}
const read = async (uuid: string) => transactionSchema.parse(await harness.read(uuid))
const becomes = (uuid: string, record: Record<string, unknown>) =>
  expect.poll(() => harness.read(uuid), WAIT).toMatchObject(record)
const inSeconds = (seconds: number) => String(Math.floor(harness.clock.now().getTime() / 1_000) + seconds)
/** A block of the present: the chain's time follows. */
const block = () => harness.chain.mintCoins(newAddress(), 1n)

/** A payment that has FAILED in its block, because its recipient refused. */
let payments = 0
async function refusedPayment(expiration = inSeconds(3_000 + (payments += 1))) {
  const door = await deployDoor(harness.chain)
  await harness.chain.send({ to: door, data: SHUT })
  const fields = { toAddress: door, value: '3', data: '0x' as Hex, expiration }
  const body = harness.signed(wallet, fields)
  const { content, text } = await executeUnseen(harness, body)
  expect(content.transactionHash, text).toBeDefined()
  const uuid = await recordOf(content.transactionHash)
  await becomes(uuid, { status: 'FAILED' })
  return { door, body, uuid, hash: content.transactionHash, expiration }
}

describe('what somebody else brings to the chain', () => {
  test('behavior: before the relayer: CONFIRMED with the hash that did it, and nothing tells of a failure', async () => {
    const to = newAddress()
    const body = harness.signed(wallet, harness.transfer(to, 4n))
    const { hash } = await bringOutside(harness, body)
    const { content } = await executeUnseen(harness, body)
    const uuid = await recordOf(content.transactionHash)
    await becomes(uuid, { status: 'CONFIRMED', transactionHash: hash })
    expect(await read(uuid)).not.toHaveProperty('reason')
    expect(await harness.coinsOf(to)).toBe(4n)
    expect(await harness.eventsOf(uuid)).toEqual(['transaction.submitted', 'transaction.confirmed'])
    // The relayer's own transaction failed and cost gas: that is its own truth.
    const { status, cost_wei } = await harness.ctx.db
      .selectFrom('relayed_transactions as relayed')
      .innerJoin('transactions', 'transactions.relayed_id', 'relayed.id')
      .select(['relayed.status', 'cost_wei'])
      .where('transactions.id', '=', uuid)
      .executeTakeFirstOrThrow()
    expect(status).toBe('failed')
    expect(BigInt(cost_wei ?? 0)).toBeGreaterThan(0n)
    expect((await harness.execute(body)).content).toEqual({ success: true, transactionHash: hash })
  })

  test('behavior: before the service ever saw it: stored as CONFIRMED with that hash, and answered 200', async () => {
    const to = newAddress()
    const body = harness.signed(wallet, harness.transfer(to, 5n))
    const { hash, digest, blockNumber } = await bringOutside(harness, body)
    const answers = await Promise.all([harness.execute(body), harness.execute(body)])
    for (const { status, content, text } of answers) {
      expect(status, text).toBe(200)
      expect(content).toEqual({ success: true, transactionHash: hash })
    }
    const listed = await harness.call('GET', `/v1/baas/transactions?digest=${digest}`)
    expect(listed.content).toMatchObject([
      { status: 'CONFIRMED', transactionHash: hash, digest, blockNumber: String(blockNumber) },
    ])
    expect(await harness.coinsOf(to)).toBe(5n)
    expect(await harness.eventsOf(listed.content[0].transactionUuid)).toEqual(['transaction.confirmed'])
    const receipt = await harness.call(
      'GET',
      `/v1/org/transactions/${listed.content[0].transactionUuid}/receipt`,
    )
    expect(receiptSchema.parse(receipt.content).outcome).toMatchObject({
      status: 'CONFIRMED',
      transactionHash: hash,
    })
  })

  test('error: another contract that says Executed of a digest confirms nothing', async () => {
    const { uuid } = await refusedPayment()
    const { digest } = await read(uuid)
    const liar = await deployRuntime(harness.chain, `0x5f357f${EXECUTED.slice(2)}5f5fa200`)
    await harness.chain.send({ to: liar, data: digest as Hex })
    await block()
    const followed = await refusedPayment()
    await harness.chain.send({ to: followed.door, data: OPEN })
    await bringOutside(harness, followed.body)
    // What came later is known by now.
    await becomes(followed.uuid, { status: 'CONFIRMED' })
    expect(await read(uuid)).toMatchObject({ status: 'FAILED' })
  })
})

describe('what FAILED in its block', () => {
  test('behavior: says until when it can still be executed, and becomes CONFIRMED when it is', async () => {
    const { door, body, uuid, expiration, hash } = await refusedPayment()
    expect(await read(uuid)).toMatchObject({
      status: 'FAILED',
      transactionHash: hash,
      executableUntil: new Date(Number(expiration) * 1_000).toISOString(),
    })
    await harness.chain.send({ to: door, data: OPEN })
    const outside = await bringOutside(harness, body)
    await becomes(uuid, { status: 'CONFIRMED', transactionHash: outside.hash })
    expect(await read(uuid)).not.toHaveProperty('executableUntil')
    expect(await harness.eventsOf(uuid)).toEqual([
      'transaction.submitted',
      'transaction.failed',
      'transaction.confirmed',
    ])
  })

  test('behavior: is sent again by the same request: the same transaction, SUBMITTED and then CONFIRMED', async () => {
    const { door, body, uuid, hash } = await refusedPayment()
    // While the recipient still refuses, it is what it was.
    expect((await harness.execute(body)).content).toEqual({ success: true, transactionHash: hash })
    expect(await read(uuid)).toMatchObject({ status: 'FAILED' })
    await harness.chain.send({ to: door, data: OPEN })
    const again = await harness.execute(body)
    expect(again.status, again.text).toBe(200)
    expect(again.content.transactionHash).not.toBe(hash)
    await becomes(uuid, { status: 'CONFIRMED', transactionHash: again.content.transactionHash })
    expect(await harness.eventsOf(uuid)).toEqual([
      'transaction.submitted',
      'transaction.failed',
      'transaction.submitted',
      'transaction.confirmed',
    ])
    expect((await harness.execute(body)).content).toEqual(again.content)
  })

  test('behavior: many who send it again at once send it once', async () => {
    const { door, body, uuid } = await refusedPayment()
    await harness.chain.send({ to: door, data: OPEN })
    const answers = await Promise.all(Array.from({ length: 5 }, () => harness.execute(body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await becomes(uuid, { status: 'CONFIRMED' })
    expect((await harness.eventsOf(uuid)).filter((type) => type === 'transaction.submitted')).toHaveLength(2)
  })

  test('behavior: executed outside and then sent by the same request: answered with the hash that did it', async () => {
    const { door, body, uuid } = await refusedPayment()
    await blind(uuid)
    await harness.chain.send({ to: door, data: OPEN })
    const { hash } = await bringOutside(harness, body)
    await follow(uuid)
    expect((await harness.execute(body)).content).toEqual({ success: true, transactionHash: hash })
    expect(await read(uuid)).toMatchObject({ status: 'CONFIRMED', transactionHash: hash })
  })

  test('behavior: is final once the chain has passed its expiration', async () => {
    const { uuid, expiration } = await refusedPayment(inSeconds(90))
    harness.clock.advance(100_000)
    await sql`update transactions set expiration = extract(epoch from now())::bigint - 1 where id = ${uuid}::uuid`.execute(
      harness.ctx.db,
    )
    expect(await read(uuid)).not.toHaveProperty('executableUntil')
    await block()
    await expect.poll(() => watchOf(uuid), WAIT).toBeNull()
    expect(await read(uuid)).toMatchObject({
      status: 'FAILED',
      expiration: expect.not.stringMatching(expiration),
    })
  })

  test('behavior: asks the chain no more than once for a block, however many are open', async () => {
    for (let open = 0; open < 3; open += 1) await refusedPayment()
    const { rpc } = harness.ctx.chain
    const asked: string[] = []
    const request = rpc.request
    rpc.request = (schema, method, params) => {
      if (method === 'eth_call' || JSON.stringify(params).includes(EXECUTED)) asked.push(method)
      return request(schema, method, params)
    }
    const before = await harness.ctx.db
      .selectFrom('outcome_cursors')
      .select('block_number')
      .executeTakeFirst()
    await block()
    await expect
      .poll(async () => {
        const now = await harness.ctx.db
          .selectFrom('outcome_cursors')
          .select('block_number')
          .executeTakeFirst()
        return Number(now?.block_number) > Number(before?.block_number)
      }, WAIT)
      .toBe(true)
    rpc.request = request
    expect(asked).toEqual(['eth_getLogs'])
  })
})

describe('what is held for an approval', () => {
  test('behavior: executed outside while it waits: CONFIRMED, the organization is alerted and the timeline says so', async () => {
    const body = harness.signed(one.wallet, harness.transfer(newAddress(), 1n))
    const uuid = (await harness.execute(body)).content.transactionUuid
    const { hash } = await bringOutside(harness, body)
    await becomes(uuid, { status: 'CONFIRMED', transactionHash: hash })
    expect(await read(uuid)).toMatchObject({ reason: 'it was executed without the approval of its end-user' })
    expect(await harness.eventsOf(uuid)).toEqual(['transaction.confirmed'])
    const alerts = harness.ctx.logLines.filter((line) => line.includes('executed-without-approval'))
    expect(alerts.filter((line) => line.includes(uuid))).toHaveLength(1)
    const { content } = await harness.call('GET', `/v1/org/transactions/${uuid}/timeline`)
    const { steps, onChain } = transactionTimelineSchema.parse(content)
    expect(steps.map(({ kind }) => kind).slice(-2)).toEqual(['executed-without-approval', 'confirmed'])
    expect(onChain).toMatchObject({ transactionHash: hash })
    expect((await one.approver.decide(uuid, 'approve')).status).toBe(409)
    expect((await harness.execute(body)).content.transactionUuid).toBe(uuid)
  })

  test.each(['reject', 'expire'] as const)(
    'behavior: executed outside after %s: CONFIRMED all the same, and said to be without the approval',
    async (how) => {
      const body = harness.signed(one.wallet, harness.transfer(newAddress(), 1n))
      const uuid = (await harness.execute(body)).content.transactionUuid
      if (how === 'reject') await one.approver.decide(uuid, 'reject')
      else
        await sql`update held_transactions set deadline = now() where transaction_id = ${uuid}::uuid`.execute(
          harness.ctx.db,
        )
      await becomes(uuid, { status: how === 'reject' ? 'REJECTED' : 'EXPIRED' })
      const { hash } = await bringOutside(harness, body)
      await becomes(uuid, { status: 'CONFIRMED', transactionHash: hash })
      expect((await read(uuid)).reason).toMatch(/without the approval/)
      const { content } = await harness.call('GET', `/v1/org/transactions/${uuid}/timeline`)
      const kinds = transactionTimelineSchema.parse(content).steps.map(({ kind }) => kind)
      expect(kinds).toContain('executed-without-approval')
      expect(kinds.includes('declined')).toBe(how === 'reject')
      expect(kinds).not.toContain('approved')
    },
  )

  test('behavior: executed outside and then approved: CONFIRMED with the hash that did it, never FAILED', async () => {
    const body = harness.signed(one.wallet, harness.transfer(newAddress(), 1n))
    const uuid = (await harness.execute(body)).content.transactionUuid
    await blind(uuid)
    const { hash } = await bringOutside(harness, body)
    await one.approver.decide(uuid, 'approve')
    await becomes(uuid, { status: 'CONFIRMED', transactionHash: hash })
    expect(await harness.eventsOf(uuid)).toEqual(['transaction.approved', 'transaction.confirmed'])
  })
})

/** As if no process had looked since: nothing tells of the digest. */
const blind = (uuid: string) => setWatch(uuid, null)
const follow = (uuid: string) => setWatch(uuid, 'followed')
async function setWatch(uuid: string, watch: 'followed' | null): Promise<void> {
  await block()
  await expect.poll(() => watchOf(uuid), WAIT).not.toBe('unread')
  await harness.ctx.db.updateTable('transactions').set({ watch }).where('id', '=', uuid).execute()
}
async function watchOf(uuid: string) {
  const row = await harness.ctx.db
    .selectFrom('transactions')
    .select('watch')
    .where('id', '=', uuid)
    .executeTakeFirstOrThrow()
  return row.watch
}
