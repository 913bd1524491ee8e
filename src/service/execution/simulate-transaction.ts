import { checksumAddress, sameAddress } from '#protocol/display/address.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { simulateWalletCall } from '#service/holdings/simulate-changes.ts'
import { RELAY_DEFAULTS } from '#service/relayer/relay-parts.ts'
import { requireOwnWallet } from '#service/wallets/require-own-wallet.ts'
import type { Operation } from '#service/http/endpoint-types.ts'

/**
 * `POST /transactions/simulate`: the effects that an unsigned call would have now. The wallet itself is the sender, without
 * a signature and without the fee: a contract that checks `tx.origin` can distinguish it from an execution.
 *
 * @throws WALLET_NOT_OWNED
 */
export const simulateTransaction: Operation<'simulateTransaction'> = async (ctx, caller, { body }) => {
  const { address, status } = await requireOwnWallet(ctx, caller.organizationId, body.walletAddress)
  // Where there is no code yet, a call of the wallet's own functions would seem to do nothing.
  if (status !== 'deployed' && sameAddress(body.toAddress, address)) return {}
  const [value, data] = [BigInt(body.value), lowerCase(body.data)]
  const call = { walletAddress: address, toAddress: checksumAddress(body.toAddress), value, data }
  const made = { from: address, to: call.toAddress, value, data, gas: RELAY_DEFAULTS.gasLimitMax }
  const simulation = await simulateWalletCall(ctx, call, made)
  return simulation === undefined ? {} : { simulation }
}
