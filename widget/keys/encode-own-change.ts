import type { Hex } from 'viem'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import {
  ADD_KEY,
  KEEP_CO_SIGNER,
  REMOVE_KEY,
  SET_CO_SIGNER,
  START_CO_SIGNER_REMOVAL,
} from '#protocol/signing/wallet-functions.ts'
import { addressWord } from '#protocol/signing/word.ts'
import { encodeSetBackup } from '#widget/wallet/wallet-calls.ts'
import type { OwnChange } from './wallet-settings.ts'

/*
 * The wallet's calls to itself that change its keys and co-signer. They are encoded here. The server prepares
 * none of their bytes.
 */

/** Sets the co-signer. With `backup`, the same call also sets the backup address. */
export function setCoSigner(
  wallet: string,
  { coSigner, backup }: { coSigner: string; backup?: string | undefined },
): OwnChange {
  const data: Hex = `${SET_CO_SIGNER}${encodeAddressWord(coSigner)}`
  if (backup === undefined) return { functionSignature: 'setCoSigner(address)', data, isFree: true }
  const calls = [encodeSetBackup(backup), data].map((one) => ({
    to: `0x${wallet.slice(2)}` as const,
    value: 0n,
    data: one,
  }))
  return {
    functionSignature: 'executeBatch((address,uint256,bytes)[])',
    data: encodeExecuteBatch(calls),
    isFree: false,
  }
}

/**
 * Starts the removal of the co-signer by the passkey alone. The contract accepts it without the co-signature
 * only in this form.
 */
export function startRemoval(): OwnChange {
  return { functionSignature: 'startCoSignerRemoval()', data: START_CO_SIGNER_REMOVAL, isFree: true }
}

export function keepCoSigner(): OwnChange {
  return { functionSignature: 'keepCoSigner()', data: KEEP_CO_SIGNER, isFree: false }
}

export function addKey(key: { qx: string; qy: string }): OwnChange {
  return {
    functionSignature: 'addKey(uint256,uint256)',
    data: `${ADD_KEY}${key.qx}${key.qy}`,
    isFree: false,
  }
}

/** Removes a key by its coordinates, so the signature means the same key even after other changes. */
export function removeKey(key: { qx: string; qy: string }): OwnChange {
  return {
    functionSignature: 'removeKey(uint256,uint256)',
    data: `${REMOVE_KEY}${key.qx}${key.qy}`,
    isFree: false,
  }
}

function encodeAddressWord(address: string): string {
  return hexFromBytes(addressWord(`0x${address.slice(2)}`)).slice(2)
}
