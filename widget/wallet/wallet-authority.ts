import type { WidgetApi } from '#widget/api.ts'
import { either, object, oneOf, optional, text, type Checked } from '#widget/checks.ts'
import { addressOrNull, findCoSigner } from './co-signer.ts'
import { isDetails, listKeys, readDetails, type Details, type WalletKey } from './wallet-details.ts'

const datetime = text(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/)
const isAuthority = object({
  coSigner: optional(addressOrNull),
  coSignerUntil: optional(either(oneOf([null]), datetime)),
  approvalWallet: optional(addressOrNull),
  protection: optional(oneOf(['none', 'service', 'chain'] as const)),
})

/** A wallet's details with its co-signer. A service without co-signers omits these fields (profile 14). */
export type GuardedDetails = Details & Checked<typeof isAuthority>

const areGuarded = (input: unknown): input is GuardedDetails => isDetails(input) && isAuthority(input)

/**
 * The passkeys and the co-signer in the wallet's contract, read by the server.
 *
 * @throws WidgetError `NOT_FOUND` if the server has no such details (profile 8)
 */
export function readGuarded(api: WidgetApi, wallet: string, signal: AbortSignal): Promise<GuardedDetails> {
  return readDetails(api, wallet, signal, areGuarded)
}

/** The co-signer, and the approval wallet, which can become it. */
export function listCoSigners(details: GuardedDetails): readonly { address: string }[] {
  return [findCoSigner(details), details.approvalWallet].flatMap((address) => (address ? [{ address }] : []))
}

/**
 * The number by which a signature names a key. The main key, which has the lowest number, is named by 0
 * (profile 2).
 */
export function signedNumber(details: Details, key: WalletKey): number {
  return key.number === Math.min(...listKeys(details).map(({ number }) => number)) ? 0 : key.number
}

const isUsed = object({ lastUsedAt: optional(either(oneOf([null]), datetime)) })

/**
 * Time of a key's last signature that the service accepted. Null if there is none, undefined if the service
 * does not report it.
 */
export function readLastUse(key: WalletKey): string | null | undefined {
  return isUsed(key) ? key.lastUsedAt : undefined
}
