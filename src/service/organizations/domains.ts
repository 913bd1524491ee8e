import { randomUUID } from 'node:crypto'
import type { Hex } from 'viem'
import type { Domain } from '#shared/org/organization.ts'
import { rpIdHash } from '#shared/passkey/rp-id.ts'
import type { Caller, Context } from '#service/context.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import { serviceError } from '#service/http/service-error.ts'

/**
 * Registers a relying-party domain whose ownership is proved; a second time changes nothing.
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
  if ((await findDomain(db, organizationId, rpIdHash(domain))) !== undefined) return
  throw serviceError('CONFLICT', 'This domain belongs to another organization, or is not proved yet')
}

/** The organization's proved domain with this hash (any case of its digits), or `undefined`. */
export async function findDomain(
  db: Database | Transaction,
  organizationId: string,
  hash: string,
): Promise<{ domain: string; rpIdHash: Hex } | undefined> {
  const row = await db
    .selectFrom('organization_domains')
    .select('domain')
    .where('organization_id', '=', organizationId)
    .where('rp_id_hash', '=', hash.toLowerCase())
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row && { domain: row.domain, rpIdHash: rpIdHash(row.domain) }
}

/** Origins whose pages may embed the widget in a frame (profile 3, `topOrigin`). */
export async function findEmbedOrigins(db: Database, organizationId: string): Promise<string[]> {
  const row = await db
    .selectFrom('organizations')
    .select('embed_origins')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row?.embed_origins ?? []
}

/** `GET /v1/org/domains`: the organization's relying-party domains, by name. */
export async function listDomains(ctx: Context, caller: Caller): Promise<Domain[]> {
  const rows = await ctx.db
    .selectFrom('organization_domains')
    .select(['id', 'domain', 'rp_id_hash', 'verified_at'])
    .where('organization_id', '=', caller.organizationId)
    .orderBy('domain')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    domain: row.domain,
    rpIdHash: row.rp_id_hash,
    verifiedAtDatetime: row.verified_at?.toISOString() ?? null,
  }))
}
