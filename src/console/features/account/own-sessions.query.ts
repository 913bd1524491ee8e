import { queryOptions } from '@tanstack/react-query'
import { ownSessionListSchema } from '#shared/org/members.ts'
import { callApi } from '#console/lib/api.ts'

export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: ['own-sessions'],
    queryFn: async ({ signal }) => {
      const path = '/api/account/sessions'
      return (await callApi({ method: 'GET', path, answer: ownSessionListSchema, signal })).content
    },
  })
