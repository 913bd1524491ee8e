import { sql, type RawBuilder } from 'kysely'
import type { HasDatabase } from '#bff/context-parts.ts'
import { FOUND_MAX, type SearchResult } from '#protocol/console/search.ts'
import { checksumAddress } from '#protocol/display/address.ts'

type Searching = { ctx: HasDatabase; organization: { id: string }; q: string }

/** SQL: whether a column contains the text, whatever its case. */
function hasText(column: string, q: string): RawBuilder<boolean> {
  return sql<boolean>`strpos(lower(${sql.ref(column)}), ${q.toLowerCase()}) > 0`
}

export async function searchMembers({ ctx, organization, q }: Searching): Promise<SearchResult['members']> {
  return ctx.db
    .selectFrom('bff_member as member')
    .innerJoin('bff_admin as admin', 'admin.id', 'member.admin_id')
    .select(['admin.id', 'admin.name', 'member.role'])
    .where('member.organization_id', '=', organization.id)
    .where(hasText('admin.name', q))
    .orderBy('admin.name')
    .limit(FOUND_MAX)
    .execute()
}

/** Finds address book entries by a part of the name or by the beginning of the address. */
export async function searchAddressBook({
  ctx,
  organization,
  q,
}: Searching): Promise<SearchResult['addresses']> {
  const found = await ctx.db
    .selectFrom('bff_saved_address')
    .select(['address', 'label'])
    .where('organization_id', '=', organization.id)
    .where(sql<boolean>`(${hasText('label', q)} or starts_with(address, ${q.toLowerCase()}))`)
    .orderBy('label')
    .limit(FOUND_MAX)
    .execute()
  return found.map(({ address, label }) => ({ address: checksumAddress(address), label }))
}

export async function searchIntegrations({
  ctx,
  organization,
  q,
}: Searching): Promise<SearchResult['integrations']> {
  return ctx.db
    .selectFrom('bff_integration')
    .select(['id', 'label as name'])
    .where('organization_id', '=', organization.id)
    .where(hasText('label', q))
    .orderBy('created_at', 'desc')
    .limit(FOUND_MAX)
    .execute()
}
