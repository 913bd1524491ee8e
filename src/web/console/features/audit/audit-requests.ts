import * as z from 'zod/mini'
import {
  auditFacetsSchema,
  auditPageSchema,
  auditProofSchema,
  AUDIT_RESULTS,
  type AuditFilter,
} from '#protocol/audit.ts'
import { callApi } from '#web/console/lib/api.ts'
import { pathQuery } from '#web/console/lib/read.query.ts'
import { choice, day, optional, readSearch, text } from '#web/console/lib/read-search.ts'
import { startOfDay } from '#web/console/lib/local-day.ts'

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

const CURSOR = /^[0-9]{1,18}$/

const paramsSchema = z.object({
  actor: text(200),
  action: text(100),
  target: text(200),
  result: choice(AUDIT_RESULTS),
  since: day,
  until: day,
  cursor: optional((typed) => (CURSOR.test(typed) ? typed : undefined)),
})
export type AuditParams = z.output<typeof paramsSchema>

export const readAuditParams = (search: URLSearchParams): AuditParams => readSearch(paramsSchema, search)

/** The filter for the server: days are in the reader's time zone, and the last one is included. */
export function auditFilterOf(params: AuditParams): AuditFilter {
  const { cursor: _, since, until, ...filter } = params
  return {
    ...filter,
    sinceDatetime: since && startOfDay(since, 0),
    untilDatetime: until && startOfDay(until, 1),
  }
}

/** Whether any filter is set. */
export function isAuditNarrowed(params: Partial<Record<string, string | undefined>>): boolean {
  return Object.entries(params).some(([name, value]) => name !== 'cursor' && value !== undefined)
}
