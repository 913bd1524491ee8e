import { queryOptions } from '@tanstack/react-query'
import { memberListSchema } from '#protocol/org/members.ts'
import { callApi } from '#web/console/lib/api.ts'

export const membersQuery = () =>
  queryOptions({
    queryKey: ['members'],
    queryFn: async ({ signal }) => {
      const answer = await callApi({ method: 'GET', path: '/api/members', answer: memberListSchema, signal })
      return answer.content
    },
  })
