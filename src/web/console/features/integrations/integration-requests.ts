import * as z from 'zod/mini'
import {
  createdIntegrationSchema as created,
  integrationListSchema,
  integrationSchema,
  type createIntegrationRequestSchema,
} from '#protocol/console-api.ts'
import { callApi } from '#web/console/lib/api.ts'
import { pathQuery } from '#web/console/lib/read.query.ts'

const PATH = '/api/integrations'
const pathOf = (integrationId: string) => `${PATH}/${encodeURIComponent(integrationId)}`

export const integrationsQuery = () => pathQuery(['integrations'], PATH, integrationListSchema)

export type CreatedIntegration = z.infer<typeof created>

/** Only this answer holds the secret: no cache may store it. */
export function createIntegration(
  body: z.infer<typeof createIntegrationRequestSchema>,
  idempotencyKey: string,
) {
  return callApi({ method: 'POST', path: PATH, body, idempotencyKey, answer: created })
}

/** Only this answer holds the new secret: no cache may store it. */
export function rotateIntegrationSecret(integrationId: string, graceSeconds: number, idempotencyKey: string) {
  const path = `${pathOf(integrationId)}/rotate-secret`
  return callApi({ method: 'POST', path, body: { graceSeconds }, idempotencyKey, answer: created })
}

/** Ends the previous secret at once. */
export const endPreviousSecret = (integrationId: string) =>
  callApi({ method: 'DELETE', path: `${pathOf(integrationId)}/previous-secret`, answer: integrationSchema })

export const revokeIntegration = (integrationId: string) =>
  callApi({ method: 'DELETE', path: pathOf(integrationId), answer: z.unknown() })
