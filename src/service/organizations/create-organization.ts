import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#service/db/database.ts'

export type NewOrganization = {
  name: string
  /** Six base62 characters that mark its keys (`createKeyMark`). */
  keyMark: string
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
      key_mark: organization.keyMark,
      embed_origins: organization.embedOrigins ?? [],
      created_at: organization.now,
    })
    .execute()
  return { id }
}
