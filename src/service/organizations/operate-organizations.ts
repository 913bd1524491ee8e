import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { randomBase62 } from '#server-kit/secrets/new-secret.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import { registerDomain } from './domains.ts'

/** Number of characters that mark an organization's keys (`createApiKey`). */
const KEY_MARK_LENGTH = 6

/** Stores an organization. Only the command line and the sandbox create organizations; there is no endpoint. */
export async function createOrganization(
  db: Database,
  { name, now }: { name: string; now: Date },
): Promise<{ id: string }> {
  const id = randomUUID()
  await db
    .insertInto('organizations')
    .values({
      id,
      name,
      key_mark: randomBase62(KEY_MARK_LENGTH),
      embed_origins: [],
      created_at: now,
    })
    .execute()
  return { id }
}

/**
 * Lists every organization of the deployment, oldest first, for its operator. `requestsPerMinute` is null if the
 * deployment's limit applies. Only for the command line.
 */
export function listOrganizations(
  db: Database,
): Promise<{ createdAt: Date; id: string; name: string; requestsPerMinute: number | null }[]> {
  return db
    .selectFrom('organizations')
    .select(['id', 'name', 'created_at as createdAt', 'requests_per_minute as requestsPerMinute'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * Sets how many requests an organization may send within a minute. Null for the deployment's default. The limit
 * also applies to keys whose own limit is higher. Returns whether the organization exists.
 */
export async function setRequestLimit(
  db: Database,
  organizationId: string,
  requestsPerMinute: number | null,
): Promise<boolean> {
  const changed = await db
    .updateTable('organizations')
    .set({ requests_per_minute: requestsPerMinute })
    .where(sql<boolean>`id::text = ${organizationId.toLowerCase()}`)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Name of the first organization until the operator names it (`takeOverUnnamed`). */
const NAME_OF_FIRST = 'Organization'

/**
 * Returns the deployment's first organization. If there is none, creates it and registers `domain`, which is
 * the deployment's own host and needs no proof. If two processes start simultaneously, only one organization
 * is created.
 */
export async function ensureFirstOrganization(
  db: Database,
  input: { domain: string; now: Date },
): Promise<{ id: string; name: string }> {
  return db.transaction().execute(async (trx) => {
    await sql`lock table organizations in share row exclusive mode`.execute(trx)
    const found = await trx
      .selectFrom('organizations')
      .select(['id', 'name'])
      .orderBy('created_at')
      .orderBy('id')
      .executeTakeFirst()
    if (found !== undefined) return found
    const { id } = await createOrganization(trx, { name: NAME_OF_FIRST, now: input.now })
    await registerDomain(trx, { organizationId: id, domain: input.domain, now: input.now })
    return { id, name: NAME_OF_FIRST }
  })
}

/** The label of the console's key, which is the only key that the first start issues. */
const CONSOLE_LABEL = 'Console'

/**
 * Takes over the organization that the first start created for the host of PUBLIC_URL, if the operator now creates an
 * organization for that domain. The organization gets the new name. It must be unused: without wallets, and with no
 * key but the console's (ADR 0026). Returns its id, or undefined if there is none to take over.
 */
export async function takeOverUnnamed(
  trx: Transaction,
  { name, domains }: { name: string; domains: readonly string[] },
): Promise<{ id: string } | undefined> {
  if (domains.length === 0) return undefined
  const named = await sql<{ id: string }>`
    update organizations set name = ${name}
    where name = ${NAME_OF_FIRST}
      and id in (select organization_id from organization_domains
        where domain in (${sql.join(domains.map((domain) => domain.toLowerCase()))}))
      and not exists (select from wallets where organization_id = organizations.id)
      and not exists (select from api_keys where organization_id = organizations.id and label <> ${CONSOLE_LABEL})
    returning id`.execute(trx)
  return named.rows[0]
}
