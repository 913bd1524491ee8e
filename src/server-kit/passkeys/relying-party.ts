import { parseClientData } from '#protocol/passkey/client-data.ts'

/** Scope of a passkey: one origin, and the domain that it is bound to. */
export type RelyingParty = { origin: string; rpId: string }

/** Time limit of a passkey prompt, in seconds. */
export const CEREMONY_SECONDS = 300

/**
 * Rejects responses from a frame of another site, because none of our pages requests a passkey there. Source:
 * WebAuthn L3 7.1 steps 9 to 11, 7.2 steps 11 to 14. @throws Error
 */
export function requireTopLevel(clientDataJson: string): void {
  const clientData = parseClientData(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
  if (clientData.crossOrigin === true || clientData.topOrigin !== undefined) {
    throw new Error('the passkey was asked for in a frame of another site')
  }
}
