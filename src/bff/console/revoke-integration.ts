import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { changeIntegration } from './integration-store.ts'
import { NO_PREVIOUS_SECRET } from './previous-secret.ts'

/**
 * Revokes an integration and every widget token it opened. Changes nothing if it is already revoked.
 *
 * @throws NOT_FOUND
 */
export const revokeIntegration: ConsoleOperation<'revokeIntegration', WritesAudit & HasDatabase> = (asked) =>
  changeIntegration(asked, ({ revoked_at: revokedAt }) => {
    if (revokedAt !== null) return undefined
    return { set: { revoked_at: asked.ctx.clock.now(), ...NO_PREVIOUS_SECRET }, endsSessions: true }
  })
