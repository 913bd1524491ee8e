import { keccakP } from '@noble/hashes/sha3.js'

/** Bytes of the message that are absorbed into the state of 200 bytes before each permutation. */
const RATE = 136

/**
 * Ethereum's Keccak-256, with the padding before SHA-3. The permutation is from the noble library. The sponge around
 * it covers only the case that we need, for a smaller bundle (ADR 0023).
 */
export function keccak256(message: Uint8Array): Uint8Array {
  const state = new Uint32Array(50)
  let position = 0
  for (const byte of message) {
    absorb(state, position, byte)
    position = (position + 1) % RATE
    if (position === 0) keccakP(state)
  }
  absorb(state, position, 0x01)
  absorb(state, RATE - 1, 0x80)
  keccakP(state)
  const hash = new Uint8Array(32)
  for (let index = 0; index < hash.length; index += 1)
    hash[index] = (state[index >> 2] ?? 0) >>> (8 * (index & 3))
  return hash
}

/** Uses words and shifts, so that it works on big-endian machines. */
function absorb(state: Uint32Array, position: number, byte: number): void {
  state[position >> 2] = (state[position >> 2] ?? 0) ^ (byte << (8 * (position & 3)))
}
