import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { recordLost } from './audited-call.ts'
import { readAuditFacets } from './read-audit.ts'

/** Returns the actors and actions in the log, for the filters. */
export const getAuditFacets: ConsoleOperation<'getAuditFacets'> = async ({ ctx, session }) => {
  await recordLost(ctx, session.organization.id)
  return readAuditFacets(ctx, session.organization.id)
}
