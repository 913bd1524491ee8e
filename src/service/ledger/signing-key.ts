import type { Selectable } from 'kysely'
import { bytesToHex, hexToBytes, type Hex } from 'viem'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import type { WalletKey } from '#service/chain/wallet-authority.ts'
import type { LedgerTables } from './tables.ts'

/** The columns of `transactions` with the passkey that made the signature. */
export type SigningKeyRow = Pick<Selectable<LedgerTables['transactions']>, 'key_number' | 'key_qx' | 'key_qy'>

/** A signature, with the passkey that made it if known. */
export type KeyedSignature = { signature: Hex; signingKey?: WalletKey | undefined }

/** A signature as the column stores it. */
export function signatureColumn(signature: Hex): Uint8Array {
  return hexToBytes(signature)
}

/** The signature of a stored transaction, in lower-case hex. */
export function readSignature({
  signature,
}: Pick<Selectable<LedgerTables['transactions']>, 'signature'>): Hex {
  return bytesToHex(signature)
}

/** Column values for a key. Null if unknown. */
export function signingKeyColumns(key: WalletKey | undefined): SigningKeyRow {
  if (key === undefined) return { key_number: null, key_qx: null, key_qy: null }
  return { key_number: key.number, key_qx: coordinateHex(key.x), key_qy: coordinateHex(key.y) }
}

/** The key that made a stored signature. Undefined if unknown. */
export function readSigningKey({
  key_number: number,
  key_qx: qx,
  key_qy: qy,
}: SigningKeyRow): { number: number; x: bigint; y: bigint } | undefined {
  if (number === null || qx === null || qy === null) return undefined
  return { number, x: BigInt(`0x${qx}`), y: BigInt(`0x${qy}`) } satisfies WalletKey
}
