/** The additional data of the cipher for a key in the vault: moved to another row it does not open. */
export function vaultPlace(keyId: string): string {
  return `bff_vault_key.key_sealed ${keyId}`
}

/** The same for the key that the deployment was started with. */
export function configuredPlace(organizationId: string): string {
  return `bff_organization.configured_key_sealed ${organizationId}`
}
