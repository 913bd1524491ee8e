import { sql } from 'kysely'
import { CONFIGURED_KEY_ID } from '#protocol/hosted-upstream.ts'
import type { BffContext } from '#bff/context.ts'
import type { Organization } from '#bff/ports.ts'
import type { BffDatabase, BffTransaction } from '#bff/db/tables.ts'
import { configuredKeyContext, keyInUseContext } from './key-vault.ts'

/**
 * Stores or updates the organization and its sealed API key; a chosen key of the vault stays in use.
 * @throws Error for a key that no header can carry
 */
export async function storeOrganization(
  ctx: BffContext,
  db: BffDatabase | BffTransaction,
  organization: Organization,
): Promise<void> {
  // Checked here without quoting it: an invalid header's error would contain its value.
  if (!/^[\x21-\x7e]{1,300}$/.test(organization.apiKey))
    throw new Error('The API key has characters that no key has')
  const now = ctx.clock.now()
  const sealed = ctx.vault.seal(organization.apiKey, keyInUseContext(organization.id))
  const configured = ctx.vault.seal(organization.apiKey, configuredKeyContext(organization.id))
  await forgetScopesOfAnother(ctx, db, organization)
  await db
    .insertInto('bff_organization')
    .values({
      id: organization.id,
      name: organization.name,
      api_key_sealed: sealed,
      configured_key_sealed: configured,
      chosen_key_id: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        name: organization.name,
        api_key_sealed: sql<string>`case when bff_organization.chosen_key_id is null then excluded.api_key_sealed
          else bff_organization.api_key_sealed end`,
        configured_key_sealed: configured,
        updated_at: now,
      }),
    )
    .execute()
}

/** The last start's key's scopes do not hold for a new one. */
async function forgetScopesOfAnother(
  { vault }: BffContext,
  db: BffDatabase | BffTransaction,
  { id, apiKey }: Organization,
): Promise<void> {
  const row = await db
    .selectFrom('bff_organization')
    .select('configured_key_sealed')
    .where('id', '=', id)
    .executeTakeFirst()
  const sealed = row?.configured_key_sealed ?? null
  if (sealed === null || vault.open(sealed, configuredKeyContext(id)) === apiKey) return
  await db
    .deleteFrom('bff_key_scope')
    .where('organization_id', '=', id)
    .where('key_id', '=', CONFIGURED_KEY_ID)
    .execute()
}

/** Whether the stored key is sealed with the deployment's present secret: false until `rotate-secret` has run. */
export async function isKeySealedPresently(ctx: BffContext, organizationId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('bff_organization')
    .select('api_key_sealed')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row !== undefined && ctx.vault.isPresent(row.api_key_sealed)
}

/** An organization by its id, with its key opened. */
export async function findOrganization(
  ctx: Pick<BffContext, 'db' | 'vault'>,
  organizationId: string,
): Promise<Organization | undefined> {
  const row = await ctx.db
    .selectFrom('bff_organization')
    .select(['id as organization_id', 'name as organization_name', 'api_key_sealed'])
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row && openOrganization(ctx, row)
}

/** The deployment's organization: the first one stored. */
export async function firstOrganizationId(ctx: BffContext): Promise<string> {
  const row = await ctx.db
    .selectFrom('bff_organization')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  if (row === undefined) throw new Error('No organization is stored yet: call ensureOrganization first')
  return row.id
}

/** Columns of bff_organization, as a join returns them, opened. */
export function openOrganization(
  ctx: Pick<BffContext, 'vault'>,
  row: { organization_id: string; organization_name: string; api_key_sealed: string },
): Organization {
  const apiKey = ctx.vault.open(row.api_key_sealed, keyInUseContext(row.organization_id))
  return { id: row.organization_id, name: row.organization_name, apiKey }
}
