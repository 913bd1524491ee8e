import { parseTransaction, type Hex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { receiptSchema } from '#service/chain/rpc-schemas.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { encodeMint } from '#service/sandbox/demo-tokens.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { readGasBudget } from './gas-budget.ts'
import type { RelaySettings } from './relay-parts.ts'
import type { Relay, RelayHandlers, RelayOutcome, RelayRequest } from './relay.ts'

const world = await forFile(serviceWorld.relays())
afterEach(() => world.endTest())

async function bundling(
  settings: Partial<RelaySettings> = {},
  handlers: RelayHandlers = {},
  chain: Partial<ChainConnection> = {},
): Promise<Relay> {
  const relay = await world.fresh({ settings, handlers, chain })
  relay.bundleThrough(world.net.bundleContract)
  return relay
}

const coins = (purpose: RelayRequest['purpose'] = 'transaction', to = newAddress()): RelayRequest => ({
  ...world.mint(to, 1n),
  purpose,
})
const item = (tokenId: bigint): RelayRequest => ({
  purpose: 'transaction',
  to: world.net.tokens.erc721,
  data: encodeMint({ standard: 'erc721', to: world.relayer.address, tokenId }),
})
const several = (count: number) => Array.from({ length: count }, () => coins())

/** Returns the rows of the calls and those of the transactions sent to the chain. */
async function stored() {
  const rows = await world.rows()
  return {
    bundles: rows.filter(({ purpose }) => purpose === 'bundle'),
    transactions: rows.filter(({ bundle_id: bundle }) => bundle === null),
    of: (id: string) => rows.find((row) => row.id === id),
  }
}

const settleAll = (relay: Relay, sent: readonly { id: string }[]) =>
  Promise.all(sent.map(({ id }) => world.settled(relay, id)))

test('behavior: calls that wait together share one transaction, and each has its own outcome', async () => {
  const seen: RelayOutcome[] = []
  const relay = await bundling(
    {},
    {
      transaction: { settled: async (_, outcomes) => void seen.push(...outcomes) },
    },
  )
  const to = newAddress()
  const requests = Array.from({ length: 10 }, () => coins('transaction', to))
  const sent = await world.submitTogether(relay, requests)
  expect(new Set(sent.map(({ hash }) => hash)).size).toBe(1)
  expect(new Set(sent.map(({ id }) => id)).size).toBe(10)
  const outcomes = await settleAll(relay, sent)
  for (const [index, outcome] of outcomes.entries())
    expect(outcome).toMatchObject({ ...sent[index], status: 'confirmed' })
  expect(seen.map(({ id }) => id).toSorted()).toEqual(sent.map(({ id }) => id).toSorted())
  expect(await world.coinsOf(to)).toBe(10n)
  const { bundles, transactions } = await stored()
  expect(bundles).toMatchObject([{ status: 'confirmed', to_address: world.net.bundleContract.toLowerCase() }])
  expect(transactions).toHaveLength(2)
})

test('behavior: a call that arrives while another process takes the lane’s nonces joins the waiting bundle', async () => {
  const relay = await bundling()
  const sending = await world.ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('relayer_lanes').selectAll().forUpdate().execute()
    const isFirstThere = world.whenSimulated(1)
    const first = relay.submit(coins())
    await isFirstThere
    const areAllThere = world.whenSimulated(3)
    const others = several(3).map((request) => relay.submit(request))
    await areAllThere
    return [first, ...others]
  })
  const sent = await Promise.all(sending)
  expect(new Set(sent.map(({ hash }) => hash)).size).toBe(1)
  for (const outcome of await settleAll(relay, sent)) expect(outcome).toMatchObject({ status: 'confirmed' })
})

test('behavior: a single waiting call is sent alone', async () => {
  const relay = await bundling()
  const { id } = await relay.submit(coins())
  expect(await world.settled(relay, id)).toMatchObject({ status: 'confirmed' })
  expect(await world.rows()).toMatchObject([{ id, purpose: 'transaction', bundle_id: null }])
})

