import { randomUUID } from 'node:crypto'
import type { Selectable, SelectQueryBuilder } from 'kysely'
import type { KnownTokenList } from '#protocol/approver-api.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import type { AllowedToken, OrganizationToken } from '#protocol/tokens.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import type { Database, Tables } from '#service/db/database.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import type { TokenTables } from './tables.ts'

type ListedToken = Selectable<TokenTables['organization_allowed_tokens']>
type NewAllowedToken = Omit<AllowedToken, 'id'> & { standard: TokenStandard; now: Date }

/**
 * Adds a token to the deployment's default list, or updates its name, symbol, decimals and logo. No endpoint does
 * this, because each organization changes its own list.
 */
export async function allowByDefault(db: Database, token: NewAllowedToken): Promise<void> {
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

/**
 * `GET /tokens/allowed`: the default list with the changes of the organization's administrators, in order of
 * creation (spec "Allowed token").
 */
export const listAllowedTokens: Operation<'listAllowedTokens', HasDatabase> = async (
  ctx,
  { organizationId },
) => {
  const rows = await selectAllowed(ctx.db, organizationId).execute()
  return rows.map(tokenAnswer)
}

/** An organization's list, in its order. */
export function selectAllowed(
  db: Database,
  organizationId: string,
): SelectQueryBuilder<Tables, 'organization_allowed_tokens', ListedToken> {
  return db
    .selectFrom('organization_allowed_tokens')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('own')
    .orderBy('position')
}

/**
 * `GET /approve/api/tokens`: the deployment's allowed tokens, with the data that the shared decoder needs to
 * name them.
 */
export async function knownTokens(ctx: HasDatabase): Promise<KnownTokenList> {
  const rows = await ctx.db
    .selectFrom('allowed_tokens')
    .select(['address', 'standard', 'name', 'symbol', 'decimals'])
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...row, address: checksumAddress(row.address) }))
}

/**
 * `GET /v1/org/tokens`: the organization's list as in `GET /tokens/allowed`, with the origin of each token,
 * followed by the default tokens that the organization has removed (ADR 0006).
 */
export const listOrganizationTokens: Operation<'listOrganizationTokens', HasDatabase> = async (
  ctx,
  caller,
) => {
  const { organizationId } = caller
  const [allowed, removed] = await Promise.all([
    selectAllowed(ctx.db, organizationId).execute(),
    ctx.db
      .selectFrom('allowed_tokens')
      .innerJoin('organization_tokens as changed', 'changed.address', 'allowed_tokens.address')
      .selectAll('allowed_tokens')
      .where('changed.organization_id', '=', organizationId)
      .where('changed.removed', '=', true)
      .orderBy('allowed_tokens.position')
      .execute(),
  ])
  return [
    ...allowed.map((row) => organizationTokenAnswer(row)),
    ...removed.map((row) => organizationTokenAnswer({ ...row, own: false }, true)),
  ]
}

type Row = Omit<ListedToken, 'organization_id' | 'position'>

function tokenAnswer({ id, address, name, symbol, decimals, logo_url: logoUrl }: Row): AllowedToken {
  return { id, address: checksumAddress(address), name, symbol, decimals, logoUrl }
}

export function organizationTokenAnswer(row: Row, removed = false): OrganizationToken {
  return {
    ...tokenAnswer(row),
    standard: row.standard,
    origin: row.own ? 'organization' : 'default',
    removed,
    addedAtDatetime: row.created_at.toISOString(),
  }
}
