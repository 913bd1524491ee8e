import type { Address, Hex } from 'viem'
import { toFunctionSelector } from 'viem'
import { sameAddress } from '#protocol/display/address.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'

/** Co-signers whose signature the service itself can provide for a wallet. Undefined if there is none. */
export type OwnCoSigners = { approvalWallet: Address | undefined; policySigner: Address | undefined }

/**
 * `removal`: starts the removal of the co-signer. `protects`: names the end-user's approval wallet or the organization's
 * policy signer as co-signer.
 */
export type Exemption = 'removal' | 'protects'

const START_REMOVAL = toFunctionSelector('startCoSignerRemoval()')
const SET_CO_SIGNER = toFunctionSelector('setCoSigner(address)')
/** Number of characters of `0x` and the selector. */
const SELECTOR_END = 10
/** Hex digits of the zero padding before an address in its word. */
const PADDING = '0'.repeat(24)

/**
 * Returns why a signed call needs no fee and no approval. Such a call only changes who signs for the wallet, within
 * limits of the wallet contract or the service. It must be the whole call, to the wallet itself, without value, with
 * nothing after its arguments. Returns undefined for every other call, including the same call inside a batch.
 * Source: profile 14.
 */
export function readExemption(call: ExecuteCall, own: OwnCoSigners): Exemption | undefined {
  if (isRemoval(call)) return 'removal'
  if (!isPlainSelfCall(call)) return undefined
  const named = readNamedCoSigner(call.data.toLowerCase())
  const isOwn = Object.values(own).some(
    (one) => one !== undefined && named !== undefined && sameAddress(one, named),
  )
  return isOwn ? 'protects' : undefined
}

/** Whether a signed call only starts the removal of the co-signer, by the same rule as in the wallet contract. */
export function isRemoval(call: ExecuteCall): boolean {
  return isPlainSelfCall(call) && call.fee === 0n && call.data.toLowerCase() === START_REMOVAL
}

function isPlainSelfCall({ toAddress, walletAddress, value }: ExecuteCall): boolean {
  return sameAddress(toAddress, walletAddress) && value === 0n
}

function readNamedCoSigner(data: string): Hex | undefined {
  const padding = data.slice(SELECTOR_END, SELECTOR_END + PADDING.length)
  const address = data.slice(SELECTOR_END + PADDING.length)
  const isCanonical = data.startsWith(SET_CO_SIGNER) && padding === PADDING && /^[0-9a-f]{40}$/.test(address)
  return isCanonical ? `0x${address}` : undefined
}
