import { sql } from 'kysely'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'

/** Addresses of the relayer's keys on a chain, in lower case, including earlier ones. */
export async function relayerAddresses({ db, chain }: HasDatabase & HasChain): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ address: string }>`
    select address from relayer_lanes where chain_id = ${chain.id}`.execute(db)
  return new Set(rows.map(({ address }) => address))
}
