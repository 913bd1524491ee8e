import { queryOptions } from '@tanstack/react-query'
import { auditFacetsSchema, auditPageSchema, auditProofSchema, type AuditProof } from '#protocol/org/audit.ts'
import { callApi } from '#web/console/lib/api.ts'
import type { AuditSearchParams } from '#web/console/lib/paths.ts'
import { auditFilterOf } from './audit-filter.ts'

export const auditQuery = (params: AuditSearchParams) =>
  queryOptions({
    queryKey: ['audit', 'list', params],
    queryFn: ({ signal }) => {
      const query = { ...auditFilterOf(params), cursor: params.cursor }
      return callApi({ method: 'GET', path: '/api/audit', query, answer: auditPageSchema, signal })
    },
  })

/** The actors and actions in the log, for the filters. */
export const auditFacetsQuery = () =>
  queryOptions({
    queryKey: ['audit', 'facets'],
    queryFn: ({ signal }) =>
      callApi({ method: 'GET', path: '/api/audit/facets', answer: auditFacetsSchema, signal }),
  })

/** The server reads the whole log for it, so it is not refetched automatically. */
export const auditProofQuery = () =>
  queryOptions({
    queryKey: ['audit', 'proof'],
    queryFn: ({ signal }) => proveAudit({}, signal),
    staleTime: 60_000,
  })

/** Verifies the chain, and whether an entry still has the hash saved earlier. */
export function proveAudit(
  query: { sequence?: string; hash?: string },
  signal?: AbortSignal,
): Promise<AuditProof> {
  return callApi({
    method: 'GET',
    path: '/api/audit/proof',
    query,
    answer: auditProofSchema,
    ...(signal && { signal }),
  })
}
