import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/console/components/button.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { passkeyObstacle } from '#web/ui/ask-passkey.ts'
import { t } from '#web/ui/text.ts'
import { broadcastSession } from './enter-organization.ts'
import { rememberedPasskey, signIn } from './sign-in.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'

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
