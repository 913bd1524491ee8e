import { sql, type RawBuilder } from 'kysely'
import { parseUnits } from '#protocol/money.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import { selectAllowed } from '#service/tokens/allowed-tokens.ts'

/** Newest transactions of an organization that a search by counterparty or amount reads. */
const SEARCHED_MAX = 10_000

const NATIVE_DECIMALS = 18

/** The words of calldata that contain the parties and the amount of a token's call, in lower case. */
const FIRST_WORD = sql`lower(substr(data, 11, 64))`
const SECOND_WORD = sql`lower(substr(data, 75, 64))`

/** A value as a word of calldata: 64 digits. */
const toWord = (value: bigint): string => value.toString(16).padStart(64, '0')

/**
 * SQL: whether a row of `transactions` is among the organization's newest ones and matches `fits`. No index has the
 * words of the calldata, so the number of rows that are read is limited.
 */
function amongNewest(organizationId: string, fits: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`id in (
    select id from (
      select id, to_address, value, data from transactions where organization_id = ${organizationId}
      order by created_at desc, id desc limit ${sql.lit(SEARCHED_MAX)}) as newest
    where ${fits})`
}

/** SQL: whether a row of `transactions` pays an address or gives it a permission. `address` in lower case. */
export function ofCounterparty(organizationId: string, address: string): RawBuilder<boolean> {
  const word = address.slice(2).padStart(64, '0')
  return amongNewest(
    organizationId,
    sql`(to_address = ${address} and value <> 0) or ${FIRST_WORD} = ${word} or ${SECOND_WORD} = ${word}`,
  )
}

/**
 * SQL: whether a row of `transactions` moves or permits an amount, such as `12.5`, of an allowed coin or of the
 * chain's native token.
 */
export async function ofAmount(
  { db }: HasDatabase,
  organizationId: string,
  amount: string,
): Promise<RawBuilder<boolean>> {
  const tokens = await selectAllowed(db, organizationId).execute()
  const coins = tokens.flatMap(({ address, decimals }) => {
    const units = tryUnits(amount, decimals)
    return units === undefined ? [] : sql`(to_address = ${address} and ${SECOND_WORD} = ${toWord(units)})`
  })
  const wei = tryUnits(amount, NATIVE_DECIMALS)
  const native = wei === undefined ? [] : [sql`value = ${String(wei)}::numeric`]
  const all = [...coins, ...native]
  return all.length === 0 ? sql<boolean>`false` : amongNewest(organizationId, sql.join(all, sql` or `))
}

/** The amount in base units. Undefined if the token has no such amount. */
function tryUnits(amount: string, decimals: number): bigint | undefined {
  try {
    const units = parseUnits(amount, decimals)
    return units === 0n ? undefined : units
  } catch {
    return undefined
  }
}
