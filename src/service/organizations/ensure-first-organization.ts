import { sql } from 'kysely'
import type { Database } from '#service/db/database.ts'
import { createOrganization } from './create-organization.ts'
import { registerDomain } from './domains.ts'

/** Of an organization that has no name yet (`takeOverUnnamed`). */
export const NAME_OF_FIRST = 'Organization'

/**
 * The deployment's first organization; made, with `domain` registered, where there is none. The operator of
 * a deployment owns the host it runs on, so that domain needs no proof. Two processes that start at once
 * make one.
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
