import { CONFIGURED_KEY_ID } from '#protocol/org/vault.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { BffContext } from '#bff/context.ts'
import { bffError } from '#bff/http/answer.ts'
import type { Organization } from '#bff/ports.ts'
import type { BffDatabase } from '#bff/db/tables.ts'
import type { VaultChange } from './add-vault-key.ts'
import { keyInUseContext, configuredKeyContext, vaultKeyContext } from './key-vault.ts'
import { rememberScope } from './key-scopes.ts'
import { tryKey } from './try-key.ts'

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
    await trx
      .selectFrom('bff_organization')
      .select('id')
      .where('id', '=', organizationId)
      .forUpdate()
      .execute()
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
    const organization = await trx
      .selectFrom('bff_organization')
      .select('chosen_key_id')
      .where('id', '=', organizationId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (organization.chosen_key_id === keyId)
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
    const row = await db
      .selectFrom('bff_organization')
      .select('configured_key_sealed')
      .where('id', '=', organizationId)
      .forUpdate()
      .executeTakeFirst()
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
