import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { secondsAfter } from '#server-kit/clock.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'
import { changeIntegration, createIntegrationSecret, integrationSecretStart } from './integration-store.ts'
import { NO_PREVIOUS_SECRET } from './previous-secret.ts'

/**
 * Replaces an integration's secret and returns the new one, which is never returned again. The old secret opens
 * sessions for another `graceSeconds`. The secret that preceded the old one ends now.
 *
 * @throws NOT_FOUND, also if the integration is revoked
 */
export const rotateIntegrationSecret: ConsoleOperation<
  'rotateIntegrationSecret',
  WritesAudit & HasDatabase
> = async (asked) => {
  const { graceSeconds } = asked.body
  const secret = createIntegrationSecret()
  const rotated = await changeIntegration(asked, (row) => {
    if (row.revoked_at !== null) throw bffError('NOT_FOUND')
    const previous = {
      previous_secret_hash: row.secret_hash,
      previous_start: row.start,
      previous_until: secondsAfter(asked.ctx.clock.now(), graceSeconds),
    }
    return {
      set: {
        secret_hash: hashSecret(secret),
        start: integrationSecretStart(secret),
        ...(graceSeconds > 0 ? previous : NO_PREVIOUS_SECRET),
      },
      // A rotation without a grace period suggests that the old secret has leaked, and with it the tokens that it
      // opened.
      endsSessions: graceSeconds === 0,
      details: { graceSeconds },
    }
  })
  return { ...rotated, secret }
}
