import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/console/components/button.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { passkeyObstacle, askPasskey } from '#web/ui/ask-passkey.ts'
import { t } from '#web/ui/text.ts'
import { broadcastSession } from './enter-organization.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import * as z from 'zod/mini'
import { requestOptionsSchema } from '#protocol/passkey/ceremony-options.ts'
import { callApi } from '#web/console/lib/api.ts'
import { storedText } from '#web/ui/stored.ts'

/** Signs in with the passkey used here last, or with another one. */
export function SignInPanel({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useSignIn(onSignedIn)
  const [obstacle] = useState(passkeyObstacle)
  const [lastPasskey] = useState(rememberedPasskey)
  if (obstacle !== null) return <ProblemPanel error={obstacle} />
  return (
    <div className="flex flex-col gap-4">
      <ProblemPanel error={signIn.error} />
      <div className="flex flex-col gap-2">
        <Button
          tone="primary"
          size="md"
          icon="passkey"
          pending={signIn.isPending}
          onClick={() => signIn.mutate(lastPasskey)}
          className="w-full"
          autoFocus
        >
          {signIn.isPending ? t('Waiting for your passkey') : t('Sign in with a passkey')}
        </Button>
        {lastPasskey !== null && (
          <Button
            tone="quiet"
            size="md"
            disabled={signIn.isPending}
            onClick={() => signIn.mutate(null)}
            className="w-full"
          >
            {t('Use another passkey')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Signs in and refetches the session; `onSignedIn` runs when it is known. */
function useSignIn(onSignedIn: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: signIn,
    onSuccess: async () => {
      const session = await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
      broadcastSession(session)
      onSignedIn()
    },
  })
}

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
