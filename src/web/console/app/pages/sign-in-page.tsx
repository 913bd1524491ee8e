import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactElement } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { ButtonLink } from '#web/console/components/button.tsx'
import { Notice, ProblemPanel } from '#web/console/components/notice.tsx'
import { SignInPanel, beginProviderSignIn } from '#web/console/features/session/passkey-forms.tsx'
import { describeSessionEnd } from '#web/console/features/session/session-end-words.ts'
import { safeNext, paths } from '#web/console/lib/paths.ts'
import { settleSessionGate } from '#web/console/lib/session-gate.ts'
import { sessionQuery, goToProvider } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'
import { AuthTitle } from './auth-title.tsx'
import { LeavingButton } from './leaving-button.tsx'

/** Navigation state that `RequireSession` sets when it redirects a tab here. */
const arrivalSchema = z.object({ signedOut: z.literal(true) })

export function SignInPage(): ReactElement {
  // After sign-out, the cached session lacks the sign-in methods, so it is fetched again.
  const session = useQuery({ ...sessionQuery(), staleTime: 0 })
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = safeNext(search.get('next'))
  const isSignedOut = arrivalSchema.safeParse(useLocation().state).success
  const said = session.data?.signedIn === false ? session.data.ended : undefined
  // The server forgets the reason once sign-out has deleted the cookie.
  const [left] = useState(said)
  const ended = said ?? left
  useForgetting(session.data?.signedIn === false)
  const enter = () => {
    // Pending requests of the previous session must not continue in this one.
    settleSessionGate('declined')
    void navigate(next, { replace: true })
  }
  if (session.data?.signedIn === true) return <Navigate replace to={next} />
  return (
    <>
      <AuthTitle tab={t('Sign in')}>{t('Sign in')}</AuthTitle>
      <p className="mt-1 mb-6 text-muted">{t('Your passkey replaces the password.')}</p>
      {(isSignedOut || ended !== undefined) && (
        <Notice className="mb-4" tone="info" title={t('You are signed out')} announce>
          {describeSessionEnd(ended)}
        </Notice>
      )}
      <ProblemPanel error={session.error} onRetry={session.refetch} pending={session.isFetching} />
      {session.data?.setupRequired === true ? (
        <Notice tone="info" title={t('No administrator yet')}>
          {t(
            'Open the one-time setup link that the server printed when it started. It creates the first administrator.',
          )}
        </Notice>
      ) : (
        session.error === null && (
          <div className="flex flex-col gap-2">
            <SignInPanel onSignedIn={enter} />
            {session.data?.identityProvider !== undefined && (
              <LeavingButton run={() => goToProvider(beginProviderSignIn)} className="w-full">
                {t('Sign in with {provider}', { provider: session.data.identityProvider })}
              </LeavingButton>
            )}
            <ButtonLink tone="quiet" size="md" to={paths.recover.href()} className="w-full">
              {t('I lost my passkey')}
            </ButtonLink>
          </div>
        )
      )}
    </>
  )
}

/** Clears an administrator's data from memory after sign-out. */
function useForgetting(isSignedOut: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (isSignedOut) queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  }, [queryClient, isSignedOut])
}
