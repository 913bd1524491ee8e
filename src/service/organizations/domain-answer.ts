import type { Selectable } from 'kysely'
import type { Domain } from '#protocol/org/domains.ts'
import { proofSteps } from './domain-proof.ts'
import type { OrganizationTables } from './tables.ts'

export const DOMAIN_COLUMNS = ['id', 'domain', 'rp_id_hash', 'verified_at', 'proof_token'] as const

type DomainRow = Pick<Selectable<OrganizationTables['organization_domains']>, (typeof DOMAIN_COLUMNS)[number]>

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
