import { queryOptions } from '@tanstack/react-query'
import { invitationListSchema } from '#protocol/org/members.ts'
import { callApi } from '#web/console/lib/api.ts'

export const invitationsQuery = () =>
  queryOptions({
    queryKey: ['invitations'],
    queryFn: async ({ signal }) => {
      const answer = await callApi({
        method: 'GET',
        path: '/api/invitations',
        answer: invitationListSchema,
        signal,
      })
      return answer.content
    },
  })