test('behavior: deployments are bundled with deployments, calls with calls, and other transactions are sent alone', async () => {
  const relay = await bundling()
  const purposes = ['wallet', 'transaction', 'sandbox', 'wallet', 'deployment', 'transaction'] as const
  const sent = await world.submitTogether(
    relay,
    purposes.map((purpose) => coins(purpose)),
  )
  await settleAll(relay, sent)
  const [wallet, call, sandbox, otherWallet, deployment, otherCall] = sent.map(({ hash }) => hash)
  expect(wallet).toBe(otherWallet)
  expect(call).toBe(otherCall)
  expect(new Set([wallet, call, sandbox, deployment]).size).toBe(4)
})

test('behavior: a call that fails on chain fails alone, with its reason', async () => {
  const relay = await bundling()
  const tokenId = BigInt(newAddress())
  const sent = await world.submitTogether(relay, [coins(), item(tokenId), coins(), item(tokenId), coins()])
  const outcomes = await settleAll(relay, sent)
  const failed = outcomes.filter(({ status }) => status === 'failed')
  expect(failed).toMatchObject([
    { hash: sent[0]?.hash, reason: expect.stringContaining('ERC721InvalidSender') },
  ])
  // Only the first of the two got the item. Their order is not fixed.
  expect([sent[1]?.id, sent[3]?.id]).toContain(failed[0]?.id)
})

test('behavior: the gas and cost of a bundle are divided among its calls, to the last wei', async () => {
  const relay = await bundling()
  const tokenId = BigInt(newAddress())
  const sent = await world.submitTogether(relay, [...several(3), item(tokenId), item(tokenId)])
  await settleAll(relay, sent)
  const { of, bundles } = await stored()
  const sum = (of: readonly (string | null | undefined)[]) =>
    of.reduce((total, one) => total + BigInt(one ?? 0), 0n)
  const rows = sent.map(({ id }) => of(id))
  const receipt = await world.chain.rpc.request(receiptSchema, 'eth_getTransactionReceipt', [sent[0]?.hash])
  expect(sum(rows.map((row) => row?.gas_used))).toBe(receipt.gasUsed)
  expect(sum(rows.map((row) => row?.cost_wei))).toBe(BigInt(bundles[0]?.cost_wei ?? 0))
  // The last two calls are equal. The one that reverted used much less gas.
  const [less = 0, more = 0] = rows
    .slice(3)
    .map((row) => Number(row?.gas_used))
    .toSorted((a, b) => a - b)
  expect(less * 2).toBeLessThan(more)
})

test('behavior: if the caller’s row cannot be stored, that call fails alone, and most others are still bundled', async () => {
  const relay = await bundling()
  const bad = { ...coins(), onSigned: () => Promise.reject(new Error('not this one')) }
  const sent = world.submitTogether(relay, [...several(8), bad]).catch((error: unknown) => error)
  expect(await sent).toMatchObject({ message: 'not this one' })
  // The error arrives while the others are still being signed and stored.
  const sentCalls = async () => {
    const calls = (await world.rows()).filter(({ purpose }) => purpose === 'transaction')
    return calls.filter(({ status }) => status !== 'signed')
  }
  await expect.poll(sentCalls).toHaveLength(8)
  const { bundles } = await stored()
  expect(bundles.length).toBeGreaterThan(0)
})

test.each([
  ['the configured maximum of calls', { callsPerTransactionMax: 3 }, 7, [3, 3]],
  ['as many calls as fit in the gas limit of a transaction', { gasLimitMax: 2_000_000n }, 6, [3, 3]],
  ['one call, which is sent alone', { callsPerTransactionMax: 1 }, 3, []],
])('param: a bundle has %s', async (_what, settings, count, sizes) => {
  const relay = await bundling(settings)
  await settleAll(relay, await world.submitTogether(relay, several(count)))
  const { bundles } = await stored()
  const rows = await world.rows()
  expect(bundles.map(({ id }) => rows.filter((row) => row.bundle_id === id).length)).toEqual(sizes)
  for (const bundle of bundles)
    expect(bundle.gas_limit).toBeLessThanOrEqual(
      Number('gasLimitMax' in settings ? settings.gasLimitMax : 8_000_000n),
    )
})

/**
 * Mines the single call before the bundle, so that the bundle is at the head of the lane, and waits for its
 * replacement.
 */
