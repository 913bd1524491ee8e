import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { changeIntegration } from './integration-store.ts'
import { NO_PREVIOUS_SECRET } from './previous-secret.ts'

/**
 * Ends the previous secret now, with the widget tokens that it may have opened. Changes nothing if the integration has
 * no previous secret.
 * @throws NOT_FOUND, also if the integration is revoked
 */
export const endPreviousSecret: ConsoleOperation<'endPreviousSecret', WritesAudit & HasDatabase> = (asked) =>
  changeIntegration(asked, (row) => {
    if (row.revoked_at !== null) throw bffError('NOT_FOUND')
    if (row.previous_secret_hash === null) return undefined
    return { set: NO_PREVIOUS_SECRET, endsSessions: true }
  })
