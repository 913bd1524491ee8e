/** First byte: version of the layout. In version 1, 32 random bytes followed it, which were not stored. */
const VERSION = 2
const KINDS = { created: 1, recovered: 2 } as const
/** Offset of the chain id. Chain ids are safe integers: less than 2^53. */
const CHAIN_ID_START = 2
const REFERENCE_START = 8
/** Length of a reference, in bytes. */
export const REFERENCE_LENGTH = 16
const LENGTH = REFERENCE_START + REFERENCE_LENGTH

/**
 * The wallet of a passkey, as far as its `user.id` identifies it. The wallet's address is not known before the key
 * is, so `reference` is a random number that the BFF stores with the wallet. `recovered`: the passkey was created to
 * replace another passkey.
 */
export type WalletHandle = { kind: keyof typeof KINDS; chainId: number; reference: Uint8Array }

/**
 * The bytes for WebAuthn's `user.id`: version, kind, chain in 6 bytes, reference. Contains no personal data,
 * because devices may reveal it to any caller. Source: WebAuthn L3 5.4.3, 14.6.1.
 */
export function encodeUserHandle({ kind, chainId, reference }: WalletHandle): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(LENGTH)
  bytes[0] = VERSION
  bytes[1] = KINDS[kind]
  for (let index = REFERENCE_START - 1, rest = chainId; index >= CHAIN_ID_START; index -= 1) {
    bytes[index] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes.set(reference, REFERENCE_START)
  return bytes
}

/** The content of a user handle. Undefined for another layout. */
export function parseUserHandle(bytes: Uint8Array): WalletHandle | undefined {
  if (bytes.length !== LENGTH || bytes[0] !== VERSION) return undefined
  const kind = bytes[1] === KINDS.created ? 'created' : 'recovered'
  if (KINDS[kind] !== bytes[1]) return undefined
  const chainId = bytes
    .subarray(CHAIN_ID_START, REFERENCE_START)
    .reduce((number, byte) => number * 256 + byte, 0)
  return { kind, chainId, reference: bytes.slice(REFERENCE_START) }
}
