import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import { PREPARED } from '#service/db/prepared.ts'
import { apiError, type ApiError } from '#server-kit/http/http-error.ts'

/**
 * Registers a relying-party domain whose ownership is verified; a second time changes nothing.
 *
 * @throws CONFLICT when the domain is another organization's
 */
export async function registerDomain(
  db: Database | Transaction,
  registration: { organizationId: string; domain: string; now: Date },
): Promise<void> {
  const domain = registration.domain.toLowerCase()
  const { organizationId, now } = registration
  await db
    .insertInto('organization_domains')
    .values({
      id: randomUUID(),
      organization_id: organizationId,
      domain,
      rp_id_hash: rpIdHash(domain),
      verified_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await markVerified(db, { organizationId, rpIdHash: rpIdHash(domain), now })
  if ((await findDomain(db, organizationId, rpIdHash(domain))) !== undefined) return
  throw takenElsewhere()
}

/**
 * Marks a domain as verified, by a proof that was found or the operator's word. Again changes nothing.
 *
 * @throws CONFLICT when another organization has verified the domain before
 */
export async function proveDomain(
  db: Database,
  proof: { organizationId: string; domainId: string; now: Date },
): Promise<void> {
  const { organizationId, now } = proof
  const row = await db
    .selectFrom('organization_domains')
    .select('rp_id_hash')
    .where('organization_id', '=', organizationId)
    .where('id', '=', proof.domainId)
    .executeTakeFirst()
  if (row === undefined) throw apiError('NOT_FOUND')
  await markVerified(db, { organizationId, rpIdHash: row.rp_id_hash, now })
  if ((await findDomain(db, organizationId, row.rp_id_hash)) === undefined) throw takenElsewhere()
}

/** Nothing where another organization has it; of two that verify it at once, the index admits one. */
async function markVerified(
  db: Database | Transaction,
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
}

/** Does not reveal whose it is. */
function takenElsewhere(): ApiError {
  return apiError(
    'CONFLICT',
    'This domain is verified for another organization of this service. It has to be removed there first.',
  )
}

/** The organization's verified domain with this hash (any case of its digits), or `undefined`. */
export async function findDomain(
  db: Database | Transaction,
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
export async function findEmbedOrigins(
  db: Database | Transaction,
  organizationId: string,
): Promise<string[]> {
  const row = await db
    .selectFrom('organizations')
    .select('embed_origins')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row?.embed_origins ?? []
}
