import { QueryClientProvider, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { followLanguage, language, subscribeToLanguage } from '#web/ui/language.ts'
import { isSessionOver, settleSessionGate } from '#web/console/lib/session-gate.ts'
import { SIGNED_OUT, sessionQuery } from '#web/console/lib/session.query.ts'
import { reloadApp } from '#web/console/lib/shown-organization.ts'
import { listenToTabs, type TabNews } from '#web/console/lib/tabs.ts'
import { followTheme } from '#web/console/lib/theme-choice.ts'
import { PageBoundary } from './page-boundary.tsx'
import { AppShell } from './app-shell.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { PAGES, type PageName } from './pages.ts'
import { RequireSession } from './require-session.tsx'

export function App({ queryClient }: { queryClient: QueryClient }) {
  // Texts are resolved while rendering: another language renders everything again, and forms keep their input.
  useSyncExternalStore(subscribeToLanguage, language)
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <PageBoundary path="">
          <OtherTabs />
          <Router />
        </PageBoundary>
      </BrowserRouter>
    </QueryClientProvider>
  )
}

function OtherTabs() {
  useOtherTabs()
  return null
}

/** Synchronizes tabs: signing out, signing in and switching organizations apply to all, and changes show in all. */
function useOtherTabs(): void {
  const queryClient = useQueryClient()
  useEffect(() => listenToTabs((news) => void follow(queryClient, news)), [queryClient])
  useEffect(followTheme, [])
  useEffect(followLanguage, [])
}

async function follow(queryClient: QueryClient, news: TabNews): Promise<void> {
  const known = queryClient.getQueryData(sessionQuery().queryKey)
  if (known?.signedIn !== true) {
    // The sign-in page continues by itself.
    if (news.kind === 'signed-in') await queryClient.invalidateQueries({ queryKey: sessionQuery().queryKey })
    return
  }
  if (news.kind === 'changed') {
    // Displayed queries are refetched now; the rest, when next displayed.
    if (!isSessionOver()) await queryClient.invalidateQueries()
    return
  }
  if (news.kind === 'signed-out') {
    // A decision, not an expiry: nothing may be readable here, and nothing that waits may go on for whoever comes next.
    settleSessionGate('declined')
    queryClient.setQueryData(sessionQuery().queryKey, SIGNED_OUT)
    return
  }
  const isSame = news.adminId === known.admin.id && news.organizationId === known.organization.id
  if (!isSame) return reloadApp()
  if (!isSessionOver()) return
  await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
  settleSessionGate('renewed')
}

/** The pages for a visitor who is not signed in. */
const AUTH_PAGES: ReadonlySet<PageName> = new Set(['signIn', 'join', 'recover', 'setup', 'providerReturn'])

function Router() {
  return (
    <Routes>
      <Route element={<AuthLayout />}>{routes(({ id }) => AUTH_PAGES.has(id))}</Route>
      <Route element={<RequireSession />}>
        <Route element={<AppShell />}>
          {routes(({ id }) => !AUTH_PAGES.has(id))}
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Route>
    </Routes>
  )
}

function routes(isWanted: (page: (typeof PAGES)[number]) => boolean) {
  return PAGES.filter(isWanted).map(({ id, path, Page }) => <Route key={id} path={path} element={<Page />} />)
}
