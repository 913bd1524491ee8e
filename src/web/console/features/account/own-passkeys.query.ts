import { queryOptions } from '@tanstack/react-query'
import { ownPasskeyListSchema } from '#protocol/org/members.ts'
import { callApi } from '#web/console/lib/api.ts'

export const ownPasskeysQuery = () =>
  queryOptions({
    queryKey: ['own-passkeys'],
    queryFn: async ({ signal }) => {
      const path = '/api/account/passkeys'
      return (await callApi({ method: 'GET', path, answer: ownPasskeyListSchema, signal })).content
    },
  })
