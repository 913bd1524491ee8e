import type { Hex, Address } from 'viem'
import type { Fee, PredictedWallet, PredictWalletRequest } from '#protocol/create-wallet.ts'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { formatUnits } from '#protocol/money.ts'
import { parsePublicKey, PublicKeyError } from '#protocol/passkey/public-key.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { apiError, ApiError } from '#server-kit/http/http-error.ts'
import { readErc20Balance } from '#service/chain/erc20.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import type { HasChain, HasDatabase, HasLog } from '#service/context-parts.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { findDomain } from '#service/organizations/domains.ts'
import { findFee } from '#service/organizations/fee-settings.ts'

/**
 * `POST /wallets/predict`: the address for a passkey and a domain, whether a wallet is there, and the fee
 * compared with the address's present balance (spec "Prediction result", profile 2).
 *
 * @throws INVALID_PUBLIC_KEY, RP_ID_HASH_NOT_REGISTERED, CHAIN_FAILED, CHAIN_TIMEOUT
 */
export const predictWallet: Operation<'predictWallet', HasChain & HasDatabase & HasLog> = async (
  ctx,
  { organizationId },
  { body },
) => {
  const { address } = await requireWalletKey(ctx, organizationId, body)
  return predictAt(ctx, organizationId, address)
}

/** Returns the prediction for a known address. */
export async function predictAt(
  ctx: HasChain & HasDatabase & HasLog,
  organizationId: string,
  address: Address,
): Promise<PredictedWallet> {
  const [deployed, fee] = await Promise.all([
    isDeployed(ctx.chain, address),
    walletFee(ctx, organizationId, address),
  ])
  return { address, deployed, fee }
}

/** A passkey on one of the organization's domains, and the address derived from both (profile 2). */
export type WalletKey = { rpIdHash: Hex; address: Hex; qx: bigint; qy: bigint }

/**
 * Makes checks 2 and 3 of “Creation performs” (spec "Wallet endpoints"): qx and qy are on the curve, and the hash is of
 * a registered domain. Also returns the address that the factory derives from the key and the hash, which does not
 * depend on the deployer.
 * @throws INVALID_PUBLIC_KEY naming the cause, RP_ID_HASH_NOT_REGISTERED
 */
export async function requireWalletKey(
  ctx: HasChain & HasDatabase,
  organizationId: string,
  body: PredictWalletRequest,
): Promise<WalletKey> {
  const publicKey = requirePublicKey(body.qx, body.qy)
  const domain = await findDomain(ctx.db, organizationId, body.rpIdHash)
  if (domain === undefined) {
    const errors = [{ path: 'rpIdHash', message: 'is the hash of no registered domain' }]
    throw apiError('RP_ID_HASH_NOT_REGISTERED', { errors })
  }
  const key = { ...publicKey, rpIdHash: domain.rpIdHash }
  return { ...key, address: walletAddress({ factory: ctx.chain.factory, ...key }) }
}

function requirePublicKey(qx: string, qy: string): { qx: bigint; qy: bigint } {
  try {
    const { x, y } = parsePublicKey(qx, qy)
    return { qx: x, qy: y }
  } catch (cause) {
    if (!(cause instanceof PublicKeyError)) throw cause
    const fields = cause.field === 'key' ? ['qx', 'qy'] : [cause.field]
    const errors = fields.map((path) => ({ path, message: cause.message }))
    throw apiError('INVALID_PUBLIC_KEY', cause.message, { cause, errors })
  }
}

const NO_FEE: Fee = {
  required: false,
  tokenAddress: ZERO_ADDRESS,
  tokenSymbol: '',
  tokenDecimals: 0,
  amountPerTransaction: '0',
  currentBalance: '0',
  sufficient: true,
}

/** Returns the organization's fee per transaction, compared with the wallet's present balance (spec "Fee object"). */
async function walletFee(
  ctx: HasChain & HasDatabase & HasLog,
  organizationId: string,
  address: Address,
): Promise<Fee> {
  const fee = await findFee(ctx.db, organizationId)
  if (fee === undefined) return NO_FEE
  const balance = await readableBalance(ctx, fee.tokenAddress, address)
  return {
    required: true,
    tokenAddress: fee.tokenAddress,
    tokenSymbol: fee.tokenSymbol,
    tokenDecimals: fee.tokenDecimals,
    amountPerTransaction: fee.amountPerTransaction.toString(),
    currentBalance: balance.toString(),
    sufficient: balance >= fee.amountPerTransaction,
  }
}

/**
 * Reads a balance. Returns zero if the fee token no longer responds, so that the prediction does not fail. The token
 * did respond when the organization set the fee.
 */
async function readableBalance(ctx: HasChain & HasLog, token: Address, holder: Address): Promise<bigint> {
  try {
    return await readErc20Balance(ctx.chain, token, holder)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'TOKEN_UNREADABLE') throw error
    ctx.log.warn({ token }, 'the fee token does not return a balance; it counts as none')
    return 0n
  }
}

/**
 * Makes check 5 of “Creation performs” (spec "Wallet endpoints"). The amounts are in human units. @throws
 * INSUFFICIENT_FEE_BALANCE
 */
export function requireSufficientFee(address: Address, fee: Fee): void {
  if (!fee.required || fee.sufficient) return
  const required = formatUnits(fee.amountPerTransaction, fee.tokenDecimals)
  const current = formatUnits(fee.currentBalance, fee.tokenDecimals)
  throw apiError('INSUFFICIENT_FEE_BALANCE', address, required, current, fee.tokenSymbol)
}
