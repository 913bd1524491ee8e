import type * as z from 'zod/mini'
import { createdIntegrationSchema, type createIntegrationRequestSchema } from '#protocol/org/console-api.ts'
import { callApi } from '#web/console/lib/api.ts'

export type CreatedIntegration = z.infer<typeof createdIntegrationSchema>

/** The answer is the only one that ever holds the secret: it is kept in no cache. */
export async function createIntegration(
  request: z.infer<typeof createIntegrationRequestSchema>,
  idempotencyKey: string,
): Promise<CreatedIntegration> {
  const answer = await callApi({
    method: 'POST',
    path: '/api/integrations',
    body: request,
    idempotencyKey,
    answer: createdIntegrationSchema,
  })
  return answer.content
}
