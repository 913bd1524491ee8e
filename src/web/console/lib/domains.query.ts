import { DOMAIN_ENDPOINTS, type Domain } from '#protocol/domains.ts'
import { orgApi } from './api.ts'
import type { RowQuery } from './row-query.ts'

export const domainsQuery = (): RowQuery<typeof DOMAIN_ENDPOINTS.listDomains> =>
  orgApi.query(['domains'], DOMAIN_ENDPOINTS.listDomains)

/**
 * Hosts of these origins that no verified domain covers and that are no related origin of one. Their pages cannot
 * create wallets.
 */
export function uncoveredHosts(origins: readonly string[], domains: readonly Domain[]): string[] {
  const verified = domains.filter(({ verifiedAtDatetime }) => verifiedAtDatetime !== null)
  const related = new Set(verified.flatMap(({ relatedOrigins = [] }) => relatedOrigins))
  const hosts = origins
    .filter((origin) => URL.canParse(origin) && !related.has(origin))
    .map((origin) => new URL(origin).hostname)
  return [...new Set(hosts)].filter(
    (host) => !verified.some(({ domain }) => host === domain || host.endsWith(`.${domain}`)),
  )
}

/**
 * Whether no wallet can be created here, because no verified domain is the page's host, to which passkeys
 * would belong. False while the domains are unknown.
 */
export function isHostUnregistered(domains: readonly Domain[] | undefined): boolean {
  const { hostname } = window.location
  return (
    domains !== undefined &&
    !domains.some(({ domain, verifiedAtDatetime }) => domain === hostname && verifiedAtDatetime !== null)
  )
}
