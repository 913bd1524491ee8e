import type { Selectable } from 'kysely'
import type { Address } from 'viem'
import type { RelayParts } from './relay-parts.ts'
import type { RelayerTables } from './tables.ts'

/** An unsettled transaction with all its signed attempts, newest first. */
export type OpenTransaction = Row<'relayed_transactions'> & { attempts: readonly Row<'relayer_attempts'>[] }
type Row<Table extends keyof RelayerTables> = Selectable<RelayerTables[Table]>

/** Reads a key's open transactions that were signed before a given time, in nonce order. */
export async function readOpenTransactions(
  parts: RelayParts,
  from: Address,
  filter: { signedBefore: Date; limit: number },
): Promise<OpenTransaction[]> {
  const rows = await parts.db
    .selectFrom('open_relayed_transactions as open')
    .innerJoin('relayed_transactions as relayed', 'relayed.id', 'open.relayed_id')
    .selectAll('relayed')
    .where('open.chain_id', '=', parts.chain.id)
    .where('open.from_address', '=', from)
    .where('relayed.attempted_at', '<=', filter.signedBefore)
    .orderBy('open.nonce')
    .limit(filter.limit)
    .execute()
  const attempts = await readAttempts(
    parts,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...row, attempts: attempts.get(row.id) ?? [] }))
}

async function readAttempts(parts: RelayParts, ids: readonly string[]) {
  const byId = new Map<string, Row<'relayer_attempts'>[]>()
  if (ids.length === 0) return byId
  const rows = await parts.db
    .selectFrom('relayer_attempts')
    .selectAll()
    .where('relayed_id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('max_fee_per_gas', 'desc')
    .execute()
  for (const row of rows) byId.set(row.relayed_id, [...(byId.get(row.relayed_id) ?? []), row])
  return byId
}
