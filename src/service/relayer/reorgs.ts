import { sql } from 'kysely'
import type { Hex } from 'viem'
import { readBlockHash, REORG_DEPTH_MAX } from '#service/chain/chain-data.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import type { Transaction } from '#service/db/database.ts'
import { correctGas, settledGas, type GasColumns } from './gas-budget.ts'
import type { Lane } from './lane.ts'
import type { RelayParts } from './relay-parts.ts'
import type { RelayPurpose } from './tables.ts'

/** Runs in the database transaction that opens a settled transaction again. */
export type ReopenHandler = (trx: Transaction, id: string) => Promise<void>
export type ReopenHandlers = Map<RelayPurpose | 'repair', ReopenHandler>

const ROWS_MAX = 5_000

type SettledBlock = { number: bigint; hash: Hex; nonce: number }

/**
 * Watches the blocks of a lane's settled transactions. When another block replaces one, its
 * transactions are open again: the next sweeps offer them to the pool and settle them like new ones.
 */
export class ReorgWatch {
  private readonly parts: RelayParts
  private readonly lane: Pick<Lane, 'address'>
  private readonly handlers: ReopenHandlers
  /** The newest block that is still on the chain: while it is, so are all before it. */
  private anchor: SettledBlock | undefined

  constructor(parts: RelayParts, lane: Pick<Lane, 'address'>, handlers: ReopenHandlers) {
    this.parts = parts
    this.lane = lane
    this.handlers = handlers
  }

  async run(): Promise<void> {
    if (this.parts.chain.neverReorganizes === true) return
    const { rpc } = this.parts.chain
    if (this.anchor && (await readBlockHash(rpc, this.anchor.number)) !== this.anchor.hash) {
      this.anchor = undefined
    }
    const head = await rpc.request(quantitySchema, 'eth_blockNumber', [])
    const blocks = await this.settledBlocks(head - REORG_DEPTH_MAX)
    const replaced: SettledBlock[] = []
    let allThere = true
    for (const block of blocks) {
      const hash = await readBlockHash(rpc, block.number)
      if (hash === block.hash) continue
      allThere = false
      // A chain that is shorter than it was, or a node that lags, shows nothing yet.
      if (hash !== undefined) replaced.push(block)
    }
    for (const block of replaced) await this.reopen(block)
    const [newest] = blocks
    if (allThere && newest !== undefined) this.anchor = newest
  }

  /** The newest first. A lane's nonces are mined in their order, so the newest blocks hold the highest. */
  private async settledBlocks(above: bigint): Promise<SettledBlock[]> {
    const newest = this.parts.db
      .selectFrom('relayed_transactions')
      .select(['block_number', 'block_hash', 'nonce'])
      .where('chain_id', '=', this.parts.chain.id)
      .where('from_address', '=', this.lane.address)
      .where('nonce', '>', this.anchor?.nonce ?? -1)
      .where('status', '<>', 'signed')
      .orderBy('nonce', 'desc')
      .limit(ROWS_MAX)
    const { rows } = await sql<{ number: string; hash: Hex; nonce: number }>`
      select block_number::text as number, block_hash as hash, max(nonce) as nonce from (${newest}) as newest
      where block_hash is not null and block_number > ${above.toString()}::numeric
      group by block_number, block_hash order by max(nonce) desc`.execute(this.parts.db)
    return rows.map(({ number, hash, nonce }) => ({ number: BigInt(number), hash, nonce }))
  }

  private async reopen(block: SettledBlock): Promise<void> {
    const reopened = await this.parts.db.transaction().execute(async (trx) => {
      const rows = await this.openRows(trx, block)
      for (const { id, purpose } of rows) await this.handlers.get(purpose)?.(trx, id)
      // The cost is given back, and the most that it may cost is reserved again.
      const settled = rows.flatMap(settledGas)
      await correctGas(
        trx,
        settled.map((use) => ({ ...use, wei: -use.wei })),
      )
      return rows.length
    })
    const noted = { block: block.number.toString(), blockHash: block.hash, transactions: reopened }
    this.parts.log.error(
      { alarm: 'chain-reorganized', ...noted },
      'a block was replaced: its transactions are open again',
    )
  }

  private openRows(trx: Transaction, block: SettledBlock): Promise<ReopenedRow[]> {
    return sql<ReopenedRow>`
      update relayed_transactions as relayed
      set status = 'signed', block_number = null, block_hash = null, reason = null, settled_at = null,
        cost_wei = null, gas_used = null, gas_price = null, attempted_at = ${this.parts.clock.now()}
      from (select id, cost_wei from relayed_transactions
        where chain_id = ${this.parts.chain.id} and from_address = ${this.lane.address} and status <> 'signed'
          and nonce between ${block.nonce - ROWS_MAX} and ${block.nonce} and block_hash = ${block.hash}
        order by nonce for update) as settled
      where relayed.id = settled.id
      returning relayed.id, relayed.purpose, relayed.organization_id, relayed.gas_day,
        relayed.reserved_wei::text, settled.cost_wei::text`
      .execute(trx)
      .then(({ rows }) => rows)
  }
}

type ReopenedRow = GasColumns & { id: string; purpose: RelayPurpose | 'repair' }
