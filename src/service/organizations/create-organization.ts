import { randomUUID } from 'node:crypto'
import { randomBase62 } from '#server-kit/secrets/checked-secret.ts'
import type { Database, Transaction } from '#service/db/database.ts'

/** Characters that mark an organization's keys (`createApiKey`). */
const KEY_MARK_LENGTH = 6

export type NewOrganization = {
  name: string
  embedOrigins?: string[]
  now: Date
}

/** Stores an organization; there is no endpoint for it, only the command line and the sandbox. */
export async function createOrganization(
  db: Database | Transaction,
  organization: NewOrganization,
): Promise<{ id: string }> {
  const id = randomUUID()
  await db
    .insertInto('organizations')
    .values({
      id,
      name: organization.name,
      key_mark: randomBase62(KEY_MARK_LENGTH),
      embed_origins: organization.embedOrigins ?? [],
      created_at: organization.now,
    })
    .execute()
  return { id }
}
