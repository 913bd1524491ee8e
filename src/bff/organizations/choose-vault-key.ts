import { CONFIGURED_KEY_ID } from '#protocol/org/vault.ts'
import { recordAudit } from '#bff/audit/record-audit.ts'
import type { BffContext } from '#bff/context.ts'
import { bffError } from '#bff/http/bff-error.ts'
import type { VaultChange } from './add-vault-key.ts'
import { keyInUseContext } from './key-contexts.ts'
import { openVaultKey } from './open-vault-key.ts'

/**
 * Has the console, its widgets and its background work speak with another key from the next request on, in every
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
    // First the organization, as whoever adds or removes a key: two of them then never wait for each other.
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
