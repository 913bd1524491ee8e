import {
  createIntegrationRequestSchema,
  rotateIntegrationSecretRequestSchema,
  type Integration,
} from '#protocol/console-api.ts'
import type { BffContext, Route, Asked } from '#bff/context.ts'
import { bffError } from '#bff/http/exchange.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import {
  changeIntegration,
  checkOrigins,
  createIntegration,
  createIntegrationSecret,
  integrationSecretStart,
  listIntegrations,
  ofIntegration,
  type OfIntegration,
} from './integration-store.ts'
import { secondsAfter } from '#server-kit/clock.ts'
import { hashSecret } from '#server-kit/secrets/new-secret.ts'

const PATH = '/api/integrations/:integrationId'
const UPDATE = { ...ofIntegration, body: createIntegrationRequestSchema }
const ROTATE = { ...ofIntegration, body: rotateIntegrationSecretRequestSchema }

/** The integrators' backends that may open widget sessions. Source: profile 11. */
export function integrationRoutes(ctx: BffContext): Route[] {
  const route = sessionRoute(ctx)
  return [
    route('GET', '/api/integrations', {}, ({ session }) => listIntegrations(ctx, session.organization.id)),
    route('POST', '/api/integrations', { body: createIntegrationRequestSchema }, ({ session, by, body }) =>
      createIntegration(ctx, session.organization.id, body, by),
    ),
    route('PUT', PATH, UPDATE, updateIntegration),
    route('DELETE', PATH, ofIntegration, revokeIntegration),
    route('POST', `${PATH}/rotate-secret`, ROTATE, rotateIntegrationSecret),
    route('DELETE', `${PATH}/previous-secret`, ofIntegration, endPreviousSecret),
  ]
}

const NO_PREVIOUS = { previous_secret_hash: null, previous_start: null, previous_until: null }

/**
 * Changes label, origins and operations of an integration. A widget token that it opened ends with its origin and with
 * any of its operations (`findWidgetToken`). @throws VALIDATION_FAILED for an unusable origin, NOT_FOUND, for a revoked one too
 */
function updateIntegration(asked: Asked<typeof UPDATE>): Promise<Integration> {
  const { label, origins, operations } = asked.body
  return changeIntegration(asked, ({ revoked_at: revokedAt }) => {
    if (revokedAt !== null) throw bffError('NOT_FOUND')
    return {
      set: { label, operations: [...new Set(operations)] },
      origins: checkOrigins(origins),
      endsSessions: false,
      action: 'integration.updated',
    }
  })
}

/** Ends an integration and every widget token it opened. Changes nothing where it is revoked. @throws NOT_FOUND */
function revokeIntegration(asked: OfIntegration): Promise<Integration> {
  return changeIntegration(asked, ({ revoked_at: revokedAt }) =>
    revokedAt === null
      ? {
          set: { revoked_at: asked.ctx.clock.now(), ...NO_PREVIOUS },
          endsSessions: true,
          action: 'integration.revoked',
        }
      : undefined,
  )
}

/**
 * Replaces an integration's secret and returns the new one, this once. The old one opens sessions for `graceSeconds`
 * more; the one of an earlier rotation ends now. @throws NOT_FOUND, for a revoked one too
 */
async function rotateIntegrationSecret(asked: Asked<typeof ROTATE>) {
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
        ...(graceSeconds > 0 ? previous : NO_PREVIOUS),
      },
      // The old secret may have leaked, with the tokens that it opened.
      endsSessions: graceSeconds === 0,
      action: 'integration.secret-rotated',
      details: { graceSeconds },
    }
  })
  return { ...rotated, secret }
}

/**
 * Ends the previous secret now, with the widget tokens it may have opened. Changes nothing where there is none.
 * @throws NOT_FOUND, for a revoked one too
 */
function endPreviousSecret(asked: OfIntegration): Promise<Integration> {
  return changeIntegration(asked, (row) => {
    if (row.revoked_at !== null) throw bffError('NOT_FOUND')
    if (row.previous_secret_hash === null) return undefined
    return { set: NO_PREVIOUS, endsSessions: true, action: 'integration.old-secret-ended' }
  })
}
