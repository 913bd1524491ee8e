import { DOMAIN_ENDPOINTS, type Domain } from '#protocol/domains.ts'
import { orgApi } from './api.ts'

export const domainsQuery = () => orgApi.query(['domains'], DOMAIN_ENDPOINTS.listDomains)

/** The hosts of these origins whose pages can create no wallet: no verified domain covers them. */
export function uncoveredHosts(origins: readonly string[], domains: readonly Domain[]): string[] {
  const verified = domains.filter(({ verifiedAtDatetime }) => verifiedAtDatetime !== null)
  const hosts = origins.filter((origin) => URL.canParse(origin)).map((origin) => new URL(origin).hostname)
  return [...new Set(hosts)].filter(
    (host) => !verified.some(({ domain }) => host === domain || host.endsWith(`.${domain}`)),
  )
}

/** Whether no wallet can be created on this page, whose host its passkeys would belong to. Unknown domains refuse nothing. */
export function isHostUnregistered(domains: readonly Domain[] | undefined): boolean {
  const { hostname } = window.location
  return (
    domains !== undefined &&
    !domains.some(({ domain, verifiedAtDatetime }) => domain === hostname && verifiedAtDatetime !== null)
  )
}
