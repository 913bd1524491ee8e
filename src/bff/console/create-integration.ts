import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { storeIntegration } from './integration-store.ts'

/** Creates an integration. Its secret is never returned again. @throws VALIDATION_FAILED for an invalid origin */
export const createIntegration: ConsoleOperation<'createIntegration', WritesAudit & HasDatabase> = (
  asked,
) => {
  const { ctx, session, by, action, body } = asked
  return storeIntegration(ctx, session.organization.id, body, { ...by, action })
}
