import { exportSchema, type Export, type ExportRequest } from '#protocol/org/exports.ts'
import { callApi } from '#web/console/lib/api.ts'

/** Asks for a file of every wallet that the filters leave; it is made in the background. */
export async function startExport(request: ExportRequest): Promise<Export> {
  const { content } = await callApi({
    method: 'POST',
    path: '/api/exports',
    body: request,
    answer: exportSchema,
  })
  return content
}
