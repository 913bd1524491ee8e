import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { recordAudit, type AuditInput } from '#bff/audit/record-audit.ts'
import type { HasClock, HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { AuditBy } from '#bff/context.ts'
import type { BffDatabase, BffTransaction } from '#bff/db/database.ts'
import type { BffTables } from '#bff/db/tables.ts'
import type { AskedOf } from '#bff/http/console-operation.ts'
import { firstOrganizationId } from '#bff/organizations/organization.ts'
import type { AuditDetails } from '#protocol/audit.ts'
import type { Integration } from '#protocol/console/integrations.ts'
import type { WidgetOperation } from '#protocol/console/widget-session.ts'
import { CREDENTIAL_PREFIXES } from '#protocol/credential-form.ts'
import type { FieldError } from '#protocol/fields.ts'
import { originProblem } from '#protocol/passkey/origin.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import { validationError } from '#server-kit/http/validate.ts'
import { hashSecret, hasChecksum, randomBase62, withChecksum } from '#server-kit/secrets/new-secret.ts'

export type IntegrationInput = { label: string; origins: string[]; operations: WidgetOperation[] }
type IntegrationRow = Selectable<BffTables['bff_integration']>

/**
 * Stores a new integration and returns its secret, which is never returned again. `entry` is null if the server
 * itself creates the integration.
 *
 * @throws VALIDATION_FAILED for an invalid origin
 */
export async function storeIntegration(
  ctx: WritesAudit & HasDatabase,
  organizationId: string,
  input: IntegrationInput,
  entry: Pick<AuditInput, keyof AuditBy | 'action'> | null,
): Promise<Integration & { secret: string }> {
  const origins = checkOrigins(input.origins)
  const secret = createIntegrationSecret()
  const row: IntegrationRow = {
    id: randomUUID(),
    organization_id: organizationId,
    label: input.label,
    secret_hash: hashSecret(secret),
    start: integrationSecretStart(secret),
    previous_secret_hash: null,
    previous_start: null,
    previous_until: null,
    operations: [...new Set(input.operations)],
    created_at: ctx.clock.now(),
    revoked_at: null,
  }
  await ctx.db.transaction().execute(async (trx) => {
    await trx.insertInto('bff_integration').values(row).execute()
    await setOrigins(trx, row.id, origins)
    const details = describedFacts({ ...row, origins })
    if (entry !== null) await recordAudit(ctx, trx, { ...entry, target: row.id, details })
  })
  return { ...toIntegration(row, origins, ctx.clock.now()), secret }
}

/** Returns all integrations of the organization, newest first, including revoked ones. */
export async function findIntegrations(
  ctx: HasClock & HasDatabase,
  organizationId: string,
): Promise<Integration[]> {
  const rows = await ctx.db
    .selectFrom('bff_integration')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return Promise.all(
    rows.map(async (row) => toIntegration(row, await listOrigins(ctx.db, row.id), ctx.clock.now())),
  )
}

/** A request that changes an integration. */
type IntegrationChange = Pick<
  AskedOf<'revokeIntegration', HasDatabase & WritesAudit>,
  'ctx' | 'by' | 'params'
> & { action: string }

type Change = {
  set: Partial<Omit<IntegrationRow, 'id' | 'organization_id'>>
  /** New list of origins. Undefined keeps the current one. */
  origins?: string[]
  /** Whether to end the widget tokens that the integration opened. */
  endsSessions: boolean
  details?: AuditDetails
}

/** Changes an integration and returns it. It stays unchanged if `changeOf` returns undefined. @throws NOT_FOUND */
export async function changeIntegration(
  { ctx, by, action, params: { integrationId: id } }: IntegrationChange,
  changeOf: (row: IntegrationRow) => Change | undefined,
): Promise<Integration> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('bff_integration')
      .selectAll()
      .where((row) => row.and({ id, organization_id: by.organizationId }))
      .forUpdate()
      .executeTakeFirstOrThrow(notFound)
    const change = changeOf(row)
    const before = { ...row, origins: await listOrigins(trx, id) }
    if (change !== undefined)
      await trx.updateTable('bff_integration').set(change.set).where('id', '=', id).execute()
    if (change?.origins !== undefined) await setOrigins(trx, id, change.origins)
    // Pages then request another token from their backend.
    if (change?.endsSessions === true)
      await trx.deleteFrom('bff_widget_session').where('integration_id', '=', id).execute()
    const answer = toIntegration({ ...row, ...change?.set }, await listOrigins(trx, id), ctx.clock.now())
    if (change !== undefined) {
      const changed = change.origins === undefined ? {} : changedFacts(before, answer)
      const details = { label: row.label, ...change.details, ...changed }
      await recordAudit(ctx, trx, { ...by, action, target: id, details })
    }
    return answer
  })
}

