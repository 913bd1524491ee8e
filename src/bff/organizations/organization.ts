import type { HasClock, HasDatabase, HasKeyVault } from '#bff/context-parts.ts'
import type { BffDatabase } from '#bff/db/database.ts'
import type { Organization } from '#bff/ports.ts'
import { apiKeyContext } from './key-vault.ts'

/** Stores or updates the organization and its sealed API key. */
export async function storeOrganization(
  ctx: HasClock & HasKeyVault,
  db: BffDatabase,
  organization: Organization,
): Promise<void> {
  const { id, name, apiKey } = organization
  // Checks the key here, with an error that does not quote it. The error of an invalid header would contain the key.
  if (!/^[\x21-\x7e]{1,300}$/.test(apiKey)) throw new Error('The API key has characters that no key has')
  const now = ctx.clock.now()
  const stored = { name, api_key_sealed: ctx.vault.seal(apiKey, apiKeyContext(id)), updated_at: now }
  await db
    .insertInto('bff_organization')
    .values({ id, ...stored, created_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(stored))
    .execute()
}

/** Whether the stored key is sealed with the deployment's current secret. False until `rotate-secret` has run. */
export async function isKeySealedPresently(
  ctx: HasDatabase & HasKeyVault,
  organizationId: string,
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('bff_organization')
    .select('api_key_sealed')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row !== undefined && ctx.vault.isPresent(row.api_key_sealed)
}

/** Returns an organization by its id, with its opened key. */
export async function findOrganization(
  ctx: HasDatabase & HasKeyVault,
  organizationId: string,
): Promise<Organization | undefined> {
  const row = await ctx.db
    .selectFrom('bff_organization as organization')
    .select(SEALED_ORGANIZATION)
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row && openOrganization(ctx, row)
}

/** Returns the id of the deployment's organization, which is the first one stored. */
export async function firstOrganizationId(ctx: HasDatabase): Promise<string> {
  const row = await ctx.db
    .selectFrom('bff_organization')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  if (row === undefined) throw new Error('No organization is stored yet: call ensureOrganization first')
  return row.id
}

/** Columns of `bff_organization as organization` that `openOrganization` requires. */
export const SEALED_ORGANIZATION = [
  'organization.id as organization_id',
  'organization.name as organization_name',
  'organization.api_key_sealed',
] as const

/** Converts columns of a join with `bff_organization`, and opens the key. */
export function openOrganization(
  ctx: HasKeyVault,
  row: { organization_id: string; organization_name: string; api_key_sealed: string },
): Organization {
  const apiKey = ctx.vault.open(row.api_key_sealed, apiKeyContext(row.organization_id))
  return { id: row.organization_id, name: row.organization_name, apiKey }
}
