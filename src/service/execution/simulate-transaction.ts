import { checksumAddress, sameAddress } from '#protocol/display/address.ts'
import type { SimulatedTransaction, SimulateRequest } from '#protocol/transactions.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Caller, Context } from '#service/context.ts'
import { simulateWalletCall } from '#service/holdings/simulate-wallet-call.ts'
import { RELAY_DEFAULTS } from '#service/relayer/relay-parts.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'

/**
 * `POST /transactions/simulate`: what a call that is not signed yet would do now. It is made by the wallet itself, without a
 * signature and without its fee: a contract that looks at who begins a transaction can tell it from an execution.
 *
 * @throws WALLET_NOT_OWNED
 */
export async function simulateTransaction(
  ctx: Pick<Context, 'db' | 'chain'>,
  { organizationId }: Caller,
  { body }: { body: SimulateRequest },
): Promise<SimulatedTransaction> {
  const { address, status } = await requireOwnWallet(ctx, organizationId, body.walletAddress)
  // Where there is no code yet, a call of the wallet's own functions would seem to do nothing.
  if (status !== 'deployed' && sameAddress(body.toAddress, address)) return {}
  const [value, data] = [BigInt(body.value), lowerCase(body.data)]
  const call = { walletAddress: address, toAddress: checksumAddress(body.toAddress), value, data }
  const made = { from: address, to: call.toAddress, value, data, gas: RELAY_DEFAULTS.gasLimitMax }
  const simulation = await simulateWalletCall(ctx, call, made)
  return simulation === undefined ? {} : { simulation }
}
