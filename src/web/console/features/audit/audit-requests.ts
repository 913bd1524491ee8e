import { auditFacetsSchema, auditPageSchema, auditProofSchema, type AuditFilter } from '#protocol/audit.ts'
import { pathQuery } from '#web/console/lib/api.ts'
import { startOfDay } from '#web/console/lib/display.ts'
import type { FilterOf } from '#web/console/lib/filters.ts'

export const auditQuery = (params: AuditParams) =>
  pathQuery(['audit', 'list', params], '/api/audit', auditPageSchema, {
    query: { ...auditFilterOf(params), cursor: params.cursor },
  })

/** The actors and actions in the log, for the filters. */
export const auditFacetsQuery = () => pathQuery(['audit', 'facets'], '/api/audit/facets', auditFacetsSchema)

/** Verifies the chain. The server reads the whole log for it, so it is not refetched automatically. */
export const auditProofQuery = () =>
  pathQuery(['audit', 'proof'], '/api/audit/proof', auditProofSchema, { staleTime: 60_000 })

export type AuditParams = FilterOf<'audit'>

/** The filter for the server: days are in the reader's time zone, and the last one is included. */
export function auditFilterOf(params: AuditParams): AuditFilter {
  const { cursor: _, since, until, ...filter } = params
  return {
    ...filter,
    sinceDatetime: since && startOfDay(since, 0),
    untilDatetime: until && startOfDay(until, 1),
  }
}
