import { doneSchema } from '#protocol/org/approver-api.ts'
import { callApi } from '#web/console/lib/api.ts'

/** Ends an export that is being made, or deletes its file. */
export async function deleteExport(id: string): Promise<void> {
  await callApi({ method: 'DELETE', path: `/api/exports/${encodeURIComponent(id)}`, answer: doneSchema })
}
