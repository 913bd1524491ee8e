import { sql, type RawBuilder } from 'kysely'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { SELECTORS_OF_KIND, type TransactionKind } from '#protocol/operations.ts'

const KNOWN = Object.values(SELECTORS_OF_KIND).flat()

/** Whether a row of `transactions` is of a kind, by the first bytes of its call. */
export function ofKind(kind: TransactionKind): RawBuilder<boolean> {
  if (kind === 'wallet') return sql<boolean>`to_address = wallet_address and data <> '0x'`
  if (kind === 'other')
    return sql<boolean>`lower(left(data, 10)) not in (${sql.join(KNOWN)}) and to_address <> wallet_address`
  return sql<boolean>`lower(left(data, 10)) in (${sql.join(SELECTORS_OF_KIND[kind])})`
}

/**
 * Whether a row of `transactions` is about a token: its contract is called, or stands in what a wallet calls several
 * times at once. The zero address stands for the chain's own coin. `token` in lower case.
 */
export function ofToken(token: string): RawBuilder<boolean> {
  if (token === ZERO_ADDRESS) return sql<boolean>`value <> '0'`
  const batched = sql`to_address = wallet_address and position(${token.slice(2)} in lower(data)) > 0`
  return sql<boolean>`(to_address = ${token} or (${batched}))`
}
