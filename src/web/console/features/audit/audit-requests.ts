import {
  auditFacetsSchema,
  auditPageSchema,
  auditProofSchema,
  AUDIT_RESULTS,
  type AuditFilter,
} from '#protocol/audit.ts'
import { callApi } from '#web/console/lib/api.ts'
import { pathQuery } from '#web/console/lib/read.query.ts'
import type { AuditSearchParams } from '#web/console/lib/paths.ts'
import { dayOf, startOfDay } from '#web/console/lib/local-day.ts'

export const auditQuery = (params: AuditSearchParams) =>
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

/** Reads the filters from the address; invalid ones are ignored, so that an old link still shows a list. */
export function readAuditParams(search: URLSearchParams): AuditSearchParams {
  const text = (name: string) => search.get(name)?.trim().slice(0, 200) || undefined
  const cursor = search.get('cursor')
  return {
    actor: text('actor'),
    action: text('action')?.slice(0, 100),
    target: text('target'),
    result: AUDIT_RESULTS.find((one) => one === search.get('result')),
    since: dayOf(search.get('since')),
    until: dayOf(search.get('until')),
    cursor: cursor !== null && CURSOR.test(cursor) ? cursor : undefined,
  }
}

/** The filter for the server: days are in the reader's time zone, and the last one is included. */
export function auditFilterOf(params: AuditSearchParams): AuditFilter {
  const { cursor: _, since, until, result, ...filter } = params
  return {
    ...filter,
    result: AUDIT_RESULTS.find((one) => one === result),
    sinceDatetime: since === undefined ? undefined : startOfDay(since, 0),
    untilDatetime: until === undefined ? undefined : startOfDay(until, 1),
  }
}

/** Whether any filter is set. */
export function isAuditNarrowed(params: AuditSearchParams): boolean {
  return Object.entries(params).some(([name, value]) => name !== 'cursor' && value !== undefined)
}
