import type { Selectable } from 'kysely'
import type { OrganizationToken } from '#protocol/org/tokens.ts'
import type { Caller, Context } from '#service/context.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { selectAllowed } from './allowed-tokens.ts'
import type { TokenTables } from './tables.ts'

/**
 * `GET /v1/org/tokens`: the organization's list as `GET /tokens/allowed` has it, with where each token comes from, and
 * behind it the default tokens that the organization has removed (ADR 0006).
 */
export async function listOrganizationTokens(
  ctx: Pick<Context, 'db'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
): Promise<OrganizationToken[]> {
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

type Row = Omit<Selectable<TokenTables['organization_allowed_tokens']>, 'organization_id' | 'position'>

export function organizationTokenAnswer(row: Row, removed = false): OrganizationToken {
  return {
    id: row.id,
    address: checksumAddress(row.address),
    standard: row.standard,
    name: row.name,
    symbol: row.symbol,
    decimals: row.decimals,
    logoUrl: row.logo_url,
    origin: row.own ? 'organization' : 'default',
    removed,
    addedAtDatetime: row.created_at.toISOString(),
  }
}
