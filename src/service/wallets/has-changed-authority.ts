import { sql, type RawBuilder } from 'kysely'

/**
 * SQL: whether the wallet of a row has reported a change of its keys or its co-signer. `wallet`: the column with the
 * wallet's address.
 */
export function hasChangedAuthority(row: string, wallet: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from wallet_authority_events as changed where changed.wallet_address = ${sql.ref(`${row}.${wallet}`)})`
}