async function untilReplaced(callId: string) {
  const { transactions, of } = await stored()
  const [head] = await world.attemptsOf(transactions[0]!.id)
  await world.chain.sendRawTransaction(head!.raw)
  world.ctx.clock.advance(11_000)
  const bundleId = of(callId)!.bundle_id!
  await expect.poll(async () => (await world.attemptsOf(bundleId)).length).toBeGreaterThan(1)
  return world.attemptsOf(bundleId)
}

test('behavior: a stuck bundle is replaced with higher fees, and whichever form is mined settles its calls', async () => {
  const pool = world.losingPool()
  const relay = await bundling({ stuckMs: 10_000 }, {}, pool.chain)
  const sent = await world.submitTogether(relay, several(4))
  const [first] = await untilReplaced(sent[0]!.id)
  expect(new Set((await world.rows()).slice(1).map(({ hash }) => hash)).size).toBe(1)
  await world.chain.sendRawTransaction(first!.raw)
  const { hash } = first!
  expect(await settleAll(relay, sent)).toMatchObject(sent.map(() => ({ status: 'confirmed', hash })))
  for (const { id } of sent) expect((await stored()).of(id)?.hash).toBe(hash)
})

test('behavior: a more expensive form of a bundle reserves more for each of its calls', async () => {
  const pool = world.losingPool()
  const relay = await bundling({ stuckMs: 10_000 }, {}, pool.chain)
  const { db, clock } = world.ctx
  const { id: organizationId } = await createOrganization(db, { name: 'Gas', now: clock.now() })
  const sent = await world.submitTogether(
    relay,
    several(3).map((call) => ({ ...call, organizationId })),
  )
  const budget = { organizationId, defaultWeiPerDay: undefined, now: clock.now() }
  const reservedOf = async () => {
    const { of } = await stored()
    return sent.reduce((sum, { id }) => sum + BigInt(of(id)?.reserved_wei ?? 0), 0n)
  }
  const before = await reservedOf()
  expect((await readGasBudget(db, budget)).spentWei).toBe(before)
  await untilReplaced(sent[0]!.id)
  const after = await reservedOf()
  expect(after).toBeGreaterThan(before)
  expect((await readGasBudget(db, budget)).spentWei).toBe(after)
  pool.keep()
  clock.advance(11_000)
  await settleAll(relay, sent)
  const { of } = await stored()
  const cost = sent.reduce((sum, { id }) => sum + BigInt(of(id)?.cost_wei ?? 0), 0n)
  expect((await readGasBudget(db, budget)).spentWei).toBe(cost)
})

test('behavior: a bundle that the pool rejects for good releases its nonce, and its calls fail', async () => {
  const { bundleContract } = world.net
  const sendRawTransaction = (raw: Hex): Promise<Hex> =>
    parseTransaction(raw).to === bundleContract.toLowerCase()
      ? Promise.reject(new RpcError('eth_sendRawTransaction', { code: -32_000, message: 'not in this pool' }))
      : world.chain.sendRawTransaction(raw)
  const relay = await bundling({ refusedMs: 30_000 }, {}, { sendRawTransaction })
  const refused = await world.submitTogether(relay, several(2)).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'CHAIN_FAILED' })
  world.ctx.clock.advance(3_000)
  await expect.poll(async () => (await stored()).bundles[0]?.refusal).toBe('not in this pool')
  world.ctx.clock.advance(40_000)
  const calls = (await world.rows()).filter(({ bundle_id: bundle }) => bundle !== null)
  const reason = expect.stringContaining('not in this pool')
  expect(await settleAll(relay, calls)).toMatchObject(calls.map(() => ({ status: 'failed', reason })))
})

test('behavior: the next process broadcasts a bundle that was stored and never reached a pool', async () => {
  const pool = world.losingPool()
  const relay = await bundling({ sweepMs: 60_000 }, {}, pool.chain)
  const to = newAddress()
  const sent = await world.submitTogether(relay, [coins('wallet', to), coins('wallet', to)])
  await relay.stop()
  const later = await world.another()
  expect(await settleAll(later, sent)).toMatchObject(sent.map(({ hash }) => ({ status: 'confirmed', hash })))
  expect(await world.coinsOf(to)).toBe(2n)
})
