import type { Address, Hex } from 'viem'
import { afterAll, expect, test, vi } from 'vitest'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { readHeader } from '#service/chain/chain-data.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { readAuthority } from '#service/chain/wallet-authority.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import { createFeeSource } from '#service/relayer/fees.ts'
import { RELAY_DEFAULTS } from '#service/relayer/relay-parts.ts'
import { startPlainAnvil } from '#service/testing/plain-anvil.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { expirationIn, signedRequest } from '#service/testing/wallet-requests.ts'
import { sendObjections } from './send-objections.ts'

const DELAY_SECONDS = 27n * 86_400n
/** Depth in blocks at which a block is final in this test. */
const CONFIRMATIONS = 4

const anvil = await startPlainAnvil()
const world = await serviceWorld.node({ anvil })
afterAll(async () => {
  await world.stop()
  await anvil.stop()
})
const { ctx } = world
const { content: made } = await world.call('POST', '/v1/org/policy-signer')
let calls = 0

/** Stores the objection to a removal, as the request of an administrator does. */
async function store({ address, until }: { address: Address; until: bigint }) {
  const { organization_id } = await ctx.db
    .selectFrom('policy_signers')
    .select('organization_id')
    .executeTakeFirstOrThrow()
  const row = {
    wallet_address: lowerCase(address),
    removal_ends_at: String(until),
    organization_id,
    co_signer: lowerCase(made.address),
  }
  await ctx.db.insertInto('removal_objections').values(row).execute()
}

/** Ends the pause between rounds. */
async function makeDue(): Promise<void> {
  await ctx.db
    .updateTable('removal_objections')
    .set({ due_at: new Date(0) })
    .execute()
}

/** Creates a wallet whose policy signer is being removed. */
async function removing() {
  const wallet = await world.createWallet()
  const { address } = wallet
  const authority = () => readAuthority(ctx.chain, address)
  await expect.poll(() => isDeployed(ctx.chain, address)).toBe(true)
  const callItself = async (data: Hex) => {
    calls += 1
    const fields = { toAddress: address, expiration: expirationIn(600 + calls, ctx.clock.now()), data }
    const body = signedRequest(ctx.chain.id, wallet, fields)
    const answer = await world.call('POST', '/v1/baas/transactions/execute', { body })
    expect(answer.status, answer.text).toBe(200)
  }
  await callItself(encodeCall('setCoSigner(address)', [made.address]))
  await expect.poll(async () => (await authority())?.coSigner).toBe(lowerCase(made.address))
  await callItself(encodeCall('startCoSignerRemoval()', []))
  const untilNow = async () => (await authority())?.coSignerUntilSeconds
  await expect.poll(untilNow).toBeDefined()
  return { address, until: (await untilNow()) ?? 0n, untilNow }
}

test('behavior: sends an objection again after a reorg, and two processes fund it once', async () => {
  const { address, until, untilNow } = await removing()
  // Makes blocks final at this depth from now on. The chain mines one block per transaction and no others.
  ctx.settings.confirmations = CONFIRMATIONS
  const fees = createFeeSource(ctx.chain, ctx.clock, RELAY_DEFAULTS)
  const isDone = async () => {
    const row = await ctx.db.selectFrom('removal_objections').select('done_at').executeTakeFirst()
    return row?.done_at instanceof Date
  }
  /** Runs two concurrent rounds in addition to the service's own job. */
  const tryNow = async () => {
    await makeDue()
    await Promise.all([sendObjections(ctx, fees), sendObjections(ctx, fees)])
    return untilNow()
  }
  const asked = await world.call('POST', `/v1/org/wallets/${address}/objection`)
  expect(asked.content, asked.text).toEqual({ success: true })
  await expect.poll(tryNow).toBe(until + DELAY_SECONDS)
  expect(await isDone()).toBe(false)

  // The newest block contains the objection.
  await anvil.reorganize(1)
  expect(await untilNow()).toBe(until)
  await expect.poll(tryNow).toBe(until + DELAY_SECONDS)

  await anvil.mine(CONFIRMATIONS)
  await expect.poll(async () => (await tryNow(), isDone())).toBe(true)
  const fundings = await ctx.db
    .selectFrom('relayed_transactions')
    .select('status')
    .where('to_address', '=', lowerCase(made.address))
    .execute()
  expect(fundings).toHaveLength(1)
})

test('behavior: a process whose newest block precedes the removal does not finish the objection', async () => {
  ctx.settings.confirmations = 1
  await ctx.db.deleteFrom('removal_objections').execute()
  const removal = await removing()
  const behind = await readHeader(ctx.chain, (await anvil.head()) - 1n)
  if (behind === null) throw new Error('the node does not have the block')
  const fees = createFeeSource(ctx.chain, ctx.clock, RELAY_DEFAULTS)
  await store(removal)
  await sendObjections({ ...ctx, chain: { ...ctx.chain, knownBlocks: () => [behind] } }, fees)
  const rows = await ctx.db.selectFrom('removal_objections').select('done_at').execute()
  expect(rows).toEqual([{ done_at: null }])
  await expect.poll(removal.untilNow).toBe(removal.until + DELAY_SECONDS)
})

test('behavior: the next objection pays the minimum fee that the node names', async () => {
  const { address, until } = await removing()
  const minTip = 7_000_000_000n
  const fees = createFeeSource(ctx.chain, ctx.clock, RELAY_DEFAULTS)
  expect((await fees.current()).maxPriorityFeePerGas).toBeLessThan(minTip)
  await anvil.fund(made.address, 10n ** 20n)
  const message = `transaction underpriced: gas tip cap 1, minimum needed ${minTip}`
  // The service's own job, which may take the objection first, is refused too.
  const refused = vi
    .spyOn(ctx.chain, 'sendRawTransaction')
    .mockRejectedValue(new RpcError('eth_sendRawTransaction', { code: -32_000, message }))
  await ctx.db.deleteFrom('removal_objections').execute()
  await store({ address, until })
  const tryNow = async () => {
    await makeDue()
    await sendObjections(ctx, fees)
    return (await fees.current()).maxPriorityFeePerGas
  }
  await expect.poll(tryNow).toBe(minTip)
  refused.mockRestore()
})
