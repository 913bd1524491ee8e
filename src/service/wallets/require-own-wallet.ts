import type { Address, Hex } from 'viem'
import { checksumAddress } from '#shared/display/address.ts'
import { serviceError } from '#service/http/service-error.ts'
import type { Context } from '#service/context.ts'

/** A wallet of the calling organization. */
export type OwnWallet = {
  id: string
  organizationId: string
  address: Address
  /** `submitted`: the deployment is on its way, there may be no code at the address yet. */
  status: 'submitted' | 'deployed'
  /** The passkey at creation; the chain knows the present one after a recovery. */
  qx: bigint
  qy: bigint
  rpIdHash: Hex
  /** Empty for a wallet that the organization itself operates. */
  externalUserId: string
  /** The verified address of its creation, lower case. */
  email: string
}

/**
 * The wallet at an address (any case), if it is the organization's.
 *
 * @throws WALLET_NOT_OWNED alike for another organization's wallet and for none at all (profile 6)
 */
export async function requireOwnWallet(
  ctx: Pick<Context, 'db'>,
  organizationId: string,
  address: string,
): Promise<OwnWallet> {
  const row = await ctx.db
    .selectFrom('wallets')
    .select(['id', 'address', 'status', 'qx', 'qy', 'rp_id_hash', 'external_user_id', 'email'])
    .where('organization_id', '=', organizationId)
    .where('address', '=', address.toLowerCase())
    .where('status', '<>', 'failed')
    .executeTakeFirst()
  if (row === undefined || row.status === 'failed') throw serviceError('WALLET_NOT_OWNED')
  return {
    id: row.id,
    organizationId,
    address: checksumAddress(row.address),
    status: row.status,
    qx: BigInt(`0x${row.qx}`),
    qy: BigInt(`0x${row.qy}`),
    rpIdHash: `0x${row.rp_id_hash.slice(2)}`,
    externalUserId: row.external_user_id,
    email: row.email,
  }
}
