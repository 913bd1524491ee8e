import type { Hex } from 'viem'
import { coordinateHex, parsePublicKey, PublicKeyError } from '#protocol/passkey/public-key.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { COSE_X_START, COSE_Y_START, startsWithCoseEs256 } from '#protocol/passkey/verify-assertion.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import type { WalletKey } from '#service/chain/factory-contract.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Context } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'
import { approvalRelyingParty } from './ceremonies.ts'

/**
 * The approval wallet of a person: the wallet that the factory makes of the approval passkey that comes first, under the
 * approval app's own domain (profile 14). Wallets on the chain may name it as their co-signer. Further approval passkeys
 * sign nothing on the chain: no screen adds them as keys of this wallet.
 */
type Parts = Pick<Context, 'settings'> & { chain: Pick<Context['chain'], 'factory'> }

/**
 * Stores a person's approval wallet if they have none, or if the passkey of theirs was removed. Its deployment follows after
 * the commit (`deploy-approval-wallets.ts`). A person all of whose passkeys are of another algorithm than ES256 has none.
 */
export async function storeApprovalWallet(ctx: Parts, trx: Transaction, approverId: string): Promise<void> {
  const passkeys = await trx
    .selectFrom('approver_passkeys')
    .select(['credential_id', 'public_key'])
    .where('approver_id', '=', approverId)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute()
  const wallets = passkeys.flatMap((passkey) => walletOf(ctx, passkey))
  const { wallet_address: present } = await trx
    .selectFrom('approvers')
    .select('wallet_address')
    .where('id', '=', approverId)
    .executeTakeFirstOrThrow()
  if (wallets.some(({ address }) => address === present)) return
  const [first] = wallets
  if (first !== undefined) {
    await trx
      .insertInto('approval_wallets')
      .values({ approver_id: approverId, ...first })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await trx
    .updateTable('approvers')
    .set({ wallet_address: first?.address ?? null })
    .where('id', '=', approverId)
    .execute()
}

type PasskeyRow = { credential_id: string; public_key: string }

/** The row of a passkey's wallet. Empty if a wallet cannot verify the passkey. */
function walletOf(ctx: Parts, { credential_id, public_key: publicKey }: PasskeyRow) {
  const key = walletKey(ctx, publicKey)
  if (key === undefined) return []
  const address = lowerCase(walletAddress({ factory: ctx.chain.factory, ...key }))
  const point = { qx: coordinateHex(key.qx), qy: coordinateHex(key.qy) }
  return [{ address, credential_id, ...point, rp_id_hash: key.rpIdHash }]
}

const COORDINATE_BYTES = 32

/** Undefined unless the key, COSE as base64url, is a point of P-256 for ES256. */
function walletKey(ctx: Parts, publicKey: string): WalletKey | undefined {
  const bytes = Buffer.from(publicKey, 'base64url')
  if (!startsWithCoseEs256(bytes)) return undefined
  const coordinate = (start: number) => bytes.subarray(start, start + COORDINATE_BYTES).toString('hex')
  try {
    // A registration without attestation proves nothing about the point.
    const { x, y } = parsePublicKey(coordinate(COSE_X_START), coordinate(COSE_Y_START))
    return { qx: x, qy: y, rpIdHash: approvalRpIdHash(ctx) }
  } catch (cause) {
    if (cause instanceof PublicKeyError) return undefined
    throw cause
  }
}

/** The hash of the approval app's domain: approval wallets accept its passkeys alone. */
export function approvalRpIdHash(ctx: Pick<Context, 'settings'>): Hex {
  return rpIdHash(approvalRelyingParty(ctx).rpId)
}
