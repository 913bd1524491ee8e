import { checksumAddress } from '#protocol/display/address.ts'
import type { KnownTokenList } from '#protocol/org/approver-api.ts'
import type { Context } from '#service/context.ts'

/** The deployment's allowed tokens, with what the shared decoder needs to name them. */
export async function knownTokens(ctx: Pick<Context, 'db'>): Promise<KnownTokenList> {
  const rows = await ctx.db
    .selectFrom('allowed_tokens')
    .select(['address', 'standard', 'name', 'symbol', 'decimals'])
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...row, address: checksumAddress(row.address) }))
}
