import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { WidgetApi } from '#widget/api.ts'
import { count, flag, listOf, object, optional, text, type Check, type Checked } from '#widget/checks.ts'
import { WidgetError } from '#widget/errors.ts'

const address = text(/^0x[0-9a-fA-F]{40}$/)
const coordinate = text(/^[0-9a-f]{64}$/)
/** A key and its number in the contract, by which signatures name it. */
const isKey = object({ number: count(255), qx: coordinate, qy: coordinate })
export const isDetails = object({
  address,
  qx: coordinate,
  qy: coordinate,
  rpIdHash: text(/^0x[0-9a-fA-F]{64}$/),
  rpId: optional(text()),
  requestedBackupAddress: optional(address),
  keys: optional(listOf(isKey)),
  onChain: optional(
    object({
      backupAddress: address,
      isKeyReplaced: flag,
      pendingRecovery: optional(
        object({ qx: coordinate, qy: coordinate, effectiveAtSeconds: text(/^[0-9]{1,15}$/) }),
      ),
    }),
  ),
})
/** A wallet's details that the widget reads. */
export type Details = Checked<typeof isDetails>
/** A passkey that can sign alone, and its number in the contract. */
export type WalletKey = Checked<typeof isKey>

/**
 * The passkeys and the recovery in the wallet's contract, read by the server.
 *
 * @throws WidgetError `NOT_FOUND` if the server has no such details (profile 8)
 */
export function readDetails(api: WidgetApi, wallet: string, signal: AbortSignal): Promise<Details>
/** Reads the details with a narrower check. */
export function readDetails<Known extends Details>(
  api: WidgetApi,
  wallet: string,
  signal: AbortSignal,
  check: Check<Known>,
): Promise<Known>
export async function readDetails(
  api: WidgetApi,
  wallet: string,
  signal: AbortSignal,
  check: Check<Details> = isDetails,
): Promise<Details> {
  const details = await api.get(`/wallets/${wallet}`, check, signal)
  if (sameAddress(details.address, wallet)) return details
  throw new WidgetError('UNEXPECTED_ANSWER', { detail: 'of another wallet' })
}

/** The backup address, if the wallet has one. */
export function backupOf({ onChain }: Pick<Details, 'onChain'>): string | undefined {
  return onChain === undefined || sameAddress(onChain.backupAddress, ZERO_ADDRESS)
    ? undefined
    : onChain.backupAddress
}

/** The keys that can sign alone. A server that lists none reports only the main key. */
export function listKeys({ keys, qx, qy, onChain }: Details): readonly WalletKey[] {
  return keys ?? [{ number: onChain?.isKeyReplaced === true ? 1 : 0, qx, qy }]
}

/** The wallet's key with these coordinates. Undefined if the wallet does not have the key, or no longer has it. */
export function findKey(details: Details, wanted: { qx: string; qy: string }): WalletKey | undefined {
  return listKeys(details).find((key) => isSameKey(key, wanted))
}

/** Whether both are the same public key. */
export function isSameKey(one: { qx: string; qy: string }, other: { qx: string; qy: string }): boolean {
  return one.qx === other.qx && one.qy === other.qy
}
