import { DOMAIN_ENDPOINTS } from '#protocol/org/domain-endpoints.ts'
import { callEndpoint } from '#web/console/lib/api.ts'

export async function addDomain(domain: string) {
  return (await callEndpoint('/api/org', DOMAIN_ENDPOINTS.addDomain, { body: { domain } })).content
}

/** Looks for the proof now; answers what stood there. */
export async function verifyDomain(domainId: string) {
  return (await callEndpoint('/api/org', DOMAIN_ENDPOINTS.verifyDomain, { params: { domainId } })).content
}

export async function removeDomain(domainId: string) {
  await callEndpoint('/api/org', DOMAIN_ENDPOINTS.removeDomain, { params: { domainId } })
}
