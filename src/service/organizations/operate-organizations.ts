import { sql } from 'kysely'
import type { Database } from '#service/db/database.ts'
import { randomUUID } from 'node:crypto'
import { randomBase62 } from '#server-kit/secrets/new-secret.ts'

/** Characters that mark an organization's keys (`createApiKey`). */
const KEY_MARK_LENGTH = 6

/** Stores an organization; there is no endpoint for it, only the command line and the sandbox. */
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
 * Every organization of the deployment, oldest first, as its operator sees it; without a limit of its own it has the
 * deployment's. For the command line only.
 */
export function listOrganizations(db: Database) {
  return db
    .selectFrom('organizations')
    .select(['id', 'name', 'created_at as createdAt', 'requests_per_minute as requestsPerMinute'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * Sets how many requests an organization may send within a minute; null for the deployment's default. Keys
 * whose own limit is higher are held to it. Answers whether there is such an organization.
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
