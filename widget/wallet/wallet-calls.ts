import type { Hex } from 'viem'
import {
  CANCEL_RECOVERY as CANCEL_RECOVERY_SELECTOR,
  PROPOSE_RECOVERY,
  SET_BACKUP as SET_BACKUP_SELECTOR,
} from '#protocol/signing/wallet-functions.ts'

/* The wallet contract's own calls. */

export const SET_BACKUP = 'setBackup(address)'
export const CANCEL_RECOVERY = 'cancelRecovery()'

/**
 * Sets the address that may propose a new passkey. Signed by the wallet's passkey and called by the wallet.
 */
export function encodeSetBackup(backup: string): Hex {
  return `${SET_BACKUP_SELECTOR}${backup.slice(2).toLowerCase().padStart(64, '0')}`
}

/** Rejects the proposed passkey. Signed by the wallet's passkey and called by the wallet. */
export const CANCEL_RECOVERY_CALL: Hex = CANCEL_RECOVERY_SELECTOR

/** Proposes a new passkey. The backup address calls it on the wallet. */
export function encodeProposeRecovery({ qx, qy }: { qx: string; qy: string }): Hex {
  return `${PROPOSE_RECOVERY}${qx}${qy}`
}

/** The proposal as an ERC-681 link, for a QR code that a wallet app reads. */
export function proposeRecoveryLink(
  wallet: string,
  chainId: number,
  { qx, qy }: { qx: string; qy: string },
): string {
  const number = (digits: string) => BigInt(`0x${digits}`).toString()
  return `ethereum:${wallet}@${chainId}/proposeRecovery?uint256=${number(qx)}&uint256=${number(qy)}`
}

/** The backup address in the bytes of `setBackup`. Undefined for another call. */
export function backupIn(data: string): string | undefined {
  const named = /^0x(?<selector>[0-9a-f]{8})0{24}(?<backup>[0-9a-f]{40})$/.exec(data)?.groups
  return named !== undefined && `0x${named['selector']}` === SET_BACKUP_SELECTOR
    ? `0x${named['backup']}`
    : undefined
}
