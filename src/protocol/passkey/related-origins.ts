/** Path of the file with a domain's related origins, on https at the domain itself. Source: WebAuthn L3 5.11. */
export const RELATED_ORIGINS_PATH = '/.well-known/webauthn'

/** Different registrable labels that every browser with related origins accepts in one file. Source: WebAuthn L3 5.11. */
export const RELATED_LABELS_MAX = 5

/** The content of `https://<domain>/.well-known/webauthn`, which has to be served as `application/json`. */
export function formatRelatedOrigins(origins: readonly string[]): string {
  return JSON.stringify({ origins }, null, 2)
}

/** URL of a domain's file of related origins. */
export function relatedOriginsUrl(domain: string): string {
  return `https://${domain}${RELATED_ORIGINS_PATH}`
}
