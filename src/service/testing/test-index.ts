import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import type { Rpc } from '#service/chain/rpc.ts'
import { returnLease, takeLease, type Lease } from '#service/db/leases.ts'
import { createIndexStep } from '#service/holdings/index-chain.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { startTestChain } from './chain.ts'
import { DatabasesOverChain } from './databases-over-chain.ts'
import { walletRow } from './stored-rows.ts'

/** A request to the node. An `OddNode` responds to it, and may `ask` the real node. */
export type NodeRequest = { method: string; params: readonly unknown[] }
export type OddNode = (request: NodeRequest, ask: () => Promise<unknown>) => Promise<unknown>

/** Number of blocks in a request for logs. */
export function blocksAsked({ params }: NodeRequest): number {
  const { fromBlock, toBlock } = Object(params[0])
  return Number(BigInt(toBlock) - BigInt(fromBlock)) + 1
}

/** Reads one real chain into fresh databases. */
export class TestIndex extends DatabasesOverChain {
  static async start(): Promise<TestIndex> {
    return new TestIndex(await startTestChain())
  }

  /** Adds wallets of one organization, as creation stores them. */
  async addWallets(addresses: readonly Address[]): Promise<void> {
    const { db, clock } = this.ctx
    const now = clock.now()
    const organization = await createOrganization(db, { name: 'Some', now })
    const rows = addresses.map((address) =>
      walletRow({ organization_id: organization.id, address, created_at: now }),
    )
    for (let from = 0; from < rows.length; from += 1_000) {
      await db
        .insertInto('wallets')
        .values(rows.slice(from, from + 1_000))
        .execute()
    }
  }

  /** RPC client whose responses `odd` can change. */
  rpc(odd: OddNode): Rpc {
    return {
      request: async (schema, method, params) => {
        const ask = () => this.net.chain.rpc.request(z.unknown(), method, params)
        return z.parse(schema, await odd({ method, params }, ask))
      },
    }
  }

  /** Index steps of a process that holds the lease. `finish` runs all of them. */
  async reader(odd: OddNode = (_request, ask) => ask()) {
    const { ctx, net } = this
    // The lease lasts longer than a test on a busy machine.
    const lease: Lease = { name: 'holdings test', owner: randomUUID(), ttlMs: 600_000 }
    if (!(await takeLease(ctx.db, lease))) throw new Error('another reader has the lease')
    const step = createIndexStep({ ...ctx, chain: { ...net.chain, rpc: this.rpc(odd) }, lease })
    const finish = () => waitFor('the index to reach the head', async () => !(await step()), { pollMs: 0 })
    return { step, finish, giveBack: () => returnLease(ctx, lease) }
  }

  /** Mints 1, 2, 3… units, one mint per block. */
  async mintBlocks(to: Address, blocks: number): Promise<void> {
    for (let amount = 1n; amount <= blocks; amount += 1n) await this.net.mintCoins(to, amount)
  }

  /** The stored events, in the order of the chain. */
  events() {
    const all = this.ctx.db.selectFrom('holding_events').selectAll()
    return all
      .orderBy('block_number')
      .orderBy('log_index')
      .orderBy('item_index')
      .orderBy('wallet_address')
      .execute()
  }

  async amounts(): Promise<number[]> {
    return (await this.events()).map(({ amount }) => Number(amount))
  }

  /** The first block that is not read yet. */
  async next(): Promise<number> {
    const row = await this.ctx.db.selectFrom('holding_indexes').selectAll().executeTakeFirstOrThrow()
    return Number(row.next_block)
  }

  async head(): Promise<number> {
    return Number(await this.net.chain.rpc.request(quantitySchema, 'eth_blockNumber', []))
  }
}
