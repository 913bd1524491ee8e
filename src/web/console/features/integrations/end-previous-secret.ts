import { integrationSchema } from '#protocol/org/console-api.ts'
import { callApi } from '#web/console/lib/api.ts'

/** Ends the secret before the present one at once. */
export async function endPreviousSecret(integrationId: string): Promise<void> {
  await callApi({
    method: 'DELETE',
    path: `/api/integrations/${encodeURIComponent(integrationId)}/previous-secret`,
    answer: integrationSchema,
  })
}
