import type { Hex } from 'viem'

/* The wallet contract's own calls, by their selectors (wallet-calls.test.ts computes them again). */

export const SET_BACKUP = 'setBackup(address)'
export const CANCEL_RECOVERY = 'cancelRecovery()'

/** Names who may propose a new passkey. Signed by the wallet's passkey, called by the wallet. */
export function encodeSetBackup(backup: string): Hex {
  return `0xb7dacbf1${backup.slice(2).toLowerCase().padStart(64, '0')}`
}

/** Refuses the proposed passkey. Signed by the wallet's passkey, called by the wallet. */
export const CANCEL_RECOVERY_CALL: Hex = '0x0ba234d6'

/** Proposes a new passkey. Called by the backup address, of the wallet. */
export function encodeProposeRecovery({ qx, qy }: { qx: string; qy: string }): Hex {
  return `0xb3173662${qx}${qy}`
}

/** The same for a wallet app that reads ERC-681 links, as a QR code. */
export function proposeRecoveryLink(wallet: string, chainId: number, { qx, qy }: { qx: string; qy: string }) {
  const number = (digits: string) => BigInt(`0x${digits}`).toString()
  return `ethereum:${wallet}@${chainId}/proposeRecovery?uint256=${number(qx)}&uint256=${number(qy)}`
}

/** The address that the bytes of `setBackup` name; undefined for another call. */
export function backupIn(data: string): string | undefined {
  return /^0xb7dacbf10{24}[0-9a-f]{40}$/.test(data) ? `0x${data.slice(-40)}` : undefined
}
