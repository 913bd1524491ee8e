import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { Notice } from '#web/console/components/notice.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { SignInPanel } from '#web/console/features/session/sign-in-panel.tsx'
import { safeNext } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'

export function SignInPage() {
  const session = useQuery(sessionQuery())
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = safeNext(search.get('next'))
  useForgetting(session.data?.signedIn === false)
  if (session.data?.signedIn === true) return <Navigate replace to={next} />
  return (
    <>
      <title>{`${t('Sign in')} · Latchkey`}</title>
      <h1 className="text-xl font-strong tracking-tight">{t('Sign in')}</h1>
      <p className="mt-1 mb-6 text-muted">{t('Your passkey replaces the password.')}</p>
      <ProblemPanel error={session.error} onRetry={session.refetch} pending={session.isFetching} />
      {session.data?.setupRequired === true ? (
        <Notice tone="info" title={t('No administrator yet')}>
          {t(
            'Open the one-time setup link that the server printed when it started. It creates the first administrator.',
          )}
        </Notice>
      ) : (
        session.error === null && <SignInPanel onSignedIn={() => void navigate(next, { replace: true })} />
      )}
    </>
  )
}

/** Clears an administrator's data from memory after they signed out. */
function useForgetting(isSignedOut: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (isSignedOut) queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  }, [queryClient, isSignedOut])
}
