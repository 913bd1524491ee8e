import { sql } from 'kysely'
import type { HasDatabase } from '#bff/context-parts.ts'
import { lookAlikeKey } from '#protocol/display/lookalike-address.ts'

/**
 * Reads the address book's entries for the given addresses, and entries whose address begins and ends like a given
 * address.
 */
export async function readSavedLookAlikes(
  ctx: HasDatabase,
  organizationId: string,
  addresses: readonly string[],
): Promise<{ address: string; label: string; payeeName: string | null }[]> {
  const keys = [...new Set(addresses.map(lookAlikeKey))]
  return ctx.db
    .selectFrom('bff_saved_address')
    .select(['address', 'label', 'payee_name as payeeName'])
    .where('organization_id', '=', organizationId)
    .where(sql<string>`substr(address, 3, 4) || right(address, 4)`, 'in', keys)
    .orderBy('address')
    .execute()
}
