import type { Hex } from 'viem'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallDescription, DescribedCall, Described } from '#protocol/display/call-description.ts'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import {
  ADD_KEY,
  CANCEL_CALL,
  CANCEL_RECOVERY,
  KEEP_CO_SIGNER,
  OBJECT_TO_REMOVAL,
  REMOVE_KEY,
  SET_BACKUP,
  SET_CO_SIGNER,
  START_CO_SIGNER_REMOVAL,
} from '#protocol/signing/wallet-functions.ts'
import { addressField, hexField, tokenAt } from './call-fields.ts'
import { describeWith } from './describe-with.ts'

/**
 * `describeCall` for a screen that only displays a wallet's changes of itself. Every other call is unknown
 * here, with all its bytes, and dangerous.
 */
export function describeWalletCall(call: DescribedCall): CallDescription {
  return describeWith(call, (calldata, selector) =>
    sameAddress(call.toAddress, call.walletAddress) ? readWalletCall(call, calldata, selector) : undefined,
  )
}

/** Reads which setting a wallet's call to itself changes. Undefined for another call. */
export function readWalletCall(
  call: DescribedCall,
  calldata: Uint8Array,
  selector: string,
): Described | undefined {
  switch (selector) {
    case SET_BACKUP:
      return readBackup(call, calldata)
    case SET_CO_SIGNER:
      return readCoSigner(call, calldata)
    case CANCEL_CALL:
      return calldata.length === 68 ? cancelledCall(calldata.subarray(4, 36)) : undefined
    case ADD_KEY:
    case REMOVE_KEY:
      return calldata.length === 68 ? changedKey(calldata.subarray(4), selector) : undefined
    case CANCEL_RECOVERY:
    case START_CO_SIGNER_REMOVAL:
    case KEEP_CO_SIGNER:
      return calldata.length === 4 ? PLAIN_CHANGES[selector]() : undefined
    default:
      return undefined
  }
}

/**
 * Reads a co-signer's objection, which is a call to another wallet. Whether the contract is a wallet is not known. A
 * call to a known token is not read as an objection, because a function of this name in a token could do anything.
 */
export function readObjection(
  call: DescribedCall,
  calldata: Uint8Array,
  selector: string,
): Described | undefined {
  const contract = call.toAddress
  if (selector !== OBJECT_TO_REMOVAL || calldata.length !== 4) return undefined
  if (tokenAt(contract, call) !== undefined) return undefined
  return {
    kind: 'wallet-object-to-removal',
    effects: [{ does: 'object-to-removal', contract }],
    fields: [addressField('contract', contract, call)],
    warnings: ['objects-to-removal'],
  }
}

/**
 * The changes by functions without arguments. Built on each use, because `describeWith` adds to the returned objects.
 */
const PLAIN_CHANGES = {
  [CANCEL_RECOVERY]: (): Described => ({
    kind: 'wallet-cancel-recovery',
    effects: [{ does: 'cancel-recovery' }],
    fields: [],
    warnings: [],
  }),
  [START_CO_SIGNER_REMOVAL]: (): Described => ({
    kind: 'wallet-start-co-signer-removal',
    effects: [{ does: 'start-co-signer-removal' }],
    fields: [],
    warnings: ['starts-co-signer-removal'],
  }),
  [KEEP_CO_SIGNER]: (): Described => ({
    kind: 'wallet-keep-co-signer',
    effects: [{ does: 'keep-co-signer' }],
    fields: [],
    warnings: [],
  }),
}

function readBackup(call: DescribedCall, calldata: Uint8Array): Described | undefined {
  const to = onlyAddress(calldata)
  if (to === undefined) return undefined
  return {
    kind: 'wallet-set-backup',
    effects: [{ does: 'backup', to }],
    fields: [addressField('backup', to, call)],
    warnings: [sameAddress(to, ZERO_ADDRESS) ? 'removes-backup' : 'sets-backup'],
  }
}

function readCoSigner(call: DescribedCall, calldata: Uint8Array): Described | undefined {
  const to = onlyAddress(calldata)
  if (to === undefined) return undefined
  return {
    kind: 'wallet-set-co-signer',
    effects: [{ does: 'co-signer', to }],
    fields: [addressField('coSigner', to, call)],
    warnings: [sameAddress(to, ZERO_ADDRESS) ? 'removes-co-signer' : 'sets-co-signer'],
  }
}

/** The address in an argument of one zero-padded word. Undefined for anything else. */
function onlyAddress(calldata: Uint8Array): Hex | undefined {
  if (calldata.length !== 36 || calldata.subarray(4, 16).some((byte) => byte !== 0)) return undefined
  return hexFromBytes(calldata.subarray(16))
}

function cancelledCall(digest: Uint8Array): Described {
  return {
    kind: 'wallet-cancel-call',
    effects: [{ does: 'cancel-call', digest: hexFromBytes(digest) }],
    fields: [hexField('digest', digest)],
    warnings: [],
  }
}

/** `key` contains both coordinates. */
function changedKey(key: Uint8Array, selector: typeof ADD_KEY | typeof REMOVE_KEY): Described {
  const isAdded = selector === ADD_KEY
  return {
    kind: isAdded ? 'wallet-add-key' : 'wallet-remove-key',
    effects: [{ does: isAdded ? 'add-key' : 'remove-key', key: hexFromBytes(key) }],
    fields: [hexField('key', key)],
    warnings: [isAdded ? 'adds-key' : 'removes-key'],
  }
}
