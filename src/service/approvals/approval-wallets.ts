import type { Hex, Address } from 'viem'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { HasApprovalUrl } from '#service/context-parts.ts'
import type { Transaction } from '#service/db/database.ts'
import { notify } from '#service/db/notifications.ts'
import { approvalRelyingParty } from './ceremonies.ts'
import { passkeyPoint } from './passkey-point.ts'

/**
 * The approval wallet of a person: the wallet that the factory creates from the first approval passkey, under
 * the approval app's own domain (profile 14). Wallets on the chain may name it as their co-signer. Further
 * approval passkeys become keys of it by a call that one of its keys signs (`change-approval-keys.ts`).
 */
type Parts = HasApprovalUrl & { chain: { factory: Address } }

/**
 * Stores a person's approval wallet if they have none. Its deployment follows after the commit
 * (`deploy-approval-wallets.ts`). A person without an ES256 passkey gets no approval wallet.
 *
 * `mayReplace`: also replaces an approval wallet whose stored passkey the person no longer has. Only a caller that
 * knows the wallet's keys on the chain (`known-keys.ts`) may pass true. Otherwise, an unknown key could stay in
 * control of the replaced wallet.
 */
export async function storeApprovalWallet(
  ctx: Parts,
  trx: Transaction,
  approverId: string,
  { mayReplace }: { mayReplace: boolean },
): Promise<void> {
  const passkeys = await trx
    .selectFrom('approver_passkeys')
    .select(['credential_id', 'public_key'])
    .where('approver_id', '=', approverId)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute()
  const { credential_id: present, wallet_address: wallet } = await trx
    .selectFrom('approvers')
    .leftJoin('approval_wallets as wallet', 'wallet.address', 'approvers.wallet_address')
    .select(['wallet.credential_id', 'approvers.wallet_address'])
    .where('approvers.id', '=', approverId)
    .executeTakeFirstOrThrow()
  if (wallet !== null && !mayReplace) return
  if (passkeys.some(({ credential_id: id }) => id === present)) return
  const [first] = passkeys.flatMap((passkey) => walletRow(ctx, passkey))
  if (first !== undefined) {
    await trx
      .insertInto('approval_wallets')
      .values({ approver_id: approverId, ...first })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await notify(trx, 'approval-wallets', '')
  }
  await trx
    .updateTable('approvers')
    .set({ wallet_address: first?.address ?? null })
    .where('id', '=', approverId)
    .execute()
}

type PasskeyRow = { credential_id: string; public_key: string }

/**
 * Returns the stored values of a passkey's approval wallet, as a list of one. The list is empty if a wallet cannot
 * verify the passkey.
 */
function walletRow(ctx: Parts, { credential_id, public_key: publicKey }: PasskeyRow) {
  const point = passkeyPoint(publicKey)
  if (point === undefined) return []
  const key = { qx: point.x, qy: point.y, rpIdHash: approvalRpIdHash(ctx) }
  const address = lowerCase(walletAddress({ factory: ctx.chain.factory, ...key }))
  const coordinates = { qx: coordinateHex(key.qx), qy: coordinateHex(key.qy) }
  return [{ address, credential_id, ...coordinates, rp_id_hash: key.rpIdHash }]
}

/** The hash of the approval app's domain. Approval wallets accept only passkeys of that domain. */
export function approvalRpIdHash(ctx: HasApprovalUrl): Hex {
  return rpIdHash(approvalRelyingParty(ctx).rpId)
}
