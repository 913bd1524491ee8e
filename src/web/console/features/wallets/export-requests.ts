import { queryOptions } from '@tanstack/react-query'
import { doneSchema } from '#protocol/org/approver-api.ts'
import { exportListSchema, exportSchema, type Export, type ExportRequest } from '#protocol/org/exports.ts'
import { callApi } from '#web/console/lib/api.ts'

const RUNNING_INTERVAL_MS = 800

/** One's own exports of the last day, newest first; asked again soon while one of them is being made. */
export const exportsQuery = () =>
  queryOptions({
    queryKey: ['exports'],
    queryFn: ({ signal }) =>
      callApi({
        method: 'GET',
        path: '/api/exports',
        answer: exportListSchema,
        signal,
      }),
    refetchInterval: ({ state }) => {
      if (state.status === 'error') return false
      return state.data?.some((one) => one.state === 'running') === true ? RUNNING_INTERVAL_MS : false
    },
  })

/** Asks for a file of every wallet that the filters leave; it is made in the background. */
export function startExport(request: ExportRequest): Promise<Export> {
  return callApi({
    method: 'POST',
    path: '/api/exports',
    body: request,
    answer: exportSchema,
  })
}

/** Ends an export that is being made, or deletes its file. */
export async function deleteExport(id: string): Promise<void> {
  await callApi({ method: 'DELETE', path: `/api/exports/${encodeURIComponent(id)}`, answer: doneSchema })
}
