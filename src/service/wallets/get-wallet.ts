import { walletAnswer } from './list-wallets.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { sql } from 'kysely'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import type { WalletDetails } from '#protocol/wallets.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { WalletTables } from './tables.ts'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { readContracts } from '#service/chain/read-contract.ts'
import type { ChainReader } from '#service/chain/chain.ts'
import { answeredAddress, answeredNumber } from '#service/chain/token-answer.ts'

/**
 * `GET /wallets/{address}`: one wallet with what the database knows of its creation and what its contract answers
 * now about its passkey and its recovery (profile 8, ADR 0007).
 *
 * @throws WALLET_NOT_OWNED, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export const getWallet: Operation<'getWallet'> = async (ctx, { organizationId }, { params }) => {
  const { rows } = await sql<WalletTables['wallets'] & { domain: string | null }>`
    select wallets.*, (
      select domain from organization_domains
      where organization_id = wallets.organization_id and rp_id_hash = wallets.rp_id_hash
    ) as domain
    from wallets
    where organization_id = ${organizationId} and address = ${params.address.toLowerCase()}
      and status <> 'failed'`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw apiError('WALLET_NOT_OWNED')
  const address: Address = `0x${row.address.slice(2)}`
  const seen = await readWalletOnChain(ctx.chain, address)
  return {
    ...walletAnswer(row),
    ...(row.deployed_at !== null && { deployedAtDatetime: row.deployed_at.toISOString() }),
    transactionHash: row.transaction_hash,
    rpIdHash: row.rp_id_hash,
    ...(row.domain !== null && { rpId: row.domain }),
    ...(row.backup_address !== null && { requestedBackupAddress: checksumAddress(row.backup_address) }),
    state: row.status === 'deployed' || seen !== undefined ? 'deployed' : 'submitted',
    qx: seen?.qx ?? row.qx,
    qy: seen?.qy ?? row.qy,
    ...(seen !== undefined && { onChain: seen.onChain }),
  }
}

const QUESTIONS = (['qx', 'qy', 'isKeyReplaced', 'backup', 'pendingRecovery'] as const).map((functionName) =>
  encodeFunctionData({ abi: passkeyWalletAbi, functionName }),
)

type WalletOnChain = { qx: string; qy: string; onChain: NonNullable<WalletDetails['onChain']> }

/**
 * What a wallet's contract answers now about its passkey and its recovery; `undefined` while there is none at the address.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function readWalletOnChain(chain: ChainReader, wallet: Address) {
  const answers = await readContracts(
    chain,
    QUESTIONS.map((data) => ({ contract: wallet, data })),
  )
  const [qx = '0x', qy = '0x', replaced = '0x', backup = '0x', pending = '0x'] = answers
  const [x, y, backupAddress] = [answeredNumber(qx), answeredNumber(qy), answeredAddress(backup)]
  if (x === undefined || y === undefined || backupAddress === undefined) return undefined
  return {
    qx: coordinateHex(x),
    qy: coordinateHex(y),
    onChain: {
      backupAddress: checksumAddress(backupAddress),
      isKeyReplaced: (answeredNumber(replaced) ?? 0n) !== 0n,
      ...pendingOf(pending),
    },
  }
}

/** Three words: the proposed key and when it can take effect, all zero when nothing is proposed. */
function pendingOf(answer: Hex): Pick<WalletOnChain['onChain'], 'pendingRecovery'> {
  const [x, y, effectiveAt] = [0, 1, 2].map((word) => answeredNumber(`0x${answer.slice(2 + 64 * word)}`))
  if (x === undefined || y === undefined || effectiveAt === undefined || effectiveAt === 0n) return {}
  return {
    pendingRecovery: {
      qx: coordinateHex(x),
      qy: coordinateHex(y),
      effectiveAtSeconds: effectiveAt.toString(),
    },
  }
}
