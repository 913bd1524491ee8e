import { queryOptions } from '@tanstack/react-query'
import { DOMAIN_ENDPOINTS } from '#protocol/org/domains.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

export const domainsQuery = () =>
  queryOptions({
    queryKey: ['domains'],
    queryFn: ({ signal }) => callEndpoint('/api/org', DOMAIN_ENDPOINTS.listDomains, { signal }),
  })

export function addDomain(domain: string) {
  return callEndpoint('/api/org', DOMAIN_ENDPOINTS.addDomain, { body: { domain } })
}

/** Looks for the proof now; returns the result. */
export function verifyDomain(domainId: string) {
  return callEndpoint('/api/org', DOMAIN_ENDPOINTS.verifyDomain, { params: { domainId } })
}

export async function removeDomain(domainId: string) {
  await callEndpoint('/api/org', DOMAIN_ENDPOINTS.removeDomain, { params: { domainId } })
}
