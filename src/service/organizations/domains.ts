import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { PREPARED } from '#server-kit/db/prepared.ts'
import { apiError, type ApiError } from '#server-kit/http/http-error.ts'
import type { Database } from '#service/db/database.ts'
import { findRow } from '#service/db/find-row.ts'

/**
 * Registers a relying-party domain whose ownership is verified. Repeating it changes nothing.
 *
 * @throws CONFLICT if the domain belongs to another organization
 */
export async function registerDomain(db: Database, registration: NewDomain): Promise<void> {
  const { organizationId, now } = registration
  const domain = registration.domain.toLowerCase()
  await insertDomain(db, { organizationId, domain, now }, { verified_at: now })
  await markVerified(db, { organizationId, rpIdHash: rpIdHash(domain), now })
}

type NewDomain = { organizationId: string; domain: string; now: Date }

/**
 * Stores a domain unless the organization has it already. The domain is verified, or has the token that its owner has
 * to publish.
 */
export async function insertDomain(
  db: Database,
  { organizationId, domain, now }: NewDomain,
  proof: { verified_at: Date } | { proof_token: string },
): Promise<void> {
  const row = { id: randomUUID(), organization_id: organizationId, domain, rp_id_hash: rpIdHash(domain) }
  await db
    .insertInto('organization_domains')
    .values({ ...row, ...proof, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Marks a domain of an organization as verified. Repeating it changes nothing. If two organizations verify the same
 * domain simultaneously, the database's unique index admits only one of them.
 *
 * @throws CONFLICT if another organization has already verified the domain
 */
export async function markVerified(
  db: Database,
  { organizationId, rpIdHash: hash, now }: { organizationId: string; rpIdHash: string; now: Date },
): Promise<void> {
  try {
    await sql`
      update organization_domains set verified_at = ${now}
      where organization_id = ${organizationId} and rp_id_hash = ${hash} and verified_at is null
        and not exists (
          select from organization_domains where rp_id_hash = ${hash} and verified_at is not null)`.execute(
      db,
    )
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === '23505'
    throw isTaken ? takenElsewhere() : error
  }
  if ((await findDomain(db, organizationId, hash)) === undefined) throw takenElsewhere()
}

/** The error for a domain of another organization. The error does not reveal which one. */
function takenElsewhere(): ApiError {
  return apiError(
    'CONFLICT',
    'This domain is verified for another organization of this service. It has to be removed there first.',
  )
}

/** The organization's verified domain with this hash (in any case of its digits). Undefined if there is none. */
export async function findDomain(
  db: Database,
  organizationId: string,
  hash: string,
): Promise<{ domain: string; rpIdHash: Hex } | undefined> {
  const found = await sql<{ domain: string; rp_id_hash: Hex }>`${PREPARED}
    select domain, rp_id_hash from organization_domains
    where organization_id = ${organizationId} and rp_id_hash = ${hash.toLowerCase()}
      and verified_at is not null`.execute(db)
  const [row] = found.rows
  return row && { domain: row.domain, rpIdHash: row.rp_id_hash }
}

/** Origins whose pages may embed the widget in a frame (profile 3, `topOrigin`). */
export async function findEmbedOrigins(db: Database, organizationId: string): Promise<string[]> {
  const row = await findRow(db, 'organizations', ['embed_origins'], { id: organizationId })
  return row?.embed_origins ?? []
}

/** Origins on other domains whose pages may use the passkeys of an organization's domain (WebAuthn L3 5.11). */
export async function findRelatedOrigins(
  db: Database,
  organizationId: string,
  domain: string,
): Promise<string[]> {
  const columns = ['related_origins'] as const
  const row = await findRow(db, 'organization_domains', columns, { organization_id: organizationId, domain })
  return row?.related_origins ?? []
}

/** The verified domains of every organization that have related origins, sorted by name. */
export async function listRelatedDomains(
  db: Database,
): Promise<{ domain: string; relatedOrigins: string[] }[]> {
  const rows = await db
    .selectFrom('organization_domains')
    .select(['domain', 'related_origins as relatedOrigins'])
    .where('verified_at', 'is not', null)
    .orderBy('domain')
    .execute()
  return rows.filter(({ relatedOrigins }) => relatedOrigins.length > 0)
}
