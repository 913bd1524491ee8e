import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { readAuditFacets } from './read-audit-facets.ts'
import { recordLostCalls } from './record-lost-calls.ts'

/** Returns the actors and actions in the log, for the filters. */
export const getAuditFacets: ConsoleOperation<'getAuditFacets', WritesAudit & HasDatabase> = async ({
  ctx,
  session,
}) => {
  await recordLostCalls(ctx, session.organization.id)
  return readAuditFacets(ctx, session.organization.id)
}
