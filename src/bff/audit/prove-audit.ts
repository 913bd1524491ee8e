import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { recordLostCalls } from './record-lost-calls.ts'
import { verifyAudit } from './verify-audit.ts'

/** Verifies the organization's whole log and compares an entry with a hash that was stored elsewhere. */
export const proveAudit: ConsoleOperation<'proveAudit', WritesAudit & HasDatabase> = async ({
  ctx,
  session,
  query,
}) => {
  await recordLostCalls(ctx, session.organization.id)
  return verifyAudit(ctx, session.organization.id, query)
}
