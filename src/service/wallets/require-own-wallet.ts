import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { PREPARED } from '#server-kit/db/prepared.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import { HAS_EARLIER_CALLS } from './earlier-calls.ts'
import type { WalletTables } from './tables.ts'

/** A wallet of the calling organization. */
export type OwnWallet = {
  id: string
  organizationId: string
  address: Address
  /** `submitted`: the deployment is pending, so there may be no code at the address yet. */
  status: 'submitted' | 'deployed'
  /** The passkey from the creation. After a recovery, only the chain has the present one. */
  qx: bigint
  qy: bigint
  rpIdHash: Hex
  /** Empty for a wallet that the organization itself operates. */
  externalUserId: string
  /** The verified email address of the wallet's creation, in lower case. */
  email: string
  /** Whether the wallet has calls that ended and can still be executed. */
  hasEarlierCalls: boolean
}

/**
 * Finds the wallet at an address (any case), if it belongs to the organization.
 *
 * @throws WALLET_NOT_OWNED for another organization's wallet and for an unknown one (profile 6)
 */
export async function requireOwnWallet(
  ctx: HasDatabase,
  organizationId: string,
  address: string,
): Promise<OwnWallet> {
  const found = await sql<WalletRow>`${PREPARED}
    select ${WALLET_COLUMNS} from wallets as wallet
    where wallet.organization_id = ${organizationId} and wallet.address = ${address.toLowerCase()}
      and wallet.status <> 'failed'`.execute(ctx.db)
  const [row] = found.rows
  if (row === undefined) throw apiError('WALLET_NOT_OWNED')
  return ownWallet(organizationId, row)
}

/** The columns of a wallet that `ownWallet` reads. */
export type WalletRow = Pick<
  WalletTables['wallets'],
  'id' | 'address' | 'qx' | 'qy' | 'rp_id_hash' | 'external_user_id' | 'email'
> & { status: OwnWallet['status']; has_earlier_calls: boolean }

/** SQL: the columns of a `WalletRow`, of a row named `wallet`. */
export const WALLET_COLUMNS = sql`wallet.id, wallet.address, wallet.status, wallet.qx, wallet.qy,
  wallet.rp_id_hash, wallet.external_user_id, wallet.email,
  ${HAS_EARLIER_CALLS} as has_earlier_calls`

export function ownWallet(organizationId: string, row: WalletRow): OwnWallet {
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
    hasEarlierCalls: row.has_earlier_calls,
  }
}
