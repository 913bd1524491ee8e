import * as z from 'zod/mini'
import { t } from '#web/ui/text.ts'
import { RescueError } from './rescue-error.ts'

/** A passkey's answer, as bytes; `signature` in DER. */
export type PasskeyAnswer = {
  authenticatorData: Uint8Array
  clientDataJSON: Uint8Array
  signature: Uint8Array
  credentialId: Uint8Array<ArrayBuffer>
}

const bufferSchema = z.instanceof(ArrayBuffer)
const credentialSchema = z.object({
  rawId: bufferSchema,
  response: z.object({
    authenticatorData: bufferSchema,
    clientDataJSON: bufferSchema,
    signature: bufferSchema,
  }),
})
const TIMEOUT_MS = 300_000

/**
 * Asks for a passkey's signature over 32 bytes. `credentialId`: that of an earlier answer; without it the person
 * chooses. @throws RescueError if there is none, or the person declines
 */
export async function askPasskey(
  rpId: string,
  challenge: Uint8Array<ArrayBuffer>,
  credentialId?: Uint8Array<ArrayBuffer>,
): Promise<PasskeyAnswer> {
  if (!window.isSecureContext || typeof PublicKeyCredential === 'undefined')
    throw new RescueError(t('Passkeys need a page with https, and a browser that knows them.'))
  const allowCredentials =
    credentialId === undefined ? [] : [{ type: 'public-key' as const, id: credentialId }]
  const publicKey = {
    challenge,
    rpId,
    allowCredentials,
    userVerification: 'required' as const,
    timeout: TIMEOUT_MS,
  }
  const answer = await navigator.credentials.get({ publicKey }).catch((cause: unknown) => {
    throw new RescueError(
      t('No passkey answered: the prompt was closed, or there is no passkey of this domain here.'),
      {
        cause,
      },
    )
  })
  return bytesOf(answer)
}

/** Checks properties, not classes: password managers return objects of their own. */
function bytesOf(answer: Credential | null): PasskeyAnswer {
  const { response } = Object(answer)
  const found = credentialSchema.safeParse({
    rawId: Object(answer).rawId,
    response: {
      authenticatorData: Object(response).authenticatorData,
      clientDataJSON: Object(response).clientDataJSON,
      signature: Object(response).signature,
    },
  })
  if (!found.success) throw new RescueError(t('What answered is no passkey.'), { cause: found.error })
  const { rawId, response: given } = found.data
  return {
    authenticatorData: new Uint8Array(given.authenticatorData),
    clientDataJSON: new Uint8Array(given.clientDataJSON),
    signature: new Uint8Array(given.signature),
    credentialId: new Uint8Array(rawId),
  }
}