type Described = Pick<Integration, 'label' | 'origins' | 'operations'>

function describedFacts({ label, origins, operations }: Described): Record<string, string> {
  return { label, origins: origins.join(' '), operations: operations.join(' ') }
}

/** Returns the new values, and the replaced ones under `before`. */
function changedFacts(before: Described, after: Described): AuditDetails {
  const now = describedFacts(after)
  const replaced = Object.entries(describedFacts(before)).filter(([name, value]) => now[name] !== value)
  return { ...now, ...Object.fromEntries(replaced.map(([name, value]) => [`before.${name}`, value])) }
}

/**
 * Creates or updates the integration with this label for the deployment's organization, with these origins and
 * operations. Returns its secret only if it was created now, because it cannot be read again.
 */
export async function ensureIntegration(
  ctx: WritesAudit & HasDatabase,
  input: IntegrationInput,
): Promise<string | undefined> {
  const organizationId = await firstOrganizationId(ctx)
  const existing = await ctx.db
    .selectFrom('bff_integration')
    .select('id')
    .where((row) => row.and({ organization_id: organizationId, label: input.label, revoked_at: null }))
    .executeTakeFirst()
  if (existing === undefined) return (await storeIntegration(ctx, organizationId, input, null)).secret
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

export async function listOrigins(db: BffDatabase, integrationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bff_integration_origin')
    .select('origin')
    .where('integration_id', '=', integrationId)
    .orderBy('origin')
    .execute()
  return rows.map((row) => row.origin)
}

function toIntegration(row: IntegrationRow, origins: string[], now: Date): Integration {
  const { previous_start: start, previous_until: until } = row
  return {
    id: row.id,
    label: row.label,
    start: row.start,
    origins,
    operations: row.operations,
    createdAtDatetime: row.created_at.toISOString(),
    revokedAtDatetime: row.revoked_at?.toISOString() ?? null,
    previousSecret:
      start === null || until === null || until <= now ? null : { start, untilDatetime: until.toISOString() },
  }
}

/**
 * Removes duplicate origins and validates each. Origins are compared as strings, so each must be serialized as
 * browsers do. Plain http is allowed only on localhost, where passkeys work without TLS.
 *
 * @throws VALIDATION_FAILED for `origins.<index>`
 */
export function checkOrigins(origins: readonly string[]): string[] {
  const errors = origins.flatMap((origin, index): FieldError[] => {
    const message = originProblem(origin)
    return message === undefined ? [] : [{ path: `origins.${index}`, message }]
  })
  if (errors.length > 0) throw validationError(errors)
  return [...new Set(origins)]
}

const PREFIX = CREDENTIAL_PREFIXES['integration-secret']
const RANDOM_LENGTH = 43
/** Number of a secret's characters that may be displayed: the prefix and four of its 43 random characters. */
const START_LENGTH = PREFIX.length + 4
const SHAPE = /^is_live_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/

/** Creates an integration secret: `is_live_<43 random base62>_<checksum>`, 256 bits. */
export function createIntegrationSecret(): string {
  return withChecksum(PREFIX + randomBase62(RANDOM_LENGTH))
}

export function isIntegrationSecretShaped(text: string): boolean {
  return SHAPE.test(text) && hasChecksum(text)
}

/** Returns the start of a secret, which lists may display. */
export function integrationSecretStart(secret: string): string {
  return secret.slice(0, START_LENGTH)
}
