import * as z from 'zod/mini'
import { requestOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { callApi } from '#web/console/lib/api.ts'
import { askPasskey } from '#web/ui/ask-passkey.ts'
import { storedText } from '#web/ui/stored.ts'

/**
 * Signs the administrator in with the passkey of this id, or with any that they choose (`null`);
 * the answer sets the session's cookie.
 */
export async function signIn(passkeyId: string | null): Promise<void> {
  const { options } = await callApi({
    method: 'POST',
    path: '/api/sign-in/options',
    answer: z.object({ options: requestOptionsSchema }),
    sessionless: true,
  })
  const response = await askPasskey({
    ...options,
    ...(passkeyId !== null && { allowCredentials: [{ id: passkeyId, type: 'public-key' }] }),
  })
  await callApi({
    method: 'POST',
    path: '/api/sign-in/verify',
    body: { response },
    answer: z.unknown(),
    sessionless: true,
  })
  rememberPasskey(response.id)
}

/**
 * The last passkey of this browser: its id, which is no secret. Wallets of this site have
 * passkeys too, and without it the browser would offer all of them.
 */
const stored = storedText('latchkey-admin-passkey')

export function rememberedPasskey(): string | null {
  const id = stored.read()
  return id !== null && /^[A-Za-z0-9_-]{1,1400}$/.test(id) ? id : null
}

export function rememberPasskey(id: string): void {
  stored.write(id)
}
