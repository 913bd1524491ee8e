import type { Selectable } from 'kysely'
import type { OrganizationToken } from '#protocol/org/tokens.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import type { TokenTables } from './tables.ts'

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
