import { queryOptions } from '@tanstack/react-query'
import { memberListSchema } from '#shared/org/members.ts'
import { callApi } from '#console/lib/api.ts'

export const membersQuery = () =>
  queryOptions({
    queryKey: ['members'],
    queryFn: async ({ signal }) => {
      const answer = await callApi({ method: 'GET', path: '/api/members', answer: memberListSchema, signal })
      return answer.content
    },
  })
