import type { BffContext } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/tables.ts'
import { configuredKeyContext, vaultKeyContext } from './key-vault.ts'

/**
 * Seals the keys of the vault again with the present secret; answers how many were sealed with another. The copy of the
 * deployment's own key is not counted: that key is.
 */
export async function resealVaultKeys(
  { vault }: Pick<BffContext, 'vault'>,
  trx: BffTransaction,
): Promise<number> {
  let resealed = 0
  const keys = await trx.selectFrom('bff_vault_key').select(['id', 'key_sealed']).forUpdate().execute()
  for (const { id, key_sealed: sealed } of keys) {
    if (vault.isPresent(sealed)) continue
    await trx
      .updateTable('bff_vault_key')
      .set({ key_sealed: vault.reseal(sealed, vaultKeyContext(id)) })
      .where('id', '=', id)
      .execute()
    resealed += 1
  }
  const configured = await trx
    .selectFrom('bff_organization')
    .select(['id', 'configured_key_sealed'])
    .forUpdate()
    .execute()
  for (const { id, configured_key_sealed: sealed } of configured) {
    if (sealed === null || vault.isPresent(sealed)) continue
    await trx
      .updateTable('bff_organization')
      .set({ configured_key_sealed: vault.reseal(sealed, configuredKeyContext(id)) })
      .where('id', '=', id)
      .execute()
  }
  return resealed
}
