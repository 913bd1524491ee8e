import type { Selectable, SelectQueryBuilder } from 'kysely'
import type { Domain, DomainProof } from '#protocol/domains.ts'
import type { Database, Tables } from '#service/db/database.ts'
import type { OrganizationTables } from './tables.ts'

export const DOMAIN_COLUMNS = [
  'id',
  'domain',
  'rp_id_hash',
  'verified_at',
  'proof_token',
  'related_origins',
] as const

export type DomainRow = Pick<
  Selectable<OrganizationTables['organization_domains']>,
  (typeof DOMAIN_COLUMNS)[number]
>

/** The query for one of an organization's domains. Finds no domain of another organization. */
export function selectDomain(
  db: Database,
  organizationId: string,
  domainId: string,
): SelectQueryBuilder<Tables, 'organization_domains', DomainRow> {
  return db
    .selectFrom('organization_domains')
    .select(DOMAIN_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('id', '=', domainId.toLowerCase())
}

/**
 * A stored domain in the format of the response. Until the domain is verified, the response has two ways to prove its
 * ownership. One of them is enough (ADR 0006).
 */
export function domainAnswer(row: DomainRow): Domain {
  const { id, domain, proof_token: token } = row
  const proof: DomainProof = {
    dns: { name: `_latchkey.${domain}`, type: 'TXT', value: `latchkey-domain=${token}` },
    file: { url: `https://${domain}/.well-known/latchkey-domain.txt`, content: token ?? '' },
  }
  return {
    id,
    domain,
    rpIdHash: row.rp_id_hash,
    verifiedAtDatetime: row.verified_at?.toISOString() ?? null,
    ...(row.verified_at === null && token !== null && { proof }),
    relatedOrigins: row.related_origins,
  }
}
