import type { Operation } from '#service/http/endpoint-types.ts'
import type { Domain, DomainProof } from '#protocol/domains.ts'
import type { Database } from '#service/db/database.ts'
import type { Selectable } from 'kysely'
import type { OrganizationTables } from './tables.ts'

/** `GET /v1/org/domains`: the organization's relying-party domains, by name. Source: profile 1, ADR 0006. */
export const listDomains: Operation<'listDomains', 'db'> = async (ctx, { organizationId }) => {
  const rows = await ctx.db
    .selectFrom('organization_domains')
    .select(DOMAIN_COLUMNS)
    .where('organization_id', '=', organizationId)
    .orderBy('domain')
    .execute()
  return rows.map(domainAnswer)
}

export const DOMAIN_COLUMNS = ['id', 'domain', 'rp_id_hash', 'verified_at', 'proof_token'] as const

type DomainRow = Pick<Selectable<OrganizationTables['organization_domains']>, (typeof DOMAIN_COLUMNS)[number]>

/** The query for one of an organization's domains; of another's it finds nothing. */
export function selectDomain(db: Database, organizationId: string, domainId: string) {
  return db
    .selectFrom('organization_domains')
    .select(DOMAIN_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('id', '=', domainId.toLowerCase())
}

/** A stored domain as it is answered; with the way to prove it as long as that is open. */
export function domainAnswer(row: DomainRow): Domain {
  const isOpen = row.verified_at === null && row.proof_token !== null
  return {
    id: row.id,
    domain: row.domain,
    rpIdHash: row.rp_id_hash,
    verifiedAtDatetime: row.verified_at?.toISOString() ?? null,
    ...(isOpen && { proof: proofSteps(row.domain, row.proof_token ?? '') }),
  }
}

const TXT_PREFIX = 'latchkey-domain='

/** The two ways to prove a domain; one of them is enough (ADR 0006). */
function proofSteps(domain: string, token: string): DomainProof {
  return {
    dns: { name: `_latchkey.${domain}`, type: 'TXT', value: `${TXT_PREFIX}${token}` },
    file: { url: `https://${domain}/.well-known/latchkey-domain.txt`, content: token },
  }
}
