import { hexFromBytes } from '#shared/signing/hex.ts'
import { sameAddress, ZERO_ADDRESS } from './address.ts'
import type { CallDescription, DescribedCall } from './call-description.ts'
import { addressField } from './call-fields.ts'
import { describeWith, type Described } from './describe-with.ts'

const SET_BACKUP = '0xb7dacbf1'
const CANCEL_RECOVERY = '0x0ba234d6'

/**
 * `describeCall` for a screen that shows only how a wallet changes who may recover it: every other call is unknown here,
 * with all its bytes, and dangerous.
 */
export function describeRecoveryCall(call: DescribedCall): CallDescription {
  return describeWith(call, (calldata, selector) =>
    sameAddress(call.toAddress, call.walletAddress) ? recoveryCall(call, calldata, selector) : undefined,
  )
}

/** What a call of the wallet to itself does to its backup address or to a proposed passkey; undefined for another call. */
export function recoveryCall(
  call: DescribedCall,
  calldata: Uint8Array,
  selector: string,
): Described | undefined {
  if (selector === SET_BACKUP) {
    // One word, an address with nothing before it: anything else is unknown.
    if (calldata.length !== 36 || calldata.subarray(4, 16).some((byte) => byte !== 0)) return undefined
    const backup = hexFromBytes(calldata.subarray(16))
    const removes = sameAddress(backup, ZERO_ADDRESS)
    return {
      kind: 'wallet-set-backup',
      fields: [addressField('backup', backup, call)],
      warnings: [removes ? 'removes-backup' : 'sets-backup'],
    }
  }
  return selector === CANCEL_RECOVERY && calldata.length === 4
    ? { kind: 'wallet-cancel-recovery', fields: [], warnings: [] }
    : undefined
}
