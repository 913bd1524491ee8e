import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { HasClock } from '#bff/context-parts.ts'
import type { BffDatabase, BffTransaction } from '#bff/db/database.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { normalizeEmail } from '#protocol/email-address.ts'
import { uuidSchema } from '#protocol/fields.ts'
import type { Role } from '#protocol/roles.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import type { UserFilter } from './parse-filter.ts'
import { scimError } from './scim-error.ts'
import { toUserNameKey, type UserAttributes } from './user-attributes.ts'

/** A stored user, and their role. Null if they are not a member. */
export type ScimUser = Selectable<BffTables['bff_scim_user']> & { role: Role | null }

/** Selects the users of an organization with their roles. */
function selectUsers(db: BffDatabase, organizationId: string) {
  return db
    .selectFrom('bff_scim_user as provisioned')
    .leftJoin('bff_member as member', (join) =>
      join
        .onRef('member.organization_id', '=', 'provisioned.organization_id')
        .onRef('member.admin_id', '=', 'provisioned.admin_id'),
    )
    .selectAll('provisioned')
    .select('member.role')
    .where('provisioned.organization_id', '=', organizationId)
}

/** @throws NOT_FOUND, also for a user of another organization and one who was removed in the console */
export async function findUser(db: BffDatabase, organizationId: string, id: string): Promise<ScimUser> {
  if (!uuidSchema.safeParse(id).success) throw notFound()
  return selectUsers(db, organizationId).where('provisioned.id', '=', id).executeTakeFirstOrThrow(notFound)
}

type Page = { filter: UserFilter | undefined; startIndex: number; count: number }

/** Returns the users of a page, in the order in which they were created, and the number of all that match. */
export async function listUserPage(
  db: BffDatabase,
  organizationId: string,
  { filter, startIndex, count }: Page,
): Promise<{ total: number; users: ScimUser[] }> {
  const all = selectUsers(db, organizationId)
  const found = filter === undefined ? all : all.where(toCondition(filter))
  const { total } = await found
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const users = await found
    .orderBy('provisioned.created_at')
    .orderBy('provisioned.id')
    .offset(startIndex - 1)
    .limit(count)
    .execute()
  return { total, users }
}

/** Names are compared without case, addresses as the server stores them, and ids exactly. */
function toCondition({ field, value }: UserFilter): RawBuilder<boolean> {
  const conditions: Record<UserFilter['field'], RawBuilder<boolean>> = {
    id: sql`provisioned.id = ${value}`,
    userName: sql`provisioned.user_name_key = ${toUserNameKey(value)}`,
    externalId: sql`provisioned.external_id = ${value}`,
    email: sql`provisioned.email = ${normalizeEmail(value) ?? value}`,
  }
  return conditions[field]
}

export function toAttributes(user: ScimUser): UserAttributes {
  return {
    userName: user.user_name,
    externalId: user.external_id,
    email: user.email,
    profile: user.profile,
    active: user.is_active,
  }
}

type Columns = Pick<
  Insertable<BffTables['bff_scim_user']>,
  'user_name' | 'user_name_key' | 'external_id' | 'email' | 'profile' | 'is_active'
>

/** Converts attributes to the columns that hold them. */
export function toColumns({ userName, externalId, email, profile, active }: UserAttributes): Columns {
  return {
    user_name: userName,
    user_name_key: toUserNameKey(userName),
    external_id: externalId,
    email,
    profile: JSON.stringify(profile),
    is_active: active,
  }
}

/**
 * Refuses a name or an address that another user of the organization has. Call it while the members are locked, before
 * the change is stored, so that only one of two requests succeeds.
 *
 * @throws uniqueness
 */
export async function requireFree(
  db: BffDatabase,
  organizationId: string,
  { userName, email }: UserAttributes,
  exceptId: string,
): Promise<void> {
  const taken = await db
    .selectFrom('bff_scim_user')
    .select('user_name_key')
    .where('organization_id', '=', organizationId)
    .where('id', '<>', exceptId)
    .where((where) =>
      where.or([where('user_name_key', '=', toUserNameKey(userName)), where('email', '=', email)]),
    )
    .executeTakeFirst()
  if (taken === undefined) return
  const attribute = taken.user_name_key === toUserNameKey(userName) ? 'userName' : 'emails'
  throw scimError('uniqueness', `Another user already has this value of ${attribute}.`)
}

/** Stores a change of a user, as their next version. */
export async function storeUser(
  { clock }: HasClock,
  trx: BffTransaction,
  user: ScimUser,
  attributes: UserAttributes,
): Promise<void> {
  await trx
    .updateTable('bff_scim_user')
    .set({ ...toColumns(attributes), version: user.version + 1, updated_at: clock.now() })
    .where('id', '=', user.id)
    .execute()
}
