import { DOMAIN_ENDPOINTS, type Domain } from '#protocol/domains.ts'
import { orgApi } from './api.ts'

export const domainsQuery = () => orgApi.query(['domains'], DOMAIN_ENDPOINTS.listDomains)

/** Whether no wallet can be created on this page, whose host its passkeys would belong to. Unknown domains refuse nothing. */
export function isHostUnregistered(domains: readonly Domain[] | undefined): boolean {
  const { hostname } = window.location
  return (
    domains !== undefined &&
    !domains.some(({ domain, verifiedAtDatetime }) => domain === hostname && verifiedAtDatetime !== null)
  )
}
