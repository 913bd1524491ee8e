import { sql } from 'kysely'
import { encodeFunctionData, toEventSelector, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { receiptSchema } from '#protocol/receipt/receipt.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { transactionSchema } from '#protocol/transactions.ts'
import { deployRuntime } from '#service/testing/answering-contract.ts'
import { newAddress } from '#service/testing/new-address.ts'
import {
  bringOutside,
  deployDoor,
  executeUnseen,
  OPEN,
  SHUT,
  whileNobodyLooks,
} from '#service/testing/outside-execution.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { TestWallet } from '#service/testing/wallet-requests.ts'
import { readSignedCall } from '#service/testing/wallet-requests.ts'

const EXECUTED = toEventSelector('Executed(bytes32)')
const WAIT = { timeout: 120_000 }

const world = await forFile(serviceWorld.approvals())
const one = await world.protectedWallet()
const wallet = await world.createWallet({ coins: 1_000n })
await world.chain.send({ to: wallet.address, data: '0x', value: 100n })

async function recordOf(hash: string) {
  const { uuid } = await world.ctx.db
    .selectFrom('transactions')
    .select('id as uuid')
    .where('transaction_hash', '=', `0x${hash.slice(2)}`)
    .executeTakeFirstOrThrow()
  return uuid
}
const read = async (uuid: string) => transactionSchema.parse(await world.read(uuid))
const becomes = (uuid: string, record: Record<string, unknown>) =>
  expect.poll(() => world.read(uuid), WAIT).toMatchObject(record)
const inSeconds = (seconds: number) => String(Math.floor(world.clock.now().getTime() / 1_000) + seconds)
/** Mines a block with the current time. */
const block = () => world.chain.mintCoins(newAddress(), 1n)

/**
 * Number of payments so far. `refusedPayment` returns a payment that FAILED in its block because its
 * recipient refused it.
 */
let payments = 0
async function refusedPayment(expiration = inSeconds(3_000 + (payments += 1))) {
  const door = await deployDoor(world.chain)
  await world.chain.send({ to: door, data: SHUT })
  const fields = { toAddress: door, value: '3', data: '0x' as Hex, expiration }
  const body = world.signed(wallet, fields)
  const { content, text } = await executeUnseen(world, body)
  expect(content.transactionHash, text).toBeDefined()
  const uuid = await recordOf(content.transactionHash)
  await becomes(uuid, { status: 'FAILED' })
  return { door, body, uuid, hash: content.transactionHash, expiration }
}

describe('executions by other parties', () => {
  test('behavior: before the relayer: CONFIRMED with the outside hash, and no failure is reported', async () => {
    const to = newAddress()
    const body = world.signed(wallet, world.transfer(to, 4n))
    const { hash, content } = await whileNobodyLooks(world, async () => ({
      ...(await bringOutside(world, body)),
      ...(await executeUnseen(world, body)),
    }))
    const uuid = await recordOf(content.transactionHash)
    await becomes(uuid, { status: 'CONFIRMED', transactionHash: hash })
    expect(await read(uuid)).not.toHaveProperty('reason')
    expect(await world.coinsOf(to)).toBe(4n)
    expect(await world.eventsOf(uuid)).toEqual(['transaction.submitted', 'transaction.confirmed'])
    // The relayer's own transaction did fail and cost gas, and is stored as such.
    const { status, cost_wei } = await world.ctx.db
      .selectFrom('relayed_transactions as relayed')
      .innerJoin('transactions', 'transactions.relayed_id', 'relayed.id')
      .select(['relayed.status', 'cost_wei'])
      .where('transactions.id', '=', uuid)
      .executeTakeFirstOrThrow()
    expect(status).toBe('failed')
    expect(BigInt(cost_wei ?? 0)).toBeGreaterThan(0n)
    expect((await world.execute(body)).content).toEqual({ success: true, transactionHash: hash })
  })

  test('behavior: before the service ever saw it: stored as CONFIRMED with that hash, with a 200 response', async () => {
    const to = newAddress()
    const body = world.signed(wallet, world.transfer(to, 5n))
    const { hash, digest, blockNumber } = await bringOutside(world, body)
    const answers = await Promise.all([world.execute(body), world.execute(body)])
    for (const { status, content, text } of answers) {
      expect(status, text).toBe(200)
      expect(content).toEqual({ success: true, transactionHash: hash })
    }
    const listed = await world.call('GET', `/v1/baas/transactions?digest=${digest}`)
    expect(listed.content).toMatchObject([
      { status: 'CONFIRMED', transactionHash: hash, digest, blockNumber: String(blockNumber) },
    ])
    expect(await world.coinsOf(to)).toBe(5n)
    expect(await world.eventsOf(listed.content[0].transactionUuid)).toEqual(['transaction.confirmed'])
    const receipt = await world.call(
      'GET',
      `/v1/org/transactions/${listed.content[0].transactionUuid}/receipt`,
    )
    expect(receiptSchema.parse(receipt.content).outcome).toMatchObject({
      status: 'CONFIRMED',
      transactionHash: hash,
    })
  })

  test('error: an Executed event of another contract confirms nothing', async () => {
    const { uuid } = await refusedPayment()
    const { digest } = await read(uuid)
    const liar = await deployRuntime(world.chain, `0x5f357f${EXECUTED.slice(2)}5f5fa200`)
    await world.chain.send({ to: liar, data: digest as Hex })
    await block()
    const followed = await refusedPayment()
    await world.chain.send({ to: followed.door, data: OPEN })
    await bringOutside(world, followed.body)
    // A later execution is recorded, so the event of the other contract was read too.
    await becomes(followed.uuid, { status: 'CONFIRMED' })
    expect(await read(uuid)).toMatchObject({ status: 'FAILED' })
  })
})

describe('a call that FAILED in its block', () => {
  test('behavior: shows until when it can still be executed, and becomes CONFIRMED after an execution', async () => {
    const { door, body, uuid, expiration, hash } = await refusedPayment()
    expect(await read(uuid)).toMatchObject({
      status: 'FAILED',
      transactionHash: hash,
      executableUntil: new Date(Number(expiration) * 1_000).toISOString(),
    })
    await world.chain.send({ to: door, data: OPEN })
    const outside = await bringOutside(world, body)
    await becomes(uuid, { status: 'CONFIRMED', transactionHash: outside.hash })
    expect(await read(uuid)).not.toHaveProperty('executableUntil')
    expect(await world.eventsOf(uuid)).toEqual([
      'transaction.submitted',
      'transaction.failed',
      'transaction.confirmed',
    ])
  })

  test('behavior: the same request sends the same transaction again: SUBMITTED, then CONFIRMED', async () => {
    const { door, body, uuid, hash } = await refusedPayment()
    // While the recipient still refuses, the state does not change.
    expect((await world.execute(body)).content).toEqual({ success: true, transactionHash: hash })
    expect(await read(uuid)).toMatchObject({ status: 'FAILED' })
    await world.chain.send({ to: door, data: OPEN })
    const again = await world.execute(body)
    expect(again.status, again.text).toBe(200)
    expect(again.content.transactionHash).not.toBe(hash)
    await becomes(uuid, { status: 'CONFIRMED', transactionHash: again.content.transactionHash })
    expect(await world.eventsOf(uuid)).toEqual([
      'transaction.submitted',
      'transaction.failed',
      'transaction.submitted',
      'transaction.confirmed',
    ])
    expect((await world.execute(body)).content).toEqual(again.content)
  })

  test('behavior: concurrent retries send it once', async () => {
    const { door, body, uuid } = await refusedPayment()
    await world.chain.send({ to: door, data: OPEN })
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.execute(body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await becomes(uuid, { status: 'CONFIRMED' })
    expect((await world.eventsOf(uuid)).filter((type) => type === 'transaction.submitted')).toHaveLength(2)
  })

  test('behavior: executed outside and then sent by the same request: the response has the outside hash', async () => {
    const { door, body, uuid } = await refusedPayment()
    await blind(uuid)
    await world.chain.send({ to: door, data: OPEN })
    const { hash } = await bringOutside(world, body)
    await follow(uuid)
    expect((await world.execute(body)).content).toEqual({ success: true, transactionHash: hash })
    expect(await read(uuid)).toMatchObject({ status: 'CONFIRMED', transactionHash: hash })
  })

  test('behavior: is final after the chain has passed its expiration', async () => {
    const { uuid, expiration } = await refusedPayment(inSeconds(90))
    world.clock.advance(100_000)
    await sql`update transactions set expiration = extract(epoch from now())::bigint - 1 where id = ${uuid}::uuid`.execute(
      world.ctx.db,
    )
    expect(await read(uuid)).not.toHaveProperty('executableUntil')
    await block()
    await expect.poll(() => watchOf(uuid), WAIT).toBeNull()
    expect(await read(uuid)).toMatchObject({
      status: 'FAILED',
      expiration: expect.not.stringMatching(expiration),
    })
  })

  test('behavior: requests each block from the chain at most once, however many calls are open', async () => {
    for (let open = 0; open < 3; open += 1) await refusedPayment()
    const { rpc } = world.ctx.chain
    const asked: string[] = []
    const request = rpc.request
    rpc.request = (schema, method, params) => {
      if (method === 'eth_call' || JSON.stringify(params).includes(EXECUTED)) asked.push(method)
      return request(schema, method, params)
    }
    const before = await world.ctx.db.selectFrom('outcome_cursors').select('block_number').executeTakeFirst()
    await block()
    await expect
      .poll(async () => {
        const now = await world.ctx.db.selectFrom('outcome_cursors').select('block_number').executeTakeFirst()
        return Number(now?.block_number) > Number(before?.block_number)
      }, WAIT)
      .toBe(true)
    rpc.request = request
    expect(asked).toEqual(['eth_getLogs'])
  })
})

describe('cancellation by the signer', () => {
  /** A call of the wallet to itself that cancels a signed request. The wallet's passkey signs it. */
  async function cancellation(of: TestWallet, body: Record<string, unknown>) {
    const { call } = readSignedCall(body)
    const args = [executeDigest(world.ctx.chain.id, call), call.expiration] as const
    const data = encodeFunctionData({ abi: passkeyWalletAbi, functionName: 'cancelCall', args })
    return world.signed(of, { toAddress: of.address, data })
  }

  test('behavior: a FAILED call is CANCELLED, and nobody can execute it', async () => {
    const { door, body, uuid, hash } = await refusedPayment()
    const cancelled = await world.execute(await cancellation(wallet, body))
    expect(cancelled.status, cancelled.text).toBe(200)
    await becomes(uuid, { status: 'CANCELLED', reason: 'its signer cancelled it' })
    expect(await read(uuid)).not.toHaveProperty('executableUntil')
    await world.chain.send({ to: door, data: OPEN })
    await expect(bringOutside(world, body)).rejects.toThrow()
    expect((await world.execute(body)).content).toEqual({ success: true, transactionHash: hash })
    expect((await read(uuid)).status).toBe('CANCELLED')
  })

  test('behavior: a held call is CANCELLED, and can no longer be approved', async () => {
    const body = world.signed(one.wallet, world.transfer(newAddress(), 1n))
    const uuid = (await world.execute(body)).content.transactionUuid
    const { call, signature } = readSignedCall(await cancellation(one.wallet, body))
    await world.chain.send({ to: call.walletAddress, data: encodeExecuteCall(call, signature) })
    await becomes(uuid, { status: 'CANCELLED' })
    expect((await one.approver.decide(uuid, 'approve')).status).toBe(409)
  })

  test('error: a call cancelled before the service saw it is refused with that reason, and nothing is stored', async () => {
    const body = world.signed(wallet, world.transfer(newAddress(), 1n))
    const { call, signature } = readSignedCall(await cancellation(wallet, body))
    await world.chain.send({ to: call.walletAddress, data: encodeExecuteCall(call, signature) })
    const answer = await world.execute(body)
    expect(answer).toMatchObject({ status: 400, content: { code: 'TRANSACTION_REVERTS' } })
    expect(answer.content.message).toContain('its signer has cancelled it')
    const digest = executeDigest(world.ctx.chain.id, readSignedCall(body).call)
    expect((await world.call('GET', `/v1/baas/transactions?digest=${digest}`)).content).toEqual([])
  })
})

/** Clears the watch as if no process had polled since, so that nothing reports the digest. */
const blind = (uuid: string) => setWatch(uuid, null)
const follow = (uuid: string) => setWatch(uuid, 'followed')
async function setWatch(uuid: string, watch: 'followed' | null): Promise<void> {
  await block()
  await expect.poll(() => watchOf(uuid), WAIT).not.toBe('unread')
  await world.ctx.db.updateTable('transactions').set({ watch }).where('id', '=', uuid).execute()
}
async function watchOf(uuid: string) {
  const row = await world.ctx.db
    .selectFrom('transactions')
    .select('watch')
    .where('id', '=', uuid)
    .executeTakeFirstOrThrow()
  return row.watch
}
