import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { readAuditPage } from './read-audit.ts'
import { recordLostCalls } from './record-lost-calls.ts'

const LIMIT = 50
const LIMIT_MAX = 200

/** Returns one page of the organization's audit log, newest first. */
export const listAudit: ConsoleOperation<'listAudit', WritesAudit & HasDatabase> = async ({
  ctx,
  session,
  query,
}) => {
  const organizationId = session.organization.id
  const { cursor, limit = LIMIT, ...filter } = query
  await recordLostCalls(ctx, organizationId)
  const entries = Math.min(Math.max(Number(limit), 1), LIMIT_MAX)
  return readAuditPage(ctx, organizationId, { filter, cursor, limit: entries })
}
