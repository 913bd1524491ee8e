import { randomUUID } from 'node:crypto'
import type { AllowedToken } from '#shared/baas/tokens.ts'
import { checksumAddress } from '#shared/display/address.ts'
import type { Caller, Context } from '#service/context.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import type { TokenStandard } from './tables.ts'

export type NewAllowedToken = {
  address: string
  standard: TokenStandard
  name: string
  symbol: string
  decimals: number
  /** Empty when there is none. */
  logoUrl: string
  now: Date
}

/** Puts a token on the deployment's default list, or brings its words up to date; no endpoint does this. */
export async function allowToken(db: Database | Transaction, token: NewAllowedToken): Promise<void> {
  const words = { name: token.name, symbol: token.symbol, decimals: token.decimals, logo_url: token.logoUrl }
  await db
    .insertInto('allowed_tokens')
    .values({
      id: randomUUID(),
      address: token.address.toLowerCase(),
      standard: token.standard,
      created_at: token.now,
      ...words,
    })
    .onConflict((conflict) => conflict.column('address').doUpdateSet(words))
    .execute()
}

/** `GET /tokens/allowed`: the admin-managed default list, in the order in which it was made. */
export async function listAllowedTokens(ctx: Context, _caller: Caller): Promise<AllowedToken[]> {
  const rows = await ctx.db.selectFrom('allowed_tokens').selectAll().orderBy('position').execute()
  return rows.map((row) => ({
    id: row.id,
    address: checksumAddress(row.address),
    name: row.name,
    symbol: row.symbol,
    decimals: row.decimals,
    logoUrl: row.logo_url,
  }))
}
