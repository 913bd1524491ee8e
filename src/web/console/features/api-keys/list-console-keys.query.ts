import { queryOptions } from '@tanstack/react-query'
import { consoleKeyListSchema } from '#protocol/org/console-api.ts'
import { callApi } from '#web/console/lib/api.ts'

/** Which keys this console itself uses. */
export const consoleKeysQuery = () =>
  queryOptions({
    queryKey: ['console-keys'],
    queryFn: async ({ signal }) => {
      const path = '/api/console-keys'
      return (await callApi({ method: 'GET', path, answer: consoleKeyListSchema, signal })).content
    },
  })
