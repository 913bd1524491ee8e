import { sql } from 'kysely'
import type { Address } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import type { WalletDetails } from '#protocol/org/wallets.ts'
import type { Caller, Context } from '#service/context.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { walletAnswer } from './list-wallets.ts'
import { readWalletOnChain } from './read-wallet-on-chain.ts'
import type { WalletTables } from './tables.ts'

/**
 * `GET /wallets/{address}`: one wallet with what the database knows of its creation and what its contract answers
 * now about its passkey and its recovery (profile 8, ADR 0007).
 *
 * @throws WALLET_NOT_OWNED, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function getWallet(
  ctx: Context,
  { organizationId }: Caller,
  { params }: { params: { address: string } },
): Promise<WalletDetails> {
  const row = await findWallet(ctx, organizationId, params.address.toLowerCase())
  if (row === undefined) throw apiError('WALLET_NOT_OWNED')
  const address: Address = `0x${row.address.slice(2)}`
  const seen = await readWalletOnChain(ctx.chain, address)
  return {
    ...creationFacts(row),
    state: row.status === 'deployed' || seen !== undefined ? 'deployed' : 'submitted',
    qx: seen?.qx ?? row.qx,
    qy: seen?.qy ?? row.qy,
    ...(seen !== undefined && { onChain: seen.onChain }),
  }
}

type Row = WalletTables['wallets'] & { domain: string | null }

async function findWallet(ctx: Context, organizationId: string, address: string): Promise<Row | undefined> {
  const found = await sql<Row>`
    select wallets.*, (
      select domain from organization_domains
      where organization_id = wallets.organization_id and rp_id_hash = wallets.rp_id_hash
    ) as domain
    from wallets
    where organization_id = ${organizationId} and address = ${address} and status <> 'failed'`.execute(ctx.db)
  return found.rows[0]
}

function creationFacts(row: Row): Omit<WalletDetails, 'state' | 'qx' | 'qy' | 'onChain'> {
  return {
    ...walletAnswer(row),
    ...(row.deployed_at !== null && { deployedAtDatetime: row.deployed_at.toISOString() }),
    transactionHash: row.transaction_hash,
    rpIdHash: row.rp_id_hash,
    ...(row.domain !== null && { rpId: row.domain }),
    ...(row.backup_address !== null && { requestedBackupAddress: checksumAddress(row.backup_address) }),
  }
}
