import type { Hex } from 'viem'
import { hexFromBytes } from '#protocol/signing/hex.ts'
import { bytesFromText } from '#protocol/signing/utf8.ts'

/** SHA-256, computed by the browser. */
export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)))
}

/**
 * SHA-256 of a relying-party domain, with 0x. The same as `rpIdHash` of `src/protocol`, but without a hash
 * function in the bundle.
 */
export async function domainHash(rpId: string): Promise<Hex> {
  return hexFromBytes(await sha256(bytesFromText(rpId)))
}
