import * as z from 'zod/mini'
import type { Context } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'
import { isSealedPresently, openSecret, resealSecret, sealSecret } from '#server-kit/secrets/secret-box.ts'
import type { StoredKey } from './software-passkey.ts'

const storedKeySchema = z.object({
  credentialId: z.string(),
  jwk: z.record(z.string(), z.unknown()),
})
const keysSchema = z.object({ wallet: storedKeySchema, approval: storedKeySchema })

/** The passkeys of one scripted end-user: one signs for the wallet, the other approves. */
export type CustomerKeys = { wallet: StoredKey; approval: StoredKey }

export function sealKeys(ctx: Pick<Context, 'settings'>, organizationId: string, keys: CustomerKeys): string {
  return sealSecret(ctx.settings.secretKeys, contextOf(organizationId), JSON.stringify(keys))
}

/** @throws SecretBoxError when this deployment did not seal them */
export function openKeys(ctx: Pick<Context, 'settings'>, organizationId: string, box: string): CustomerKeys {
  return keysSchema.parse(JSON.parse(openSecret(ctx.settings.secretKeys, contextOf(organizationId), box)))
}

/**
 * Seals the passkeys of every scripted end-user with the first of the keys; answers how many were sealed with another.
 * Runs in the transaction that records the new key.
 *
 * @throws SecretBoxError when one was sealed with none of the keys; then nothing is changed
 */
export async function resealCustomerKeys(trx: Transaction, keys: readonly Uint8Array[]): Promise<number> {
  const rows = await trx
    .selectFrom('sandbox_customers')
    .select(['id', 'organization_id', 'keys_box'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const stale = rows.filter(({ keys_box: box }) => !isSealedPresently(keys, box))
  for (const { id, organization_id: organizationId, keys_box: box } of stale) {
    await trx
      .updateTable('sandbox_customers')
      .set({ keys_box: resealSecret(keys, contextOf(organizationId), box) })
      .where('id', '=', id)
      .execute()
  }
  return stale.length
}

function contextOf(organizationId: string) {
  return { owner: organizationId, column: 'sandbox_customers.keys_box' }
}
