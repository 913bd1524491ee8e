import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { recordLostCalls } from './record-lost-calls.ts'
import { readAuditFacets } from './read-audit.ts'

/** Returns the actors and actions in the log, for the filters. */
export const getAuditFacets: ConsoleOperation<'getAuditFacets'> = async ({ ctx, session }) => {
  await recordLostCalls(ctx, session.organization.id)
  return readAuditFacets(ctx, session.organization.id)
}
