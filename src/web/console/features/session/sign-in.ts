import { startAuthentication } from '@simplewebauthn/browser'
import * as z from 'zod/mini'
import { requestOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { callApi } from '#web/console/lib/api.ts'
import { toPasskeyProblem } from '#web/console/lib/passkey-problem.ts'
import { rememberPasskey } from './remembered-passkey.ts'

/**
 * Signs the administrator in with the passkey of this id, or with any of theirs that they choose (`null`);
 * the answer sets the session's cookie.
 */
export async function signIn(passkeyId: string | null): Promise<void> {
  try {
    const { content } = await callApi({
      method: 'POST',
      path: '/api/sign-in/options',
      answer: z.object({ options: requestOptionsSchema }),
      sessionless: true,
    })
    const response = await startAuthentication({
      optionsJSON: {
        ...content.options,
        ...(passkeyId !== null && { allowCredentials: [{ id: passkeyId, type: 'public-key' }] }),
      },
    })
    await callApi({
      method: 'POST',
      path: '/api/sign-in/verify',
      body: { response },
      answer: z.unknown(),
      sessionless: true,
    })
    rememberPasskey(response.id)
  } catch (thrown) {
    throw toPasskeyProblem(thrown)
  }
}
