import { startRegistration } from '@simplewebauthn/browser'
import * as z from 'zod/mini'
import { creationOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { callApi } from '#web/console/lib/api.ts'
import { toPasskeyProblem } from '#web/console/lib/passkey-problem.ts'
import { rememberPasskey } from './remembered-passkey.ts'

/** Makes the passkey of the first administrator; `setupToken` is the one-time link's. Leaves them signed in. */
export async function enrolAdministrator(input: { setupToken: string; name: string }): Promise<void> {
  try {
    const { content } = await callApi({
      method: 'POST',
      path: '/api/setup/options',
      body: input,
      answer: z.object({ options: creationOptionsSchema }),
      sessionless: true,
    })
    const response = await startRegistration({ optionsJSON: content.options })
    await callApi({
      method: 'POST',
      path: '/api/setup/verify',
      body: { setupToken: input.setupToken, response },
      answer: z.unknown(),
      sessionless: true,
    })
    rememberPasskey(response.id)
  } catch (thrown) {
    throw toPasskeyProblem(thrown, 'registration')
  }
}
