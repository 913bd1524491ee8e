import { startAuthentication } from '@simplewebauthn/browser'
import * as z from 'zod/mini'
import { requestOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { callApi } from '#web/console/lib/api.ts'
import { toPasskeyProblem } from '#web/console/lib/passkey-problem.ts'

/**
 * Signs the administrator in with the passkey of this id, or with any that they choose (`null`);
 * the answer sets the session's cookie.
 */
export async function signIn(passkeyId: string | null): Promise<void> {
  try {
    const { options } = await callApi({
      method: 'POST',
      path: '/api/sign-in/options',
      answer: z.object({ options: requestOptionsSchema }),
      sessionless: true,
    })
    const response = await startAuthentication({
      optionsJSON: {
        ...options,
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

/**
 * The last passkey of this browser: its id, which is no secret. Wallets of this site have
 * passkeys too, and without it the browser would offer all of them.
 */
const STORAGE_KEY = 'latchkey-admin-passkey'

export function rememberedPasskey(): string | null {
  try {
    const id = localStorage.getItem(STORAGE_KEY)
    return id !== null && /^[A-Za-z0-9_-]{1,1400}$/.test(id) ? id : null
  } catch {
    return null
  }
}

export function rememberPasskey(id: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, id)
  } catch {
    // Storage may be forbidden; the browser then offers all passkeys.
  }
}
