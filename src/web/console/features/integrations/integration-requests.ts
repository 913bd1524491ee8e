import type * as z from 'zod/mini'
import {
  createdIntegrationSchema as created,
  integrationListSchema,
  type createIntegrationRequestSchema,
} from '#protocol/console-api.ts'
import { callRoute } from '#web/console/lib/api.ts'
import { pathQuery } from '#web/console/lib/read.query.ts'

export const integrationsQuery = () => pathQuery(['integrations'], '/api/integrations', integrationListSchema)

export type CreatedIntegration = z.infer<typeof created>

/** Only this answer holds the secret: no cache may store it. */
export const createIntegration = (
  body: z.infer<typeof createIntegrationRequestSchema>,
  idempotencyKey: string,
) => callRoute('POST /api/integrations', created, { body, idempotencyKey })

/** Only this answer holds the new secret: no cache may store it. */
export const rotateIntegrationSecret = (
  integrationId: string,
  graceSeconds: number,
  idempotencyKey: string,
) => {
  const input = { params: { integrationId }, body: { graceSeconds }, idempotencyKey }
  return callRoute('POST /api/integrations/:integrationId/rotate-secret', created, input)
}
