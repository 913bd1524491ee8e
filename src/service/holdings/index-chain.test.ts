import { randomUUID } from 'node:crypto'
import { numberToHex, type Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Rpc } from '#service/chain/rpc.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { quantitySchema, receiptSchema } from '#service/chain/rpc-schemas.ts'
import { returnLease, takeLease, type Lease } from '#service/db/leases.ts'
import { createKeyMark } from '#service/keys/api-key-format.ts'
import { createOrganization } from '#service/organizations/create-organization.ts'
import { encodeMint } from '#service/sandbox/demo-tokens.ts'
import { startTestChain, type TestChain } from '#service/testing/chain.ts'
import { newAddress } from '#service/testing/relay-harness.ts'
import { startTestContext, type TestContext } from '#service/testing/test-context.ts'
import { createIndexer } from './create-indexer.ts'
import { createIndexStep } from './index-chain.ts'
import { LeaseLost } from './index-progress.ts'

let net: TestChain
let ctx: TestContext

beforeAll(async () => {
  net = await startTestChain()
})
afterAll(() => net.close())
afterEach(() => ctx.close())

async function fresh(): Promise<TestContext> {
  return startTestContext({ chain: net.chain })
}

/** Wallets of one organization, as creation stores them. */
async function addWallets(addresses: readonly Address[], context = ctx): Promise<void> {
  const now = context.clock.now()
  const organization = await createOrganization(context.db, { name: 'Some', keyMark: createKeyMark(), now })
  const rows = addresses.map((address) => ({
    id: randomUUID(),
    organization_id: organization.id,
    address,
    qx: '1'.repeat(64),
    qy: '2'.repeat(64),
    rp_id_hash: '',
    label: '',
    external_user_id: '',
    external_user_label: '',
    email: '',
    backup_address: null,
    with_fee: false,
    status: 'deployed' as const,
    relayed_id: randomUUID(),
    transaction_hash: '',
    verification_id: randomUUID(),
    creation_hmac: '',
    answered_at: now,
    created_at: now,
    deployed_at: now,
  }))
  for (let from = 0; from < rows.length; from += 1_000)
    await context.db
      .insertInto('wallets')
      .values(rows.slice(from, from + 1_000))
      .execute()
}

type Request = { method: string; params: readonly unknown[] }

/** A step that reads through a node which the test makes odd, and the lease that it needs. */
async function reader(
  odd: (request: Request, ask: () => Promise<unknown>) => Promise<unknown> = (_r, ask) => ask(),
) {
  const lease: Lease = { name: 'holdings test', owner: randomUUID(), ttlMs: 60_000 }
  expect(await takeLease(ctx.db, lease)).toBe(true)
  const request: Rpc['request'] = async (schema, method, params) => {
    const ask = () => net.chain.rpc.request(z.unknown(), method, params)
    return z.parse(schema, await odd({ method, params }, ask))
  }
  const step = createIndexStep({ ...ctx, chain: { ...net.chain, rpc: { request } }, lease })
  const finish = async () => {
    while (await step());
  }
  return { step, finish, giveBack: () => returnLease(ctx.db, lease) }
}

/** Mints in as many blocks. */
async function mintBlocks(to: Address, blocks: number): Promise<void> {
  for (let amount = 1n; amount <= blocks; amount += 1n) await net.mintCoins(to, amount)
}

/** What is known, without what depends on the order of reading. */
async function events(context = ctx) {
  const rows = await context.db
    .selectFrom('holding_events')
    .selectAll()
    .orderBy('block_number')
    .orderBy('log_index')
    .orderBy('item_index')
    .orderBy('wallet_address')
    .execute()
  return rows
}
const amounts = async () => (await events()).map(({ amount }) => Number(amount))
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const next = async () =>
  Number((await ctx.db.selectFrom('holding_indexes').selectAll().executeTakeFirstOrThrow()).next_block)
const head = async () => Number(await net.chain.rpc.request(quantitySchema, 'eth_blockNumber', []))

const span = ({ params }: Request) => {
  const { fromBlock, toBlock } = Object(params[0])
  return Number(BigInt(toBlock) - BigInt(fromBlock)) + 1
}

