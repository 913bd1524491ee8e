import type { SecretContext } from '#server-kit/secrets/secret-box.ts'

/** What a key in the vault is sealed for: moved to another row it does not open. */
export function vaultKeyContext(keyId: string): SecretContext {
  return { owner: keyId, column: 'bff_vault_key.key_sealed' }
}

/** The same for the key that the deployment was started with. */
export function configuredKeyContext(organizationId: string): SecretContext {
  return { owner: organizationId, column: 'bff_organization.configured_key_sealed' }
}

/** And for the key that is in use. */
export function keyInUseContext(organizationId: string): SecretContext {
  return { owner: organizationId, column: 'bff_organization.api_key_sealed' }
}
