import { hkdfSync } from 'node:crypto'

/** A key of 32 bytes for one purpose, derived from the deployment's secret: no two uses share a key. */
export function subkey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'latchkey', purpose, 32))
}
