import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { changeIntegration, checkOrigins } from './integration-store.ts'

/**
 * Changes label, origins and operations of an integration. A widget token that it opened ends if its origin or one
 * of its operations is removed (`findWidgetToken`).
 *
 * @throws VALIDATION_FAILED for an invalid origin; NOT_FOUND, also if the integration is revoked
 */
export const updateIntegration: ConsoleOperation<'updateIntegration', WritesAudit & HasDatabase> = (
  asked,
) => {
  const { label, origins, operations } = asked.body
  return changeIntegration(asked, ({ revoked_at: revokedAt }) => {
    if (revokedAt !== null) throw bffError('NOT_FOUND')
    return {
      set: { label, operations: [...new Set(operations)] },
      origins: checkOrigins(origins),
      endsSessions: false,
    }
  })
}
