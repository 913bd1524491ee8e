import { sql } from 'kysely'
import type { HasDatabase } from '#bff/context-parts.ts'

type Administrator = { id: string; name: string; organizations: string[]; passkeys: number }

/** Number of passkeys of a person in the table `admin`. */
export const passkeyCount =
  sql<number>`(select count(*)::int from bff_admin_passkey where admin_id = admin.id)`.as('passkeys')

/** Lists everyone who can sign in to the console, by name. */
export function listAdministrators({ db }: HasDatabase): Promise<Administrator[]> {
  return db
    .selectFrom('bff_admin as admin')
    .innerJoin('bff_member as member', 'member.admin_id', 'admin.id')
    .innerJoin('bff_organization as organization', 'organization.id', 'member.organization_id')
    .select(['admin.id', 'admin.name'])
    .select(sql<string[]>`array_agg(organization.name order by organization.name)`.as('organizations'))
    .select(passkeyCount)
    .groupBy(['admin.id', 'admin.name'])
    .orderBy('admin.name')
    .orderBy('admin.id')
    .execute()
}
