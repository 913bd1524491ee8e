import { queryOptions } from '@tanstack/react-query'
import { hostedUpstreamSchema } from '#protocol/org/hosted-upstream.ts'
import { callApi } from '#web/console/lib/api.ts'

const REFRESH_MS = 10_000

/** The hosted service and its sources of outcomes; asked again while the card is looked at, for webhooks arrive by themselves. */
export const upstreamQuery = () =>
  queryOptions({
    queryKey: ['upstream'],
    queryFn: async ({ signal }) => {
      const answer = await callApi({
        method: 'GET',
        path: '/api/upstream',
        answer: hostedUpstreamSchema,
        signal,
      })
      return answer.content
    },
    refetchInterval: (query) => (query.state.status === 'error' ? false : REFRESH_MS),
  })
