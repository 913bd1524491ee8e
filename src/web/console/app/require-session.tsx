import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { sessionQuery, SessionContext } from '#web/console/lib/session.query.ts'
import { ShellSkeleton } from './shell-skeleton.tsx'

/** Everything inside has a session. */
export function RequireSession() {
  const session = useQuery(sessionQuery())
  const location = useLocation()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (session.data?.signedIn === true && !wasSignedIn) setWasSignedIn(true)
  if (session.data === undefined) {
    if (session.error === null) return <ShellSkeleton />
    return (
      <main className="mx-auto max-w-prose p-4 py-24">
        <title>Latchkey</title>
        <ProblemPanel error={session.error} onRetry={session.refetch} pending={session.isFetching} />
      </main>
    )
  }
  if (!session.data.signedIn) {
    const here = location.pathname + location.search
    const next = here === paths.overview.href() ? undefined : here
    return <Navigate replace to={paths.signIn.href({ next })} state={{ signedOut: wasSignedIn }} />
  }
  return (
    <SessionContext value={session.data}>
      <Outlet />
    </SessionContext>
  )
}
