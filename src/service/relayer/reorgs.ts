import { sql } from 'kysely'
import type { Hex, Address } from 'viem'
import { readKnown, readNewest, REORG_DEPTH_MAX } from '#service/chain/chain-data.ts'
import { correctGas, settledGas, type ChangedRow } from './gas-budget.ts'
import type { Lane } from './lane.ts'
import type { RelayParts } from './relay-parts.ts'

const ROWS_MAX = 5_000

type SettledBlock = { number: bigint; hash: Hex; nonce: number }

/**
 * Watches the blocks of a lane's settled transactions. When another block replaces one, its transactions are
 * open again. The next sweeps broadcast them and settle them like new ones.
 */
export function createReorgWatch(parts: RelayParts, { address }: Lane): () => Promise<void> {
  /**
   * The newest block that was found on the chain. As long as it is on the chain, all earlier ones are too.
   */
  let anchor: SettledBlock | undefined
  return async () => {
    const { chain } = parts
    if (chain.neverReorganizes === true) return
    const hashAt = async (number: bigint) => (await readKnown(chain, number))?.hash
    if (anchor && (await hashAt(anchor.number)) !== anchor.hash) anchor = undefined
    const { number: head } = await readNewest(chain)
    const blocks = await settledBlocks(parts, address, head - REORG_DEPTH_MAX, anchor)
    const replaced: SettledBlock[] = []
    let allThere = true
    for (const block of blocks) {
      const hash = await hashAt(block.number)
      if (hash === block.hash) continue
      allThere = false
      // A shorter chain or a lagging node proves nothing yet.
      if (hash !== undefined) replaced.push(block)
    }
    for (const block of replaced) await reopen(parts, address, block)
    const [newest] = blocks
    if (allThere && newest !== undefined) anchor = newest
  }
}

/**
 * Returns the blocks of settled transactions, newest first. A lane's nonces are mined in order, so the newest
 * blocks have the highest nonces.
 */
async function settledBlocks(
  { db, chain }: RelayParts,
  address: Address,
  above: bigint,
  anchor: SettledBlock | undefined,
): Promise<SettledBlock[]> {
  const newest = db
    .selectFrom('relayed_transactions')
    .select(['block_number', 'block_hash', 'nonce'])
    .where('chain_id', '=', chain.id)
    .where('from_address', '=', address)
    .where('nonce', '>', anchor?.nonce ?? -1)
    .where('status', '<>', 'signed')
    .where('bundle_id', 'is', null)
    .orderBy('nonce', 'desc')
    .limit(ROWS_MAX)
  const { rows } = await sql<{ number: string; hash: Hex; nonce: number }>`
    select block_number::text as number, block_hash as hash, max(nonce) as nonce from (${newest}) as newest
    where block_hash is not null and block_number > ${above.toString()}::numeric
    group by block_number, block_hash order by max(nonce) desc`.execute(db)
  return rows.map(({ number, hash, nonce }) => ({ number: BigInt(number), hash, nonce }))
}

async function reopen(parts: RelayParts, address: Address, block: SettledBlock): Promise<void> {
  const reopened = await parts.db.transaction().execute(async (trx) => {
    const { rows } = await openRows(parts, address, block).execute(trx)
    for (const { id, purpose } of rows) await parts.handlers[purpose]?.reopened?.(trx, id)
    // Removes the actual cost from the budget and reserves the maximum cost again.
    const settled = rows.flatMap(settledGas)
    await correctGas(
      trx,
      settled.map((use) => ({ ...use, wei: -use.wei })),
    )
    return rows.length
  })
  const noted = { block: block.number.toString(), blockHash: block.hash, transactions: reopened }
  parts.log.error(
    { alarm: 'chain-reorganized', ...noted },
    'a block was replaced: its transactions are open again',
  )
}

function openRows({ chain, clock }: RelayParts, address: Address, block: SettledBlock) {
  return sql<ChangedRow>`
    update relayed_transactions as relayed
    set status = 'signed', block_number = null, block_hash = null, reason = null, settled_at = null,
      cost_wei = null, gas_used = null, gas_price = null, attempted_at = ${clock.now()}
    from (select id, cost_wei from relayed_transactions
      where chain_id = ${chain.id} and from_address = ${address} and status <> 'signed'
        and nonce between ${block.nonce - ROWS_MAX} and ${block.nonce} and block_hash = ${block.hash}
      order by nonce for update) as settled
    where relayed.id = settled.id
    returning relayed.id, relayed.purpose, relayed.organization_id, relayed.gas_day,
      relayed.reserved_wei::text, settled.cost_wei::text`
}