describe('reading the chain', () => {
  test('behavior: a node that refuses ranges above ten blocks is asked in smaller ones', async () => {
    ctx = await fresh()
    const wallet = newAddress()
    await mintBlocks(wallet, 40)
    await addWallets([wallet])
    let refusals = 0
    const { finish } = await reader((request, ask) => {
      if (request.method !== 'eth_getLogs' || span(request) <= 10) return ask()
      refusals += 1
      return Promise.reject(
        new RpcError(request.method, { code: -32_600, message: 'up to a 10 block range' }),
      )
    })
    await finish()
    expect(await amounts()).toEqual(upTo(40))
    expect(await next()).toBe((await head()) + 1)
    // Three requests each; a larger range is tried again only now and then.
    expect(refusals).toBeLessThan(30)
  })

  test('behavior: a process that ends anywhere leaves no gap and nothing twice', async () => {
    ctx = await fresh()
    const [early, late] = [newAddress(), newAddress()]
    await mintBlocks(early, 12)
    await mintBlocks(late, 12)
    await addWallets([early])
    let failing = 0
    let isLateThere = false
    for (let lives = 0; ; lives += 1) {
      // Each life of the process breaks off at a later request than the one before.
      let requests = 0
      const { step, giveBack } = await reader((request, ask) => {
        requests += 1
        if (requests > lives % 23) return Promise.reject(new Error('the process ended'))
        if (request.method === 'eth_getLogs' && span(request) > 5) {
          return Promise.reject(new RpcError(request.method, { code: -32_005, message: 'too many blocks' }))
        }
        return ask()
      })
      const isMore = await step().catch(() => true)
      failing += isMore ? 1 : 0
      await giveBack()
      if (!isLateThere && lives > 50) {
        await addWallets([late])
        isLateThere = true
      } else if (!isMore && isLateThere) break
    }
    expect(failing).toBeGreaterThan(20)
    const pieces = await events()
    const whole = await fresh()
    const piecesCtx = ctx
    ctx = whole
    await addWallets([early, late])
    await (await reader()).finish()
    expect(pieces).toEqual(await events())
    expect(pieces).toHaveLength(24)
    await piecesCtx.close()
  })

  test('behavior: for thousands of wallets all token logs are read at once, and those of the wallets kept', async () => {
    ctx = await fresh()
    const wallets = Array.from({ length: 2_001 }, newAddress)
    await mintBlocks(wallets[2_000]!, 3)
    await mintBlocks(newAddress(), 2)
    await addWallets(wallets)
    const requests: Request[] = []
    const { finish } = await reader((request, ask) => {
      if (request.method === 'eth_getLogs') requests.push(request)
      return ask()
    })
    await finish()
    expect(await amounts()).toEqual([1, 2, 3])
    expect(requests).toHaveLength(1)
    expect(Object(requests[0]?.params[0]).topics).toHaveLength(1)
  })

  test('behavior: a block with more logs than the node answers is read for the wallets alone', async () => {
    ctx = await fresh()
    const wallets = Array.from({ length: 2_001 }, newAddress)
    await mintBlocks(wallets[7]!, 2)
    await addWallets(wallets)
    const { finish } = await reader((request, ask) => {
      if (request.method !== 'eth_getLogs' || Object(request.params[0]).topics.length > 1) return ask()
      return Promise.reject(
        new RpcError(request.method, { code: -32_005, message: 'more than 10000 results' }),
      )
    })
    await finish()
    expect(await amounts()).toEqual([1, 2])
  })

  test('behavior: where logs do not tell their time, their blocks are asked', async () => {
    ctx = await fresh()
    const wallet = newAddress()
    await mintBlocks(wallet, 3)
    await addWallets([wallet])
    const { finish } = await reader(async (request, ask) => {
      const answer = await ask()
      if (request.method !== 'eth_getLogs') return answer
      return z.parse(z.array(z.looseObject({})), answer).map((log) => ({ ...log, blockTimestamp: undefined }))
    })
    await finish()
    const block = z.object({ timestamp: quantitySchema })
    for (const event of await events()) {
      const at = numberToHex(BigInt(event.block_number))
      const { timestamp } = await net.chain.rpc.request(block, 'eth_getBlockByNumber', [at, false])
      expect(event.mined_at.getTime()).toBe(Number(timestamp) * 1_000)
    }
    expect(await amounts()).toEqual([1, 2, 3])
  })

  test('behavior: logs that a node behind the others did not have yet are found with the next block', async () => {
    ctx = await fresh()
    const wallet = newAddress()
    await addWallets([wallet])
    let isBehind = false
    const { finish } = await reader((request, ask) =>
      request.method === 'eth_getLogs' && isBehind ? Promise.resolve([]) : ask(),
    )
    await finish()
    isBehind = true
    await mintBlocks(wallet, 2)
    await finish()
    expect(await amounts()).toEqual([])
    isBehind = false
    await net.mintCoins(newAddress(), 1n)
    await finish()
    expect(await amounts()).toEqual([1, 2])
  })
})

