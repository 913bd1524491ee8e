import { queryOptions } from '@tanstack/react-query'
import { integrationListSchema } from '#protocol/org/console-api.ts'
import { callApi } from '#web/console/lib/api.ts'

export const integrationsQuery = () =>
  queryOptions({
    queryKey: ['integrations'],
    queryFn: async ({ signal }) => {
      const answer = await callApi({
        method: 'GET',
        path: '/api/integrations',
        answer: integrationListSchema,
        signal,
      })
      return answer.content
    },
  })
