import { decodeErrorResult, encodeFunctionData, erc20Abi, type Address, type Hex } from 'viem'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { ZERO_ADDRESS, sameAddress } from '#protocol/display/address.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Simulation, SimulatedCall } from '#service/chain/simulate.ts'

/**
 * Returns the co-signer, if its missing signature is the only reason why the simulation of a signed call
 * failed. The wallet checks that signature last, so the digest was unused and the passkey's signature valid.
 * A called contract can imitate this error, but only by reverting. The simulation from the wallet then fails
 * too.
 */
export function lackingCoSigner(simulation: Simulation, digest: Hex): Address | undefined {
  if (simulation.ok || simulation.data === undefined) return undefined
  try {
    const { errorName, args } = decodeErrorResult({ abi: passkeyWalletAbi, data: simulation.data })
    if (errorName !== 'CoSignatureRejected' || args[0] !== lowerCase(digest)) return undefined
    return args[1] === ZERO_ADDRESS ? undefined : args[1]
  } catch {
    // This is an error of another contract.
    return undefined
  }
}

/**
 * Returns the call with the wallet itself as the sender, to simulate a call whose co-signature does not exist yet.
 * If there is a fee, returns a batch of the fee's payment and the call.
 */
export function callFromWallet(call: ExecuteCall): SimulatedCall {
  const { walletAddress: from, toAddress: to, value, data } = call
  if (call.fee === 0n || sameAddress(call.feeCoinAddress, ZERO_ADDRESS)) return { from, to, value, data }
  const args = [lowerCase(call.feeWithdrawAddress), call.fee] as const
  const fee = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  const calls = [
    { to: call.feeCoinAddress, value: 0n, data: fee },
    { to, value, data },
  ]
  return { from, to: from, data: encodeExecuteBatch(calls) }
}
