import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { storeIntegration } from './integration-store.ts'

/** Creates an integration. Its secret is in this answer only. @throws VALIDATION_FAILED for an unusable origin */
export const createIntegration: ConsoleOperation<'createIntegration'> = (asked) => {
  const { ctx, session, by, action, body } = asked
  return storeIntegration(ctx, session.organization.id, body, { ...by, action })
}
