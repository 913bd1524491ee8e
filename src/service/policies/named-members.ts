import { sql } from 'kysely'
import type { Database } from '#service/db/database.ts'

/** An email address that a policy names together with a member id. */
type NamedMember = { administratorId: string; email: string }

/**
 * Lists the email addresses that the organization's policies name together with a member id, including disabled
 * policies. `exceptId`: a policy that is not read, because its rule is being replaced.
 */
export async function listNamedMembers(
  db: Database,
  organizationId: string,
  exceptId?: string,
): Promise<NamedMember[]> {
  const { rows } = await sql<NamedMember>`
    select distinct named.one->>'administratorId' as "administratorId", named.one->>'email' as email
    from policies cross join lateral jsonb_array_elements(rule->'approvers') as named (one)
    where organization_id = ${organizationId} and named.one->>'administratorId' is not null
      and id is distinct from ${exceptId ?? null}::uuid
    order by 1, 2`.execute(db)
  return rows
}
