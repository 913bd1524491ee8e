import { parseClientData } from '#protocol/passkey/client-data.ts'

/** Where a passkey counts: one origin, and the domain that it is bound to. */
export type RelyingParty = { origin: string; rpId: string }

/** How long a person may take at the passkey prompt. */
export const CEREMONY_SECONDS = 300

/**
 * None of our pages asks for a passkey in a frame of another site, so that an answer that names one was not asked for
 * by us. Source: WebAuthn L3 7.1 steps 9 to 11, 7.2 steps 11 to 14. @throws Error
 */
export function requireTopLevel(clientDataJson: string): void {
  const clientData = parseClientData(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
  if (clientData.crossOrigin === true || clientData.topOrigin !== undefined) {
    throw new Error('the passkey was asked for in a frame of another site')
  }
}
