import type { BffContext } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/tables.ts'
import { hookSecretContext } from './hosted-upstream-row.ts'

/** Seals the webhooks' secrets again with the present key; answers how many were sealed with another. */
export async function resealHookSecrets(
  { vault }: Pick<BffContext, 'vault'>,
  trx: BffTransaction,
): Promise<number> {
  const rows = await trx
    .selectFrom('bff_hosted_upstream')
    .select(['organization_id', 'secret_sealed'])
    .forUpdate()
    .execute()
  let resealed = 0
  for (const { organization_id: id, secret_sealed: sealed } of rows) {
    if (sealed === null || vault.isPresent(sealed)) continue
    const again = vault.reseal(sealed, hookSecretContext(id))
    await trx
      .updateTable('bff_hosted_upstream')
      .set({ secret_sealed: again })
      .where('organization_id', '=', id)
      .execute()
    resealed += 1
  }
  return resealed
}
