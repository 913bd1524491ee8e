import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { WidgetApi } from '#widget/api.ts'
import { flag, object, optional, text, type Checked } from '#widget/checks.ts'
import { WidgetError } from '#widget/errors.ts'

const address = text(/^0x[0-9a-fA-F]{40}$/)
const coordinate = text(/^[0-9a-f]{64}$/)
const isDetails = object({
  address,
  qx: coordinate,
  qy: coordinate,
  rpIdHash: text(/^0x[0-9a-fA-F]{64}$/),
  rpId: optional(text()),
  requestedBackupAddress: optional(address),
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
/** What is read of a wallet's details. */
export type Details = Checked<typeof isDetails>

/**
 * The passkey and the recovery in the wallet's contract, read by the server.
 *
 * @throws WidgetError `NOT_FOUND` where the server has no such details (profile 8)
 */
export async function readDetails(api: WidgetApi, wallet: string, signal: AbortSignal): Promise<Details> {
  const details = await api.get(`/wallets/${wallet}`, isDetails, signal)
  if (sameAddress(details.address, wallet)) return details
  throw new WidgetError('UNEXPECTED_ANSWER', { detail: 'the details are of another wallet' })
}

/** The backup address, if the wallet has one. */
export function backupOf({ onChain }: Pick<Details, 'onChain'>): string | undefined {
  return onChain === undefined || sameAddress(onChain.backupAddress, ZERO_ADDRESS)
    ? undefined
    : onChain.backupAddress
}

/** Whether both are the same public key. */
export function isSameKey(one: { qx: string; qy: string }, other: { qx: string; qy: string }): boolean {
  return one.qx === other.qx && one.qy === other.qy
}
