import { queryOptions } from '@tanstack/react-query'
import { vaultSchema } from '#protocol/org/vault.ts'
import { callApi } from '#web/console/lib/api.ts'

/** The keys of the hosted service that this console keeps. */
export const vaultQuery = () =>
  queryOptions({
    queryKey: ['vault'],
    queryFn: async ({ signal }) => {
      const answer = await callApi({ method: 'GET', path: '/api/vault', answer: vaultSchema, signal })
      return answer.content
    },
  })
