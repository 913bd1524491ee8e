/** First byte: the layout. 1 was followed by 32 random bytes that nothing was kept of. */
const VERSION = 2
const KINDS = { created: 1, recovered: 2 } as const
/** Numbers of chains are whole numbers that JavaScript counts exactly: less than 2^53. */
const CHAIN_ID_START = 2
const REFERENCE_START = 8
/** How many bytes a reference has. */
export const REFERENCE_LENGTH = 16
const LENGTH = REFERENCE_START + REFERENCE_LENGTH

/**
 * Which wallet a passkey is for, as far as its `user.id` can say: the wallet's address is not known before the key
 * is, so `reference` is a random number that the BFF keeps with the wallet. `recovered`: the passkey was made to take
 * the place of another one.
 */
export type WalletHandle = { kind: keyof typeof KINDS; chainId: number; reference: Uint8Array }

/**
 * The bytes for WebAuthn's `user.id`: version, kind, chain in 6 bytes, reference. Says nothing about the person, for a
 * device may tell it to anybody who asks. Source: WebAuthn L3 5.4.3, 14.6.1.
 */
export function userHandleOf({ kind, chainId, reference }: WalletHandle): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(LENGTH)
  bytes[0] = VERSION
  bytes[1] = KINDS[kind]
  for (let place = REFERENCE_START - 1, rest = chainId; place >= CHAIN_ID_START; place -= 1) {
    bytes[place] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes.set(reference, REFERENCE_START)
  return bytes
}

/** What a user handle says; undefined for one of another layout, which says nothing. */
export function parseUserHandle(bytes: Uint8Array): WalletHandle | undefined {
  if (bytes.length !== LENGTH || bytes[0] !== VERSION) return undefined
  const kind = bytes[1] === KINDS.created ? 'created' : 'recovered'
  if (KINDS[kind] !== bytes[1]) return undefined
  const chainId = bytes
    .subarray(CHAIN_ID_START, REFERENCE_START)
    .reduce((number, byte) => number * 256 + byte, 0)
  return { kind, chainId, reference: bytes.slice(REFERENCE_START) }
}
