import { createHmac } from 'node:crypto'
import type { CreateWalletRequest, CreateWalletResult } from '#protocol/create-wallet.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { HasClock, HasCodeKey, HasDatabase, HasRelay } from '#service/context-parts.ts'
import { normaliseEmail } from '#service/email/mailer.ts'

/**
 * Returns a value that is equal for two requests of the same creation, including the code. It is an HMAC, because the
 * code in a plain hash could be found quickly.
 */
export function creationHmac(
  ctx: HasCodeKey,
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
    body.email === undefined ? '' : normaliseEmail(body.email),
    body.verificationCode,
  ]
  return createHmac('sha256', ctx.settings.codeKey)
    .update(`wallet-creation\n${organizationId}\n${JSON.stringify(meaning)}`)
    .digest('hex')
}

/**
 * Finds a stored creation with the same request and without a response. If no process holds the creation's lease, a
 * crash interrupted it between storing the signed deployment and the response.
 */
export async function findUnfinishedCreation(
  ctx: HasDatabase,
  organizationId: string,
  address: string,
  hmac: string,
): Promise<Creation | undefined> {
  const row = await ctx.db
    .selectFrom('wallets')
    .select(['id as walletId', 'label', 'relayed_id as relayedId', 'transaction_hash as transactionHash'])
    .where('organization_id', '=', organizationId)
    .where('address', '=', address.toLowerCase())
    .where('creation_hmac', '=', hmac)
    .where('status', '<>', 'failed')
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.relayedId === null || row.transactionHash === null) return undefined
  const { walletId, label, relayedId, transactionHash } = row
  return { walletId, label, relayedId, transactionHash, address }
}

/** Whether a wallet of any organization is deployed or pending at an address. */
export async function isAddressTaken(ctx: HasDatabase, address: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('wallets')
    .select('id')
    .where('address', '=', address.toLowerCase())
    .where('status', '<>', 'failed')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Maximum wait for the deployment to be mined, in milliseconds. After that time the response is sent anyway, with
 * the address and the hash.
 */
const RECEIPT_WAIT_MS = 15_000

/** A stored creation whose deployment is signed. */
export type Creation = {
  walletId: string
  address: string
  label: string
  relayedId: string
  transactionHash: string
}

/**
 * Waits for the deployment and returns the response. It also completes a creation that a crash interrupted.
 * The caller holds the creation's lease, and marks the creation as answered when the response is sent.
 *
 * @throws TRANSACTION_REVERTS if the chain refused the deployment; the code is valid again
 * @throws WALLET_ALREADY_DEPLOYED if another request has completed the creation meanwhile
 */
export async function finishCreation(
  ctx: HasDatabase & HasRelay,
  creation: Creation,
): Promise<CreateWalletResult> {
  const outcome = await ctx.relay.outcome(creation.relayedId, RECEIPT_WAIT_MS)
  if (outcome?.status === 'failed') throw apiError('TRANSACTION_REVERTS', outcome.reason)
  const open = await ctx.db
    .selectFrom('wallets')
    .select('id')
    .where('id', '=', creation.walletId)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  if (open === undefined) throw apiError('WALLET_ALREADY_DEPLOYED')
  return {
    address: creation.address,
    label: creation.label,
    transactionHash: outcome?.hash ?? creation.transactionHash,
  }
}

/**
 * Marks a creation as answered, so that the same request now refers to an existing wallet. It is called after the
 * response is sent, so that a crash cannot lose the response.
 */
export async function markAnswered(ctx: HasClock & HasDatabase, address: string): Promise<void> {
  await ctx.db
    .updateTable('wallets')
    .set({ answered_at: ctx.clock.now() })
    .where('address', '=', address.toLowerCase())
    .where('status', '<>', 'failed')
    .where('answered_at', 'is', null)
    .execute()
}
