import { sql } from 'kysely'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import type { WalletDetails, WalletProtection } from '#protocol/wallets.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { ChainReader } from '#service/chain/chain.ts'
import { readContracts } from '#service/chain/read-contract.ts'
import { answeredAddress, answeredNumber } from '#service/chain/token-answer.ts'
import {
  AUTHORITY_BYTES,
  authorityReads,
  decodeAuthority,
  type Authority,
  type WalletKey,
} from '#service/chain/wallet-authority.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { approvalWallet, enrolledApproverId } from './approval-wallet.ts'
import { addLastUses } from './key-uses.ts'
import { walletAnswer } from './list-wallets.ts'
import type { WalletTables } from './tables.ts'

type WalletRow = WalletTables['wallets'] & {
  domain: string | null
  approver_id: string | null
  approval_wallet: string | null
}

/**
 * `GET /wallets/{address}`: one wallet with the stored data of its creation. Adds the passkeys, the co-signer and the
 * recovery that its contract reports now (profile 8 and 14, ADR 0007).
 *
 * @throws WALLET_NOT_OWNED, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export const getWallet: Operation<'getWallet', HasChain & HasDatabase> = async (
  ctx,
  { organizationId },
  { params },
) => {
  const { rows } = await sql<WalletRow>`
    select wallets.*, (
      select domain from organization_domains
      where organization_id = wallets.organization_id and rp_id_hash = wallets.rp_id_hash
    ) as domain,
    ${enrolledApproverId('wallets')} as approver_id, ${approvalWallet('wallets')} as approval_wallet
    from wallets
    where organization_id = ${organizationId} and address = ${params.address.toLowerCase()}
      and status <> 'failed'`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw apiError('WALLET_NOT_OWNED')
  const address: Address = `0x${row.address.slice(2)}`
  const seen = await readWalletOnChain(ctx.chain, address)
  const keys = seen?.authority.keys.map(keyAnswer) ?? [{ number: 0, qx: row.qx, qy: row.qy }]
  return {
    ...walletAnswer(row),
    ...(row.deployed_at !== null && { deployedAtDatetime: row.deployed_at.toISOString() }),
    ...(row.transaction_hash !== null && { transactionHash: row.transaction_hash }),
    rpIdHash: row.rp_id_hash,
    ...(row.domain !== null && { rpId: row.domain }),
    ...(row.backup_address !== null && { requestedBackupAddress: checksumAddress(row.backup_address) }),
    state: row.status === 'deployed' || seen !== undefined ? 'deployed' : 'submitted',
    qx: seen?.qx ?? row.qx,
    qy: seen?.qy ?? row.qy,
    ...(seen !== undefined && { onChain: seen.onChain }),
    ...authorityAnswer(row, seen?.authority),
    keys: await addLastUses(ctx.db, { organizationId, address, firstQx: row.qx }, keys),
  }
}

type AuthorityAnswer = Required<
  Pick<WalletDetails, 'coSigner' | 'coSignerUntil' | 'approvalWallet' | 'protection'>
>

function authorityAnswer(row: WalletRow, authority: Authority | undefined): AuthorityAnswer {
  const { coSigner, coSignerUntilSeconds } = authority ?? {}
  return {
    coSigner: coSigner === undefined ? null : checksumAddress(coSigner),
    coSignerUntil: coSignerUntilSeconds === undefined ? null : isoTime(coSignerUntilSeconds),
    approvalWallet: row.approval_wallet === null ? null : checksumAddress(row.approval_wallet),
    protection: classifyProtection({
      hasCoSigner: coSigner !== undefined,
      hasApprover: row.approver_id !== null,
    }),
  }
}

/**
 * Returns the protection of a wallet, based only on its present state: the party that must consent in
 * addition to a passkey.
 */
export function classifyProtection(state: { hasCoSigner: boolean; hasApprover: boolean }): WalletProtection {
  if (state.hasCoSigner) return 'chain'
  return state.hasApprover ? 'service' : 'none'
}

function keyAnswer({ number, x, y }: WalletKey) {
  return { number, qx: coordinateHex(x), qy: coordinateHex(y) }
}

function isoTime(unixSeconds: bigint): string {
  return new Date(Number(unixSeconds) * 1_000).toISOString()
}

const QUESTIONS = (['isKeyReplaced', 'backup', 'pendingRecovery'] as const).map((functionName) =>
  encodeFunctionData({ abi: passkeyWalletAbi, functionName }),
)

type WalletOnChain = {
  qx: string
  qy: string
  authority: Authority
  onChain: NonNullable<WalletDetails['onChain']>
}

/**
 * Reads the passkeys, the co-signer and the recovery of a wallet from its contract, in one request. Returns
 * undefined if there is no wallet at the address.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function readWalletOnChain(
  chain: ChainReader,
  wallet: Address,
): Promise<WalletOnChain | undefined> {
  const reads = [...QUESTIONS.map((data) => ({ contract: wallet, data })), ...authorityReads(wallet)]
  const answers = await readContracts(chain, reads, 'latest', AUTHORITY_BYTES)
  const [replaced = '0x', backup = '0x', pending = '0x', ...others] = answers
  const backupAddress = answeredAddress(backup)
  if (backupAddress === undefined) return undefined
  const authority = decodeAuthority(others)
  const main = authority?.keys.find(({ number }) => number === authority.mainNumber)
  if (authority === undefined || main === undefined) return undefined
  return {
    qx: coordinateHex(main.x),
    qy: coordinateHex(main.y),
    authority,
    onChain: {
      backupAddress: checksumAddress(backupAddress),
      isKeyReplaced: (answeredNumber(replaced) ?? 0n) !== 0n,
      ...decodePending(pending),
    },
  }
}

/** Decodes three words: the proposed key and when it can take effect. All are zero if nothing is proposed. */
function decodePending(answer: Hex): Pick<WalletOnChain['onChain'], 'pendingRecovery'> {
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
