import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { changeIntegration, checkOrigins } from './integration-store.ts'

/**
 * Changes label, origins and operations of an integration. A widget token that it opened ends with its origin and with
 * any of its operations (`findWidgetToken`).
 *
 * @throws VALIDATION_FAILED for an unusable origin, NOT_FOUND, for a revoked one too
 */
export const updateIntegration: ConsoleOperation<'updateIntegration'> = (asked) => {
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
