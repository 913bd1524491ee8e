import { DOMAIN_ENDPOINTS } from '#protocol/domains.ts'
import { endpointQuery } from '#web/console/lib/read.query.ts'

export const domainsQuery = () => endpointQuery(['domains'], '/api/org', DOMAIN_ENDPOINTS.listDomains)
