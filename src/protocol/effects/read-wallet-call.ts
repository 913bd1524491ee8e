import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallDescription, DescribedCall, Described } from '#protocol/display/call-description.ts'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { CANCEL_CALL, CANCEL_RECOVERY, SET_BACKUP } from '#protocol/signing/wallet-functions.ts'
import { addressField, hexField } from './call-fields.ts'
import { describeWith } from './describe-with.ts'

/**
 * `describeCall` for a screen that only displays a wallet's changes of itself: every other call is unknown here, with
 * all its bytes, and dangerous.
 */
export function describeWalletCall(call: DescribedCall): CallDescription {
  return describeWith(call, (calldata, selector) =>
    sameAddress(call.toAddress, call.walletAddress) ? readWalletCall(call, calldata, selector) : undefined,
  )
}

/** Reads which setting a wallet's call to itself changes; undefined for another call. */
export function readWalletCall(
  call: DescribedCall,
  calldata: Uint8Array,
  selector: string,
): Described | undefined {
  if (selector === SET_BACKUP) {
    // One word, a zero-padded address: anything else is unknown.
    if (calldata.length !== 36 || calldata.subarray(4, 16).some((byte) => byte !== 0)) return undefined
    const to = hexFromBytes(calldata.subarray(16))
    return {
      kind: 'wallet-set-backup',
      effects: [{ does: 'backup', to }],
      fields: [addressField('backup', to, call)],
      warnings: [sameAddress(to, ZERO_ADDRESS) ? 'removes-backup' : 'sets-backup'],
    }
  }
  if (selector === CANCEL_CALL && calldata.length === 68) {
    const digest = calldata.subarray(4, 36)
    return {
      kind: 'wallet-cancel-call',
      effects: [{ does: 'cancel-call', digest: hexFromBytes(digest) }],
      fields: [hexField('digest', digest)],
      warnings: [],
    }
  }
  return selector === CANCEL_RECOVERY && calldata.length === 4
    ? { kind: 'wallet-cancel-recovery', effects: [{ does: 'cancel-recovery' }], fields: [], warnings: [] }
    : undefined
}
