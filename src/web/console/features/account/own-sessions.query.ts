import { queryOptions } from '@tanstack/react-query'
import { ownSessionListSchema } from '#protocol/org/members.ts'
import { callApi } from '#web/console/lib/api.ts'

export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: ['own-sessions'],
    queryFn: async ({ signal }) => {
      const path = '/api/account/sessions'
      return (await callApi({ method: 'GET', path, answer: ownSessionListSchema, signal })).content
    },
  })