describe('reorganizations', () => {
  /** The newest blocks are replaced by empty ones. What other tests' accounts sent stays. */
  const reorganize = (depth: number) => net.chain.rpc.request(z.unknown(), 'anvil_reorg', [depth, []])

  /** As `mintCoins`, by an account of its own: a reorganization takes back what an account has sent. */
  async function mintOnce(to: Address, amount: bigint): Promise<void> {
    const account = privateKeyToAccount(generatePrivateKey())
    await net.embedded.fund(account.address, 10n ** 20n)
    const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n, gas: 8_000_000n }
    const call = { to: net.tokens.erc20, data: encodeMint({ standard: 'erc20', to, amount }) }
    const signed = await account.signTransaction({
      type: 'eip1559',
      chainId: net.chain.id,
      nonce: 0,
      ...call,
      ...fees,
    })
    const hash = await net.chain.sendRawTransaction(signed)
    const receipt = () =>
      net.chain.rpc.request(z.nullable(receiptSchema), 'eth_getTransactionReceipt', [hash])
    while ((await receipt()) === null) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  async function mintSome(to: Address, blocks: number): Promise<void> {
    for (let amount = 1n; amount <= blocks; amount += 1n) await mintOnce(to, amount)
  }

  test('behavior: what was read in blocks that are gone is taken back and read as it is now', async () => {
    ctx = await fresh()
    const wallet = newAddress()
    await addWallets([wallet])
    await mintSome(wallet, 6)
    const { finish } = await reader()
    await finish()
    expect(await amounts()).toEqual(upTo(6))
    await reorganize(3)
    await finish()
    expect(await amounts()).toEqual([1, 2, 3])
    await mintOnce(wallet, 100n)
    await finish()
    expect(await amounts()).toEqual([1, 2, 3, 100])
    expect(await next()).toBe((await head()) + 1)
  })

  test('behavior: a wallet whose past was being read loses no block either', async () => {
    ctx = await fresh()
    const [first, second] = [newAddress(), newAddress()]
    await addWallets([first])
    await mintSome(second, 5)
    const { step, finish } = await reader((request, ask) =>
      request.method === 'eth_getLogs' && span(request) > 6
        ? Promise.reject(new RpcError(request.method, { code: -32_005, message: 'too many blocks' }))
        : ask(),
    )
    await finish()
    await addWallets([second])
    await step()
    await reorganize(2)
    await mintOnce(second, 50n)
    await finish()
    expect(await amounts()).toEqual([1, 2, 3, 50])
  })

  test('behavior: when no block that is known stands on the chain any more, everything is read again', async () => {
    ctx = await fresh()
    const wallet = newAddress()
    await addWallets([wallet])
    await mintSome(wallet, 2)
    const { finish } = await reader()
    await finish()
    await ctx.db
      .updateTable('holding_blocks')
      .set({ hash: numberToHex(1, { size: 32 }) })
      .execute()
    await ctx.db.updateTable('holding_events').set({ amount: '77' }).execute()
    await finish()
    expect(await amounts()).toEqual([1, 2])
  })

  test('behavior: a node that is merely behind takes nothing back', async () => {
    ctx = await fresh()
    const wallet = newAddress()
    await addWallets([wallet])
    await mintSome(wallet, 4)
    await (await reader()).finish()
    const before = await next()
    await ctx.db.deleteFrom('leases').execute()
    const { finish } = await reader((request, ask) => {
      if (request.method !== 'eth_getBlockByNumber' || request.params[0] !== 'latest') return ask()
      return net.chain.rpc.request(z.unknown(), request.method, [numberToHex(before - 3), false])
    })
    await finish()
    expect(await amounts()).toEqual(upTo(4))
    expect(await next()).toBe(before)
  })
})

describe('several processes', () => {
  test('behavior: what one that lost its lease has read is not stored', async () => {
    ctx = await fresh()
    const wallet = newAddress()
    await addWallets([wallet])
    await mintBlocks(wallet, 2)
    let steal = async () => {}
    const { step } = await reader(async (request, ask) => {
      const answer = await ask()
      if (request.method === 'eth_getLogs') await steal()
      return answer
    })
    steal = async () => {
      await ctx.db.updateTable('leases').set({ owner: randomUUID() }).execute()
    }
    await expect(step()).rejects.toThrow(LeaseLost)
    expect(await amounts()).toEqual([])
  })

  test('behavior: one reads, and another goes on when it stops', async () => {
    ctx = await fresh()
    const wallet = newAddress()
    await addWallets([wallet])
    const asked = [0, 0]
    const indexer = (index: number) => {
      const request: Rpc['request'] = (schema, method, params) => {
        asked[index] = (asked[index] ?? 0) + 1
        return net.chain.rpc.request(schema, method, params)
      }
      return createIndexer({ ...ctx, chain: { ...net.chain, rpc: { request } } }, { paceMs: 5, pollMs: 20 })
    }
    const [first, second] = [indexer(0), indexer(1)]
    const until = async (count: number) => {
      while ((await amounts()).length < count) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    first.start()
    await mintBlocks(wallet, 3)
    await until(3)
    second.start()
    await mintBlocks(wallet, 3)
    await until(6)
    expect(asked[1]).toBe(0)
    await first.stop()
    const askedFirst = asked[0]
    await mintBlocks(wallet, 3)
    await until(9)
    expect(asked[0]).toBe(askedFirst)
    await second.stop()
    expect(await ctx.db.selectFrom('leases').selectAll().execute()).toEqual([])
  })
})
