import { createdIntegrationSchema } from '#protocol/org/console-api.ts'
import { callApi } from '#web/console/lib/api.ts'
import type { CreatedIntegration } from './create-integration.ts'

/** The answer is the only one that ever holds the new secret: it is kept in no cache. */
export async function rotateIntegrationSecret(
  integrationId: string,
  graceSeconds: number,
  idempotencyKey: string,
): Promise<CreatedIntegration> {
  const answer = await callApi({
    method: 'POST',
    path: `/api/integrations/${encodeURIComponent(integrationId)}/rotate-secret`,
    body: { graceSeconds },
    idempotencyKey,
    answer: createdIntegrationSchema,
  })
  return answer.content
}
