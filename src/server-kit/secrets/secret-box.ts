import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** What a sealed secret belongs to: a box that is moved to another row or column does not open. */
export type SecretPlace = { organizationId: string; column: string }

/** A sealed secret was made with a key that this deployment does not have, or is damaged. */
export class SecretBoxError extends Error {
  override name = 'SecretBoxError'
}

/**
 * Seals a secret that is stored and used again, with AES-256-GCM under the first of the deployment's keys:
 * `<key id>.<base64 of iv, tag and text>`. The key id lets keys be rotated while old boxes still open.
 */
export function sealSecret(keys: readonly Uint8Array[], place: SecretPlace, secret: string): string {
  const [key] = keys
  if (key === undefined) throw new SecretBoxError('there is no key to seal secrets with')
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(additionalData(place))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return `${secretKeyId(key)}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')}`
}

/** @throws SecretBoxError when none of the keys made the box, or the box is another place's */
export function openSecret(keys: readonly Uint8Array[], place: SecretPlace, box: string): string {
  const id = keyIdOf(box)
  const key = keys.find((one) => secretKeyId(one) === id)
  if (key === undefined) throw new SecretBoxError(`no key with the id ${id} is set`)
  const bytes = Buffer.from(box.slice(id.length + 1), 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(additionalData(place))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const opened = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]
    return Buffer.concat(opened).toString('utf8')
  } catch (cause) {
    throw new SecretBoxError('a stored secret does not open', { cause })
  }
}

/** Names a key without telling anything of it: 16 hex digits. */
export function secretKeyId(key: Uint8Array): string {
  return createHash('sha256').update('latchkey secret key id').update(key).digest('hex').slice(0, 16)
}

/** The id of the key that made a box. */
export function keyIdOf(box: string): string {
  return box.slice(0, box.indexOf('.'))
}

function additionalData({ organizationId, column }: SecretPlace): Buffer {
  return Buffer.from(`${organizationId}\n${column}`, 'utf8')
}
