import { sql } from 'kysely'
import type { Database, Transaction } from '#service/db/database.ts'
import { createOrganization } from './operate-organizations.ts'
import { registerDomain } from './domains.ts'

/** Of an organization that has no name yet (`takeOverUnnamed`). */
const NAME_OF_FIRST = 'Organization'

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

/** The label of the console's key; the first start issues it and no other. */
const CONSOLE_LABEL = 'Console'

/**
 * Names the organization that the first start made for the host of PUBLIC_URL, where the operator makes one for that
 * domain now and nothing was done with the unnamed one: no wallet, no key but the console's (ADR 0026).
 * Answers its id; `undefined` where there is none to take over.
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
