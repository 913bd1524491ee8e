import { queryOptions } from '@tanstack/react-query'
import { sandboxSchema } from '#protocol/org/console-api.ts'
import { callApi } from '#web/console/lib/api.ts'

export const sandboxQuery = () =>
  queryOptions({
    queryKey: ['sandbox'],
    queryFn: async ({ signal }) => {
      const answer = await callApi({ method: 'GET', path: '/api/sandbox', answer: sandboxSchema, signal })
      return answer.content
    },
    staleTime: Infinity,
  })
