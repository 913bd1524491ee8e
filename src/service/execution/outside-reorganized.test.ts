import { randomUUID } from 'node:crypto'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { hashSchema } from '#service/chain/rpc-schemas.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { executeUnseen } from '#service/testing/outside-execution.ts'
import { CONFIRMATIONS, startReorganizedService } from '#service/testing/reorganized-service.ts'
import { readSignedCall } from '#service/testing/wallet-requests.ts'
import { coinTransfer, expirationIn, signedRequest } from '#service/testing/wallet-requests.ts'
import { followOutcomes } from './follow-outcomes.ts'
import { outcomeChain } from './outcome-chain.ts'
import { outcomeStore } from './outcome-store.ts'

const WAIT = { timeout: 120_000 }

const { anvil, outsider, service, wallet } = await forFile(startReorganizedService())
let nonce = 0

function payment(amount: bigint) {
  const to = newAddress()
  const expiration = expirationIn(600 + Number(amount), service.ctx.clock.now())
  const fields = { toAddress: service.tokens.erc20, expiration, ...coinTransfer(to, amount) }
  const body = signedRequest(anvil.chainId, wallet, fields)
  return { to, body, digest: executeDigest(anvil.chainId, readSignedCall(body).call) }
}

const execute = (body: Record<string, unknown>) =>
  service.call('POST', '/v1/baas/transactions/execute', { body })

/** Sends the call from an account that the service does not know. */
async function bring(body: Record<string, unknown>): Promise<Hex> {
  const { call, signature } = readSignedCall(body)
  const raw = await outsider.signTransaction({
    type: 'eip1559',
    chainId: anvil.chainId,
    nonce,
    to: call.walletAddress,
    data: encodeExecuteCall(call, signature),
    gas: 400_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 1n,
  })
  nonce += 1
  return anvil.rpc.request(hashSchema, 'eth_sendRawTransaction', [raw])
}

const recordsSchema = z.array(z.looseObject({ status: z.string(), transactionHash: z.optional(z.string()) }))
async function recordOf(digest: string) {
  const { content } = await service.call('GET', `/v1/baas/transactions?digest=${digest}`)
  return z.parse(recordsSchema, content)[0]
}

const becomes = (digest: string, record: Record<string, unknown>, first?: () => Promise<unknown>) =>
  expect
    .poll(async () => {
      await first?.()
      return recordOf(digest)
    }, WAIT)
    .toMatchObject(record)

test('behavior: executed outside, then removed by a reorg: the relayer sends it again, CONFIRMED with its own hash, paid once', async () => {
  const { to, body, digest } = payment(11n)
  const outside = await bring(body)
  await executeUnseen({ ctx: service.ctx, execute }, body)
  await anvil.mine(CONFIRMATIONS)
  await becomes(digest, { status: 'CONFIRMED', transactionHash: outside })
  await anvil.reorganize(CONFIRMATIONS + 3)
  nonce -= 1
  await becomes(digest, { status: 'SUBMITTED' })
  await expect.poll(() => service.coinsOf(to), WAIT).toBe(11n)
  await anvil.mine(CONFIRMATIONS)
  await becomes(digest, { status: 'CONFIRMED' })
  expect((await recordOf(digest))?.transactionHash).not.toBe(outside)
  expect(await service.coinsOf(to)).toBe(11n)
})

test('behavior: executed outside before the service saw it, then removed by a reorg: FAILED, and the same request pays once', async () => {
  const { to, body, digest } = payment(12n)
  const outside = await bring(body)
  await anvil.mine(CONFIRMATIONS)
  expect((await execute(body)).content.transactionHash).toBe(outside)
  await becomes(digest, { status: 'CONFIRMED', transactionHash: outside })
  await anvil.reorganize(CONFIRMATIONS + 2)
  nonce -= 1
  await becomes(digest, { status: 'FAILED', reason: 'the chain took the block of its execution back' })
  expect(await service.coinsOf(to)).toBe(0n)
  const again = await execute(body)
  expect(again.content.transactionHash).not.toBe(outside)
  await expect.poll(() => service.coinsOf(to), WAIT).toBe(12n)
  await anvil.mine(CONFIRMATIONS)
  await becomes(digest, { status: 'CONFIRMED', transactionHash: again.content.transactionHash })
  expect(await service.coinsOf(to)).toBe(12n)
})

test('behavior: executed outside without the approval, removed by a reorg and executed again: reported as unapproved each time', async () => {
  await enrol()
  const { to, body, digest } = payment(13n)
  const first = await bring(body)
  await anvil.mine(CONFIRMATIONS)
  expect((await execute(body)).content.transactionHash).toBe(first)
  const unapproved = 'it was executed without the approval of its end-user'
  await becomes(digest, { status: 'CONFIRMED', transactionHash: first, reason: unapproved })
  await anvil.reorganize(CONFIRMATIONS + 2)
  nonce -= 1
  const reason = 'the chain took the block of its execution without an approval back'
  await becomes(digest, { status: 'FAILED', reason })
  expect(await service.coinsOf(to)).toBe(0n)
  const second = await bring(body)
  await anvil.mine(CONFIRMATIONS)
  await becomes(digest, { status: 'CONFIRMED', transactionHash: second, reason: unapproved })
  const alarms = service.ctx.logLines.filter((line) => line.includes('executed-without-approval'))
  // The same bytes from the same account have the same hash.
  expect(second).toBe(first)
  expect(alarms.filter((line) => line.includes(first))).toHaveLength(2)
  expect(await service.coinsOf(to)).toBe(13n)
})

test('behavior: found on the chain without the approval, removed by a reorg and executed again: listed and reported once', async () => {
  const { to, body, digest } = payment(14n)
  const found = { status: 'CONFIRMED', outside: true, bypassed: 'end-user' }
  const first = await bring(body)
  await anvil.mine(CONFIRMATIONS)
  await becomes(digest, { ...found, transactionHash: first }, look)
  await anvil.reorganize(CONFIRMATIONS + 2)
  nonce -= 1
  await becomes(digest, { status: 'FAILED' })
  expect(await recordOf(digest)).not.toHaveProperty('bypassed')
  expect(await service.coinsOf(to)).toBe(0n)
  const second = await bring(body)
  await anvil.mine(CONFIRMATIONS)
  await becomes(digest, { ...found, transactionHash: second })
  const mails = service.ctx.db.selectFrom('approver_mails').select('id').where('executed_digest', '=', digest)
  expect(await mails.execute()).toHaveLength(1)
})

/** Runs a round of another process without waiting for its next patrol (`follow-outcomes.ts`). */
const look = () => followOutcomes({ chain: outcomeChain(service.ctx), store: outcomeStore(service.ctx) })

/** Makes the wallet belong to an end-user with a passkey of the approval app. */
async function enrol(): Promise<void> {
  const { db, clock } = service.ctx
  const person = { external_user_id: 'reorganized', email: 'reorganized@example.com' }
  await db.updateTable('wallets').set(person).where('address', '=', wallet.address.toLowerCase()).execute()
  const approver = {
    ...person,
    id: randomUUID(),
    user_handle: randomUUID(),
    organization_id: service.demo.id,
  }
  await db.insertInto('approvers').values(approver).execute()
  await db.updateTable('approvers').set({ enrolled_at: clock.now() }).where('id', '=', approver.id).execute()
}
