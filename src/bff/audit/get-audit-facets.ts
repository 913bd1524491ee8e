import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { MEMBER_ENDPOINTS } from '#protocol/console/member-endpoints.ts'
import { reaches } from '#protocol/roles.ts'
import { readAuditFacets } from './read-audit-facets.ts'
import { readInvitations, readMembers, readNamedThings } from './read-named-things.ts'
import { recordLostCalls } from './record-lost-calls.ts'

/**
 * Returns the log's actors and actions, and the names of the things that its entries are about. The page needs them
 * for its filters and for the sentence of each entry.
 */
export const getAuditFacets: ConsoleOperation<'getAuditFacets', WritesAudit & HasDatabase> = async ({
  ctx,
  session,
}) => {
  const { id } = session.organization
  await recordLostCalls(ctx, id)
  const [facets, named, members, invitations] = await Promise.all([
    readAuditFacets(ctx, id),
    readNamedThings(ctx, id),
    readMembers(ctx, id),
    // Only those who may list the invitations see their email addresses.
    reaches(session.admin.role, MEMBER_ENDPOINTS.listInvitations.role) ? readInvitations(ctx, id) : [],
  ])
  return { ...facets, things: [...named, ...members, ...invitations] }
}
