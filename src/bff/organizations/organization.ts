import type { BffContext } from '#bff/context.ts'
import { resealHookSecrets } from '#bff/upstream/outcomes/reseal-hook-secrets.ts'

/** An organization and the key that opens the service for it. The key never leaves the server. */
export type Organization = { id: string; name: string; apiKey: string }

/** Stores or renews the organization and its sealed API key. @throws Error for a key that no header can carry */
export async function ensureOrganization(ctx: BffContext, organization: Organization): Promise<void> {
  // Checked here, where nothing is quoted: a header that cannot be built would name its value in the error.
  if (!/^[\x21-\x7e]{1,300}$/.test(organization.apiKey))
    throw new Error('The API key has characters that no key has')
  const now = ctx.clock.now()
  const sealed = ctx.vault.seal(organization.apiKey, place(organization.id))
  await ctx.db
    .insertInto('bff_organization')
    .values({
      id: organization.id,
      name: organization.name,
      api_key_sealed: sealed,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ name: organization.name, api_key_sealed: sealed, updated_at: now }),
    )
    .execute()
}

/** The API key that is stored for an organization. */
export async function storedApiKey(
  ctx: Pick<BffContext, 'db' | 'vault'>,
  organizationId: string,
): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('bff_organization')
    .select('api_key_sealed')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row && ctx.vault.open(row.api_key_sealed, place(organizationId))
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

/** Seals every stored key and webhook secret anew with the present secret, all or none; answers how many were sealed with another. */
export async function resealKeys(ctx: BffContext): Promise<number> {
  return ctx.db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('bff_organization')
      .select(['id', 'api_key_sealed'])
      .forUpdate()
      .execute()
    const stale = rows.filter((row) => !ctx.vault.isPresent(row.api_key_sealed))
    for (const { id, api_key_sealed: sealed } of stale) {
      const again = ctx.vault.seal(ctx.vault.open(sealed, place(id)), place(id))
      await trx.updateTable('bff_organization').set({ api_key_sealed: again }).where('id', '=', id).execute()
    }
    return stale.length + (await resealHookSecrets(ctx, trx))
  })
}

/** The deployment's organization: the first that was stored. */
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

/** Columns of bff_organization, as they come from a join, opened. */
export function openOrganization(
  ctx: Pick<BffContext, 'vault'>,
  row: { organization_id: string; organization_name: string; api_key_sealed: string },
): Organization {
  const apiKey = ctx.vault.open(row.api_key_sealed, place(row.organization_id))
  return { id: row.organization_id, name: row.organization_name, apiKey }
}

/** The additional data of the cipher: a sealed key moved to another row or column does not open. */
function place(organizationId: string): string {
  return `bff_organization.api_key_sealed ${organizationId}`
}
