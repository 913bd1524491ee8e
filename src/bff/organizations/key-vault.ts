import { hkdfSync } from 'node:crypto'
import {
  isSealedPresently,
  openSecret,
  resealSecret,
  sealSecret,
  type SecretContext,
} from '#server-kit/secrets/secret-box.ts'

const KEY_BYTES = 32

export type KeyVault = {
  seal: (plaintext: string, context: SecretContext) => string
  /** @throws SecretBoxError if the secret was sealed with another key or in another context, or was changed */
  open: (sealed: string, context: SecretContext) => string
  /** Seals a sealed secret with the current key. */
  reseal: (sealed: string, context: SecretContext) => string
  /** Whether a secret is sealed with the current key. */
  isPresent: (sealed: string) => boolean
}

/**
 * Seals secrets that must be sent to other servers. `secretKey` is the deployment's secret, 32 bytes, from which the
 * vault's key is derived. `oldSecretKey` is used only to open secrets, never to seal them.
 */
export function createKeyVault(secretKey: Uint8Array, oldSecretKey?: Uint8Array): KeyVault {
  const keys = (oldSecretKey === undefined ? [secretKey] : [secretKey, oldSecretKey]).map(vaultKey)
  return {
    seal: (plaintext, context) => sealSecret(keys, context, plaintext),
    open: (sealed, context) => openSecret(keys, context, sealed),
    reseal: (sealed, context) => resealSecret(keys, context, sealed),
    isPresent: (sealed) => isSealedPresently(keys, sealed),
  }
}

function vaultKey(secretKey: Uint8Array): Uint8Array {
  if (secretKey.byteLength !== KEY_BYTES) throw new Error(`secretKey must have ${KEY_BYTES} bytes`)
  return new Uint8Array(hkdfSync('sha256', secretKey, '', 'latchkey bff key vault 1', KEY_BYTES))
}

/** Binds an organization's sealed API key to its row. */
export function apiKeyContext(organizationId: string): SecretContext {
  return { owner: organizationId, column: 'bff_organization.api_key_sealed' }
}
