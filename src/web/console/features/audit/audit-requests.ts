import { auditFacetsSchema, auditPageSchema, auditProofSchema, type AuditFilter } from '#protocol/audit.ts'
import { callApi } from '#web/console/lib/api.ts'
import { pathQuery } from '#web/console/lib/read.query.ts'
import { type FilterOf, startOfDay } from '#web/console/lib/filters.ts'

export const auditQuery = (params: AuditParams) =>
  pathQuery(['audit', 'list', params], '/api/audit', auditPageSchema, {
    query: { ...auditFilterOf(params), cursor: params.cursor },
  })

/** The actors and actions in the log, for the filters. */
export const auditFacetsQuery = () => pathQuery(['audit', 'facets'], '/api/audit/facets', auditFacetsSchema)

const PROOF = '/api/audit/proof'

/** Verifies the chain. The server reads the whole log for it, so it is not refetched automatically. */
export const auditProofQuery = () =>
  pathQuery(['audit', 'proof'], PROOF, auditProofSchema, { staleTime: 60_000 })

/** Verifies whether an entry still has the hash saved earlier. */
export const proveEntry = (query: { sequence: string; hash: string }) =>
  callApi({ method: 'GET', path: PROOF, query, answer: auditProofSchema })

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
