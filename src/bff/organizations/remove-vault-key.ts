import { recordAudit } from '#bff/audit/record-audit.ts'
import type { BffContext } from '#bff/context.ts'
import { bffError } from '#bff/http/bff-error.ts'
import type { VaultChange } from './add-vault-key.ts'

/**
 * Deletes a key from the vault. At the service it goes on to exist.
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
