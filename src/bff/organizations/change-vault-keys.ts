import { CONFIGURED_KEY_ID, type AddVaultKeyRequest } from '#protocol/hosted-upstream.ts'
import { recordAudit, type AuditInput } from '#bff/audit/record-audit.ts'
import type { BffContext } from '#bff/context.ts'
import { bffError } from '#bff/http/answer.ts'
import type { Organization } from '#bff/ports.ts'
import type { BffDatabase, BffTransaction } from '#bff/db/tables.ts'
import { keyInUseContext, configuredKeyContext, vaultKeyContext } from './key-vault.ts'
import { rememberScope } from './key-scopes.ts'
import { tryKey } from './try-key.ts'
import { randomUUID } from 'node:crypto'
import { validationError } from '#server-kit/http/validate.ts'
import { keyStart } from './list-vault-keys.ts'

/**
 * Switches the console, its widgets and its background work to another key from the next request on, in every
 * process.
 *
 * @throws NOT_FOUND
 */
export async function chooseVaultKey(
  ctx: BffContext,
  organizationId: string,
  keyId: string,
  by: VaultChange,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    // The organization first, as when keys are added or removed: the same lock order, no deadlock.
    await lockOrganization(trx, organizationId)
    const key = await openVaultKey(ctx, trx, organizationId, keyId)
    if (key === undefined) throw bffError('NOT_FOUND')
    await trx
      .updateTable('bff_organization')
      .set({
        api_key_sealed: ctx.vault.seal(key, keyInUseContext(organizationId)),
        chosen_key_id: keyId === CONFIGURED_KEY_ID ? null : keyId,
        updated_at: ctx.clock.now(),
      })
      .where('id', '=', organizationId)
      .execute()
    await recordAudit(ctx, trx, { ...by, action: 'vault-key.chosen', target: keyId, details: {} })
  })
}

/**
 * Tries a stored key at the service by reading, and stores the scopes it turned out to have.
 *
 * @throws NOT_FOUND; UPSTREAM_KEY_REFUSED when the service does not accept it any more
 */
export async function checkVaultKey(
  ctx: BffContext,
  organization: Organization,
  keyId: string,
  requestId: string,
): Promise<void> {
  const apiKey = await openVaultKey(ctx, ctx.db, organization.id, keyId)
  if (apiKey === undefined) throw bffError('NOT_FOUND')
  const tried = await tryKey(ctx, { ...organization, apiKey }, requestId)
  if (!tried.accepted)
    throw bffError('CONFLICT', 'The service refuses this key: it was revoked or has expired.')
  for (const shown of tried.scopes) {
    await rememberScope(ctx, { organizationId: organization.id, keyId, ...shown })
  }
}

/**
 * Deletes a key from the vault. At the service it continues to exist.
 *
 * @throws NOT_FOUND; CONFLICT for the one that the console uses
 */
export async function removeVaultKey(
  ctx: BffContext,
  organizationId: string,
  keyId: string,
  by: VaultChange,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const organization = await lockOrganization(trx, organizationId)
    if (organization?.chosen_key_id === keyId)
      throw bffError('CONFLICT', 'The console uses this key. Choose another one first.')
    const removed = await trx
      .deleteFrom('bff_vault_key')
      .where('organization_id', '=', organizationId)
      .where('id', '=', keyId)
      .returning('label')
      .executeTakeFirst()
    if (removed === undefined) throw bffError('NOT_FOUND')
    await trx
      .deleteFrom('bff_key_scope')
      .where('organization_id', '=', organizationId)
      .where('key_id', '=', keyId)
      .execute()
    const details = { label: removed.label }
    await recordAudit(ctx, trx, { ...by, action: 'vault-key.removed', target: keyId, details })
  })
}

/** A key of the vault, opened; undefined for another organization's and for an unknown one. Locks its row. */
async function openVaultKey(
  { vault }: Pick<BffContext, 'vault'>,
  db: BffDatabase,
  organizationId: string,
  keyId: string,
): Promise<string | undefined> {
  if (keyId === CONFIGURED_KEY_ID) {
    const row = await lockOrganization(db, organizationId)
    const sealed = row?.configured_key_sealed ?? null
    return sealed === null ? undefined : vault.open(sealed, configuredKeyContext(organizationId))
  }
  const row = await db
    .selectFrom('bff_vault_key')
    .select('key_sealed')
    .where('organization_id', '=', organizationId)
    .where('id', '=', keyId)
    .forUpdate()
    .executeTakeFirst()
  return row && vault.open(row.key_sealed, vaultKeyContext(keyId))
}

function lockOrganization(db: BffDatabase, id: string) {
  return db
    .selectFrom('bff_organization')
    .select(['chosen_key_id', 'configured_key_sealed'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

const KEYS_MAX = 20

type VaultChange = Pick<AuditInput, 'organizationId' | 'actor' | 'requestId' | 'ipAddress'>

/**
 * Stores a key of the hosted service, sealed, after the service has accepted it. The console continues with its
 * present one.
 *
 * @throws VALIDATION_FAILED for a key that the service refuses or that is stored already; CONFLICT above 20 keys
 */
export async function addVaultKey(
  ctx: BffContext,
  organization: Organization,
  { label, key }: AddVaultKeyRequest,
  by: VaultChange,
): Promise<void> {
  const tried = await tryKey(ctx, { ...organization, apiKey: key }, by.requestId)
  if (!tried.accepted) throw validationError([{ path: 'key', message: 'is refused by the service' }])
  const id = randomUUID()
  await ctx.db.transaction().execute(async (trx) => {
    await requireNew(ctx, trx, organization.id, key)
    await trx
      .insertInto('bff_vault_key')
      .values({
        id,
        organization_id: organization.id,
        label,
        start: keyStart(key),
        key_sealed: ctx.vault.seal(key, vaultKeyContext(id)),
        created_by: by.actor?.name ?? '',
        created_at: ctx.clock.now(),
      })
      .execute()
    for (const shown of tried.scopes) {
      await rememberScope(
        { db: trx, clock: ctx.clock },
        { organizationId: organization.id, keyId: id, ...shown },
      )
    }
    await recordAudit(ctx, trx, { ...by, action: 'vault-key.added', target: id, details: { label } })
  })
}

/** The organization's row is locked: of two requests with the same key one is refused. */
async function requireNew(ctx: BffContext, trx: BffTransaction, organizationId: string, key: string) {
  const configured = (await lockOrganization(trx, organizationId))?.configured_key_sealed ?? null
  const rows = await trx
    .selectFrom('bff_vault_key')
    .select(['id', 'key_sealed'])
    .where('organization_id', '=', organizationId)
    .execute()
  if (rows.length >= KEYS_MAX)
    throw bffError('CONFLICT', `The vault holds ${KEYS_MAX} keys. Remove one first.`)
  const stored = rows.map((row) => ctx.vault.open(row.key_sealed, vaultKeyContext(row.id)))
  if (configured !== null) stored.push(ctx.vault.open(configured, configuredKeyContext(organizationId)))
  if (stored.includes(key)) throw validationError([{ path: 'key', message: 'is in the vault already' }])
}
