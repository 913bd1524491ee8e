import { createHmac } from 'node:crypto'
import type { CreateWalletRequest } from '#protocol/baas/wallets.ts'
import type { Context } from '#service/context.ts'
import type { Creation } from './finish-creation.ts'

/**
 * What is equal in two requests that mean the same creation, code included. An HMAC, because the code is
 * among it and would be found in a moment in a plain hash.
 */
export function creationHmac(
  ctx: Context,
  organizationId: string,
  address: string,
  body: CreateWalletRequest,
): string {
  const meaning = [
    address,
    body.label ?? '',
    body.backupAddress?.toLowerCase() ?? '',
    body.withFee ?? false,
    body.externalUserId ?? '',
    body.externalUserLabel ?? '',
    body.email?.toLowerCase() ?? '',
    body.verificationCode,
  ]
  return createHmac('sha256', ctx.settings.codeKey)
    .update(`wallet-creation\n${organizationId}\n${JSON.stringify(meaning)}`)
    .digest('hex')
}

/**
 * The same creation, stored and not answered yet. When nobody holds the creation's lease, a crash left it
 * between storing the signed deployment and the answer.
 */
export async function findUnfinishedCreation(
  ctx: Context,
  organizationId: string,
  address: string,
  hmac: string,
): Promise<Creation | undefined> {
  const row = await ctx.db
    .selectFrom('wallets')
    .select(['id', 'label', 'relayed_id', 'transaction_hash'])
    .where('organization_id', '=', organizationId)
    .where('address', '=', address.toLowerCase())
    .where('creation_hmac', '=', hmac)
    .where('status', '<>', 'failed')
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    walletId: row.id,
    address,
    label: row.label,
    relayedId: row.relayed_id,
    transactionHash: row.transaction_hash,
  }
}

/** Whether a wallet of any organization is at an address, or on its way there. */
export async function isAddressTaken(ctx: Context, address: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('wallets')
    .select('id')
    .where('address', '=', address.toLowerCase())
    .where('status', '<>', 'failed')
    .executeTakeFirst()
  return row !== undefined
}
