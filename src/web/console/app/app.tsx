import { QueryClientProvider, useQueryClient, type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore, useState, Suspense, type ReactElement } from 'react'
import { BrowserRouter, Route, Routes, Navigate, Outlet, useLocation } from 'react-router'
import { Logo } from '#web/console/components/button.tsx'
import { Skeleton, SkeletonRows } from '#web/console/components/card.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { NotFoundPage, PageSkeleton } from '#web/console/components/page.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { reloadApp } from '#web/console/lib/reload-app.ts'
import { isSessionOver, settleSessionGate } from '#web/console/lib/session-gate.ts'
import { signedOut, sessionQuery, SessionContext } from '#web/console/lib/session.query.ts'
import { listenToTabs, type TabNews } from '#web/console/lib/tabs.ts'
import { followTheme } from '#web/console/lib/theme-choice.ts'
import { followLanguage, language, subscribeToLanguage, t } from '#web/ui/text.ts'
import { AppShell } from './app-shell.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { PAGES, type PageName } from './pages.ts'
import { LanguageSwitch, ThemeSwitch } from './preference-switches.tsx'

export function App({ queryClient }: { queryClient: QueryClient }): ReactElement {
  // Texts are resolved during rendering, so a change of language renders everything again. Forms keep their
  // input.
  useSyncExternalStore(subscribeToLanguage, language)
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <PageBoundary path="">
          <OtherTabs />
          <Routes>
            <Route element={<AuthLayout />}>{routes(({ id }) => AUTH_PAGES.has(id))}</Route>
            <Route element={<RequireSession />}>
              <Route element={<AppShell />}>
                {routes(({ id }) => !AUTH_PAGES.has(id))}
                <Route path="*" element={<NotFoundPage />} />
              </Route>
            </Route>
          </Routes>
        </PageBoundary>
      </BrowserRouter>
    </QueryClientProvider>
  )
}

/** Synchronizes the browser's tabs: sign-in, sign-out, a change of organization and changed data. */
function OtherTabs() {
  const queryClient = useQueryClient()
  useEffect(() => listenToTabs((news) => void follow(queryClient, news)), [queryClient])
  useEffect(followTheme, [])
  useEffect(followLanguage, [])
  return null
}

async function follow(queryClient: QueryClient, news: TabNews): Promise<void> {
  const known = queryClient.getQueryData(sessionQuery().queryKey)
  if (known?.signedIn !== true) {
    // The sign-in page leaves by itself once the session is refetched.
    if (news.kind === 'signed-in') await queryClient.invalidateQueries({ queryKey: sessionQuery().queryKey })
    return
  }
  if (news.kind === 'changed') {
    // Refetches displayed queries now and the others when they are displayed again.
    if (!isSessionOver()) await queryClient.invalidateQueries()
    return
  }
  if (news.kind === 'signed-out') {
    // Signing out is a decision, not an expiry. Nothing stays readable here, and no pending request continues
    // for the next person.
    settleSessionGate('declined')
    queryClient.setQueryData(sessionQuery().queryKey, signedOut(news.ended))
    return
  }
  const isSame = news.adminId === known.admin.id && news.organizationId === known.organization.id
  if (!isSame) return reloadApp()
  if (!isSessionOver()) return
  await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
  settleSessionGate('renewed')
}

/** Pages for visitors who are not signed in. */
const AUTH_PAGES: ReadonlySet<PageName> = new Set(['signIn', 'join', 'recover', 'setup', 'providerReturn'])

function routes(isWanted: (page: (typeof PAGES)[number]) => boolean) {
  return PAGES.filter(isWanted).map(({ id, path, Page }) => <Route key={id} path={path} element={<Page />} />)
}

/** Renders its pages only with a session. */
export function RequireSession(): ReactElement {
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

/** Outline of the console while the session is unknown. */
function ShellSkeleton() {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="hidden flex-col gap-6 border-r border-line p-4 lg:flex">
        <Skeleton className="h-8 w-32" />
        <div className="flex flex-col gap-4 px-2">
          {['w-20', 'w-16', 'w-24', 'w-16', 'w-20'].map((width, index) => (
            <Skeleton key={index} className={`h-4 ${width}`} />
          ))}
        </div>
      </div>
      <main className="p-4 lg:p-8">
        <PageSkeleton />
      </main>
    </div>
  )
}

/** A plain card for signed-out visitors. */
function AuthLayout() {
  const { pathname } = useLocation()
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between p-4 sm:px-8 sm:py-6">
        <Logo />
        <div className="flex items-center gap-2">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main className="flex flex-1 items-start justify-center px-4 pt-8 pb-24 sm:items-center sm:pt-0">
        <div className="w-full max-w-100 rounded-xl border border-line bg-surface p-6 shadow-md sm:p-8">
          <PageBoundary path={pathname}>
            <Suspense fallback={<SkeletonRows rows={3} label={t('Loading')} />}>
              <Outlet />
            </Suspense>
          </PageBoundary>
        </div>
      </main>
    </div>
  )
}
