import type { BffContext } from '#bff/context.ts'

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
  ctx: BffContext,
  row: { organization_id: string; organization_name: string; api_key_sealed: string },
): Organization {
  const apiKey = ctx.vault.open(row.api_key_sealed, place(row.organization_id))
  return { id: row.organization_id, name: row.organization_name, apiKey }
}

/** The additional data of the cipher: a sealed key moved to another row or column does not open. */
function place(organizationId: string): string {
  return `bff_organization.api_key_sealed ${organizationId}`
}
