import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Integration, WidgetOperation } from '#shared/org/console-api.ts'
import type { BffContext } from '#bff/context.ts'
import type { BffTables, BffTransaction } from '#bff/db/tables.ts'
import { hashSecret } from '#bff/http/secrets.ts'
import { firstOrganizationId } from '#bff/organizations/organization.ts'
import { createIntegrationSecret, integrationSecretStart } from './integration-secret.ts'
import { checkOrigins } from './origin-list.ts'

export type IntegrationInput = { label: string; origins: string[]; operations: WidgetOperation[] }
type IntegrationRow = Selectable<BffTables['bff_integration']>

/** A new integration; its secret is in this answer only. @throws VALIDATION_FAILED for an origin that cannot be used */
export async function createIntegration(
  ctx: BffContext,
  organizationId: string,
  input: IntegrationInput,
): Promise<Integration & { secret: string }> {
  const origins = checkOrigins(input.origins)
  const secret = createIntegrationSecret()
  const row: IntegrationRow = {
    id: randomUUID(),
    organization_id: organizationId,
    label: input.label,
    secret_hash: hashSecret(secret),
    start: integrationSecretStart(secret),
    operations: [...new Set(input.operations)],
    created_at: ctx.clock.now(),
    revoked_at: null,
  }
  await ctx.db.transaction().execute(async (trx) => {
    await trx.insertInto('bff_integration').values(row).execute()
    await setOrigins(trx, row.id, origins)
  })
  return { ...toIntegration(row, origins), secret }
}

/** All integrations of the organization, newest first, revoked ones too. */
export async function listIntegrations(ctx: BffContext, organizationId: string): Promise<Integration[]> {
  const rows = await ctx.db
    .selectFrom('bff_integration')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return Promise.all(rows.map(async (row) => toIntegration(row, await originsOf(ctx, row.id))))
}

/** Ends an integration and every widget token it opened. Undefined when the organization has none of this id. */
export async function revokeIntegration(
  ctx: BffContext,
  organizationId: string,
  id: string,
): Promise<Integration | undefined> {
  const row = await ctx.db.transaction().execute(async (trx) => {
    const now = ctx.clock.now()
    await trx
      .updateTable('bff_integration')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .where('revoked_at', 'is', null)
      .execute()
    const revoked = await trx
      .selectFrom('bff_integration')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    if (revoked !== undefined)
      await trx.deleteFrom('bff_widget_session').where('integration_id', '=', id).execute()
    return revoked
  })
  return row === undefined ? undefined : toIntegration(row, await originsOf(ctx, row.id))
}

/**
 * An integration of this label for the deployment's organization, with these origins and operations.
 * The secret is answered only when it is made now; it cannot be read again.
 */
export async function ensureIntegration(
  ctx: BffContext,
  input: IntegrationInput,
): Promise<string | undefined> {
  const organizationId = await firstOrganizationId(ctx)
  const existing = await ctx.db
    .selectFrom('bff_integration')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('label', '=', input.label)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (existing === undefined) return (await createIntegration(ctx, organizationId, input)).secret
  const origins = checkOrigins(input.origins)
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('bff_integration')
      .set({ operations: [...new Set(input.operations)] })
      .where('id', '=', existing.id)
      .execute()
    await setOrigins(trx, existing.id, origins)
  })
  return undefined
}

async function setOrigins(trx: BffTransaction, integrationId: string, origins: string[]) {
  await trx.deleteFrom('bff_integration_origin').where('integration_id', '=', integrationId).execute()
  const rows = origins.map((origin) => ({ integration_id: integrationId, origin }))
  await trx.insertInto('bff_integration_origin').values(rows).execute()
}

async function originsOf(ctx: BffContext, integrationId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('bff_integration_origin')
    .select('origin')
    .where('integration_id', '=', integrationId)
    .orderBy('origin')
    .execute()
  return rows.map((row) => row.origin)
}

function toIntegration(row: IntegrationRow, origins: string[]): Integration {
  return {
    id: row.id,
    label: row.label,
    start: row.start,
    origins,
    operations: row.operations,
    createdAtDatetime: row.created_at.toISOString(),
    revokedAtDatetime: row.revoked_at?.toISOString() ?? null,
  }
}
