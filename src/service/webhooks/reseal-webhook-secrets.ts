import type { Transaction } from '#service/db/database.ts'
import { isSealedPresently, resealSecret } from '#server-kit/secrets/secret-box.ts'
import { webhookSecretContext } from './stored-webhook.ts'

/**
 * Seals every endpoint's secrets with the first of the keys; answers how many endpoints had one of another key.
 * Runs in the transaction that records the new key.
 *
 * @throws SecretBoxError when a secret was sealed with none of the keys; then nothing is changed
 */
export async function resealWebhookSecrets(trx: Transaction, keys: readonly Uint8Array[]): Promise<number> {
  const rows = await trx
    .selectFrom('webhook_endpoints')
    .select(['id', 'organization_id', 'secret_box', 'previous_secret_box'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const stale = rows.filter((row) =>
    [row.secret_box, row.previous_secret_box].some((box) => box !== null && !isSealedPresently(keys, box)),
  )
  for (const row of stale) {
    const again = (box: string) => resealSecret(keys, webhookSecretContext(row.organization_id), box)
    await trx
      .updateTable('webhook_endpoints')
      .set({
        secret_box: again(row.secret_box),
        previous_secret_box: row.previous_secret_box === null ? null : again(row.previous_secret_box),
      })
      .where('id', '=', row.id)
      .execute()
  }
  return stale.length
}
