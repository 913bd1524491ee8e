import { CONFIGURED_KEY_ID } from '#protocol/org/vault.ts'
import type { BffContext } from '#bff/context.ts'
import type { BffDatabase } from '#bff/db/tables.ts'
import { configuredKeyContext, vaultKeyContext } from './key-contexts.ts'

/** A key of the vault, opened; undefined for one that is not the organization's or not there. Locks its row. */
export async function openVaultKey(
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
