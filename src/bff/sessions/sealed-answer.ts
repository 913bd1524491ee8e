import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SecretContext } from '#server-kit/secrets/secret-box.ts'
import type { KeyVault } from '#bff/organizations/key-vault.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * An answer may hold a secret that is shown once. It is kept under the caller's Idempotency-Key, of which only a hash is
 * stored, and under the deployment's secret around it: neither a copy of the database nor that secret alone opens it.
 */
export function sealAnswer(vault: KeyVault, { key, context }: Kept, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(key), nonce, { authTagLength: TAG_BYTES })
  const box = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return vault.seal(box.toString('base64url'), context)
}

/** @throws Error for another key or context, and after the deployment's secret has changed */
export function openAnswer(vault: KeyVault, { key, context }: Kept, sealed: string): string {
  const box = Buffer.from(vault.open(sealed, context), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key), box.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(box.subarray(-TAG_BYTES))
  const text = decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}

/** `key`: the Idempotency-Key as it was sent; `context`: the row it is kept in. */
type Kept = { key: string; context: SecretContext }

function keyOf(idempotencyKey: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', idempotencyKey, '', 'latchkey bff repeated answer', 32))
}
