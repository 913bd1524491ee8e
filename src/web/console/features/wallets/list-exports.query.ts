import { queryOptions } from '@tanstack/react-query'
import { exportListSchema } from '#protocol/org/exports.ts'
import { callApi } from '#web/console/lib/api.ts'

const RUNNING_INTERVAL_MS = 800

/** One's own exports of the last day, newest first; asked again soon while one of them is being made. */
export const exportsQuery = () =>
  queryOptions({
    queryKey: ['exports'],
    queryFn: async ({ signal }) => {
      const { content } = await callApi({
        method: 'GET',
        path: '/api/exports',
        answer: exportListSchema,
        signal,
      })
      return content
    },
    refetchInterval: ({ state }) => {
      if (state.status === 'error') return false
      return state.data?.some((one) => one.state === 'running') === true ? RUNNING_INTERVAL_MS : false
    },
  })
