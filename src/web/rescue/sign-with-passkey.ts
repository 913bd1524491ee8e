import { base64Url, bytesFromBase64Url } from '#protocol/passkey/base64-url.ts'
import { askPasskey } from '#web/ui/ask-passkey.ts'

const TIMEOUT_MS = 300_000

/**
 * Asks for a passkey's signature over 32 bytes. `credentialId` names the passkey that signed before. Without
 * it, the person chooses. Returns bytes, with `signature` in DER.
 *
 * @throws ReadableError if there is no passkey or the person declines
 */
export async function signWithPasskey(
  rpId: string,
  challenge: Uint8Array,
  credentialId?: string,
): Promise<{
  credentialId: string
  authenticatorData: Uint8Array
  clientDataJSON: Uint8Array
  signature: Uint8Array
}> {
  const options = {
    challenge: base64Url(challenge),
    rpId,
    userVerification: 'required' as const,
    timeout: TIMEOUT_MS,
    ...(credentialId !== undefined && {
      allowCredentials: [{ type: 'public-key' as const, id: credentialId }],
    }),
  }
  const { id, response } = await askPasskey(options, challenge)
  return {
    credentialId: id,
    authenticatorData: bytesFromBase64Url(response.authenticatorData),
    clientDataJSON: bytesFromBase64Url(response.clientDataJSON),
    signature: bytesFromBase64Url(response.signature),
  }
}
