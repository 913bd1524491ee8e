import * as z from 'zod/mini'
import { callApi } from '#web/console/lib/api.ts'

export async function revokeIntegration(integrationId: string): Promise<void> {
  await callApi({
    method: 'DELETE',
    path: `/api/integrations/${encodeURIComponent(integrationId)}`,
    answer: z.unknown(),
  })
}
