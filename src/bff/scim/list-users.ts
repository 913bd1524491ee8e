import type { HasDatabase, HasPublicUrl } from '#bff/context-parts.ts'
import { SCIM_PAGE_MAX } from '#protocol/scim.ts'
import type { ScimAsked } from './find-connection.ts'
import { parseFilter } from './parse-filter.ts'
import { scimError } from './scim-error.ts'
import { respondScim, SCIM_URNS } from './scim-response.ts'
import { selectAttributes, toResource } from './user-resource.ts'
import { listUserPage } from './user-store.ts'

/** `GET /Users`: the users that match the filter, in the order in which they were created. */
export async function listUsers({
  ctx,
  exchange,
  organization,
}: ScimAsked<HasDatabase & HasPublicUrl>): Promise<Response> {
  const query = new URL(exchange.req.url).searchParams
  const startIndex = Math.max(1, readWhole(query, 'startIndex') ?? 1)
  const count = Math.min(SCIM_PAGE_MAX, Math.max(0, readWhole(query, 'count') ?? SCIM_PAGE_MAX))
  const filter = query.get('filter')
  const page = { filter: filter === null ? undefined : parseFilter(filter), startIndex, count }
  const { total, users } = await listUserPage(ctx.db, organization.id, page)
  return respondScim(200, {
    schemas: [SCIM_URNS.list],
    totalResults: total,
    startIndex,
    itemsPerPage: users.length,
    Resources: users.map((user) => selectAttributes(toResource(ctx, user), query)),
  })
}

/** A whole number of the query, at most nine digits. Negative ones count as zero (RFC 7644, section 3.4.2.4). */
function readWhole(query: URLSearchParams, name: 'startIndex' | 'count'): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  if (!/^-?[0-9]{1,9}$/.test(text)) throw scimError('invalidValue', `${name} must be a whole number.`)
  return Number(text)
}
