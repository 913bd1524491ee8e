import { sql } from 'kysely'
import type { CallsService, HasDatabase } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import type { Organization } from '#bff/ports.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import type { NamedAddress } from '#protocol/addresses.ts'
import { checksumAddress, sameAddress } from '#protocol/display/address.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'

/** Maximum results, address book entries and wallets together. */
const FOUND_MAX = 10

/**
 * Finds recipients by part of their name or the start of their address, among the address book's entries and
 * wallets. Tokens are not recipients.
 */
export const searchAddresses: ConsoleOperation<'searchAddresses', CallsService & HasDatabase> = async ({
  ctx,
  session,
  query,
}) => {
  const { organization } = session
  const { q } = query
  const [book, wallets] = await Promise.all([
    searchBook(ctx, organization.id, q),
    searchWallets(ctx, organization, q),
  ])
  return [
    ...book,
    ...wallets.filter((wallet) => !book.some((one) => sameAddress(one.address, wallet.address))),
  ]
}

async function searchBook(ctx: HasDatabase, organizationId: string, q: string): Promise<NamedAddress[]> {
  // Escapes % and _, which are wildcards in SQL.
  const plain = q.toLowerCase().replace(/[\\%_]/g, '\\$&')
  const rows = await ctx.db
    .selectFrom('bff_saved_address')
    .select(['address', 'label'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`(lower(label) like ${`%${plain}%`} or address like ${`${plain}%`})`)
    .orderBy('label')
    .orderBy('address')
    .limit(FOUND_MAX)
    .execute()
  return rows.map(({ address, label }) => ({ address: checksumAddress(address), name: label, from: 'book' }))
}

async function searchWallets(
  ctx: CallsService,
  organization: Organization,
  q: string,
): Promise<NamedAddress[]> {
  const query = { ...(q !== '' && { q }), limit: String(FOUND_MAX) }
  const call = { endpoint: BAAS_ENDPOINTS.listWallets, query }
  const { content } = await callUpstream(ctx, organization, call)
  const wanted = q.toLowerCase()
  // A hosted service may ignore the search. Our own service also finds wallets by their end-users.
  const found = ctx.settings.hostedUpstream
    ? content.filter(({ label, address }) =>
        [label, address].some((text) => text.toLowerCase().includes(wanted)),
      )
    : content
  return found.slice(0, FOUND_MAX).map(({ address, label }) => ({ address, name: label, from: 'wallet' }))
}
