import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Associated data of the encryption. A box that is moved to another column or row does not open. */
export type SecretContext = { owner: string; column: string }

/** The secret is damaged, or was encrypted with a key that this deployment does not have. */
export class SecretBoxError extends Error {
  override name = 'SecretBoxError'
}

/**
 * Encrypts a stored secret with AES-256-GCM under the first of the deployment's keys: `<key id>.<base64 of
 * iv, tag and text>`. The key id lets keys be rotated while old boxes still open.
 */
export function sealSecret(keys: readonly Uint8Array[], context: SecretContext, secret: string): string {
  const [key] = keys
  if (key === undefined) throw new SecretBoxError('there is no key to seal secrets with')
  return `${secretKeyId(key)}.${encrypt(key, secret, additionalData(context))}`
}

/** @throws SecretBoxError if none of the keys encrypted the box, or if it belongs to another context */
export function openSecret(keys: readonly Uint8Array[], context: SecretContext, box: string): string {
  const id = readKeyId(box)
  const key = keys.find((one) => secretKeyId(one) === id)
  if (key === undefined)
    throw new SecretBoxError(`A stored secret was sealed with another SECRET_KEY (${id}): restore that one`)
  try {
    return decrypt(key, box.slice(id.length + 1), additionalData(context))
  } catch (cause) {
    throw new SecretBoxError('A stored secret does not open', { cause })
  }
}

/** AES-256-GCM, as base64 of iv, tag and text. `additional` is authenticated too. */
export function encrypt(key: Uint8Array, text: string, additional: Uint8Array = new Uint8Array()): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(additional)
  const encrypted = [cipher.update(text, 'utf8'), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...encrypted]).toString('base64')
}

/** @throws Error if the key or the additional data differ, or if `sealed` is damaged */
export function decrypt(key: Uint8Array, sealed: string, additional: Uint8Array = new Uint8Array()): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(additional)
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const decrypted = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]
  return Buffer.concat(decrypted).toString('utf8')
}

/** Whether the first key encrypted the box. */
export function isSealedPresently([present]: readonly Uint8Array[], box: string): boolean {
  return present !== undefined && readKeyId(box) === secretKeyId(present)
}

/** Encrypts the same secret with the first key. @throws SecretBoxError */
export function resealSecret(keys: readonly Uint8Array[], context: SecretContext, box: string): string {
  return sealSecret(keys, context, openSecret(keys, context, box))
}

const keyIds = new WeakMap<Uint8Array, string>()

/** Identifies a key without revealing it: 16 hex digits. */
export function secretKeyId(key: Uint8Array): string {
  const hash = () => createHash('sha256').update('latchkey secret key id').update(key).digest('hex')
  const id = keyIds.get(key) ?? hash().slice(0, 16)
  keyIds.set(key, id)
  return id
}

function readKeyId(box: string): string {
  return box.slice(0, box.indexOf('.'))
}

function additionalData({ owner, column }: SecretContext): Buffer {
  return Buffer.from(`${owner}\n${column}`, 'utf8')
}
