import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  createdIntegrationSchema,
  integrationListSchema,
  integrationSchema,
  type createIntegrationRequestSchema,
} from '#protocol/org/console-api.ts'
import { callApi } from '#web/console/lib/api.ts'

const PATH = '/api/integrations'
const pathOf = (integrationId: string) => `${PATH}/${encodeURIComponent(integrationId)}`

export const integrationsQuery = () =>
  queryOptions({
    queryKey: ['integrations'],
    queryFn: ({ signal }) => callApi({ method: 'GET', path: PATH, answer: integrationListSchema, signal }),
  })

export type CreatedIntegration = z.infer<typeof createdIntegrationSchema>

/** Only this answer holds the secret: no cache may store it. */
export function createIntegration(
  body: z.infer<typeof createIntegrationRequestSchema>,
  idempotencyKey: string,
): Promise<CreatedIntegration> {
  return callApi({ method: 'POST', path: PATH, body, idempotencyKey, answer: createdIntegrationSchema })
}

/** Only this answer holds the new secret: no cache may store it. */
export function rotateIntegrationSecret(
  integrationId: string,
  graceSeconds: number,
  idempotencyKey: string,
): Promise<CreatedIntegration> {
  return callApi({
    method: 'POST',
    path: `${pathOf(integrationId)}/rotate-secret`,
    body: { graceSeconds },
    idempotencyKey,
    answer: createdIntegrationSchema,
  })
}

/** Ends the previous secret at once. */
export async function endPreviousSecret(integrationId: string): Promise<void> {
  const path = `${pathOf(integrationId)}/previous-secret`
  await callApi({ method: 'DELETE', path, answer: integrationSchema })
}

export async function revokeIntegration(integrationId: string): Promise<void> {
  await callApi({ method: 'DELETE', path: pathOf(integrationId), answer: z.unknown() })
}
