import { DOMAIN_ENDPOINTS } from '#protocol/domains.ts'
import { callEndpoint } from '#web/console/lib/api.ts'
import { endpointQuery } from '#web/console/lib/read.query.ts'

export const domainsQuery = () => endpointQuery(['domains'], '/api/org', DOMAIN_ENDPOINTS.listDomains)

export const addDomain = (domain: string) =>
  callEndpoint('/api/org', DOMAIN_ENDPOINTS.addDomain, { body: { domain } })

/** Looks for the proof now; returns the result. */
export const verifyDomain = (domainId: string) =>
  callEndpoint('/api/org', DOMAIN_ENDPOINTS.verifyDomain, { params: { domainId } })

export const removeDomain = (domainId: string) =>
  callEndpoint('/api/org', DOMAIN_ENDPOINTS.removeDomain, { params: { domainId } })
