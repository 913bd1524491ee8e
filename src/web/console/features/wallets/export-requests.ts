import { queryOptions } from '@tanstack/react-query'
import { doneSchema } from '#protocol/org/approver-api.ts'
import { exportListSchema, exportSchema, type Export, type ExportRequest } from '#protocol/org/exports.ts'
import { callApi } from '#web/console/lib/api.ts'

const RUNNING_INTERVAL_MS = 800

/** The user's own exports of the last day, newest first; polled while one of them is running. */
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

/** Requests an export of every selected wallet, made in the background. */
export function startExport(request: ExportRequest): Promise<Export> {
  return callApi({
    method: 'POST',
    path: '/api/exports',
    body: request,
    answer: exportSchema,
  })
}

/** Stops a running export, or deletes its file. */
export async function deleteExport(id: string): Promise<void> {
  await callApi({ method: 'DELETE', path: `/api/exports/${encodeURIComponent(id)}`, answer: doneSchema })
}
