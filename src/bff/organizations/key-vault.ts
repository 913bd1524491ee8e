import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const OPENED_MAX = 64

/** Secrets that must be sent on are kept sealed: AES-256-GCM, bound to their place by the additional data. */
export type KeyVault = {
  seal: (plaintext: string, place: string) => string
  /** @throws Error when it was sealed with another key, for another place, or was changed */
  open: (sealed: string, place: string) => string
  /** Whether it was sealed with the present key. */
  isPresent: (sealed: string) => boolean
}

/** `secretKey` is the deployment's secret, 32 bytes; the key used here is derived from it. An old one only opens. */
export function createKeyVault(secretKey: Uint8Array, oldSecretKey?: Uint8Array): KeyVault {
  const present = vaultKey(secretKey)
  const known = oldSecretKey === undefined ? [present] : [present, vaultKey(oldSecretKey)]
  const opened = new Map<string, string>()
  return {
    seal: (plaintext, place) => seal(present, plaintext, place),
    isPresent: (sealed) => sealed.split('.')[1] === present.keyId,
    open(sealed, place) {
      const remembered = opened.get(`${place} ${sealed}`)
      if (remembered !== undefined) return remembered
      const plaintext = open(known, sealed, place)
      if (opened.size >= OPENED_MAX) opened.clear()
      opened.set(`${place} ${sealed}`, plaintext)
      return plaintext
    },
  }
}

type VaultKey = { key: Buffer; keyId: string }

function vaultKey(secretKey: Uint8Array): VaultKey {
  if (secretKey.byteLength !== KEY_BYTES) throw new Error(`secretKey must have ${KEY_BYTES} bytes`)
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'latchkey bff key vault 1', KEY_BYTES))
  return { key, keyId: createHash('sha256').update(key).digest('hex').slice(0, 8) }
}

/** `v1.<key id>.<nonce>.<ciphertext and tag>`: the version and the key id allow another cipher or key later. */
function seal({ key, keyId }: VaultKey, plaintext: string, place: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(place))
  const box = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `v1.${keyId}.${nonce.toString('base64url')}.${box.toString('base64url')}`
}

function open(known: readonly VaultKey[], sealed: string, place: string): string {
  const [version, sealedBy, nonce, box] = sealed.split('.')
  if (version !== 'v1' || nonce === undefined || box === undefined) throw new Error('A sealed key is damaged')
  const key = known.find(({ keyId }) => keyId === sealedBy)?.key
  if (key === undefined) {
    throw new Error('The stored API key was sealed with another SECRET_KEY: restore that one')
  }
  const bytes = Buffer.from(box, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
}
