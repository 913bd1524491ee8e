import { QueryClientProvider, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { BrowserRouter } from 'react-router'
import { followLanguage, language, subscribeToLanguage } from '#web/ui/language.ts'
import { isSessionOver, settleSessionGate, waitForSession } from '#web/console/lib/session-gate.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { reloadApp } from '#web/console/lib/shown-organization.ts'
import { listenToTabs, type TabNews } from '#web/console/lib/tabs.ts'
import { followTheme } from '#web/console/lib/theme-choice.ts'
import { PageBoundary } from './page-boundary.tsx'
import { Router } from './router.tsx'

export function App({ queryClient }: { queryClient: QueryClient }) {
  // Texts are asked for where they are drawn: another language draws all of it again, and forms keep what was typed.
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

/** Two tabs agree: who signs out, in or over to another organization in one of them does so in all, and sees every change in all. */
function useOtherTabs(): void {
  const queryClient = useQueryClient()
  useEffect(() => listenToTabs((news) => void follow(queryClient, news)), [queryClient])
  useEffect(followTheme, [])
  useEffect(followLanguage, [])
}

async function follow(queryClient: QueryClient, news: TabNews): Promise<void> {
  const known = queryClient.getQueryData(sessionQuery().queryKey)
  if (known?.signedIn !== true) {
    // The page of signing in goes on by itself.
    if (news.kind === 'signed-in') await queryClient.invalidateQueries({ queryKey: sessionQuery().queryKey })
    return
  }
  if (news.kind === 'changed') {
    // What is on the screen is read again; the rest, when it is next shown.
    if (!isSessionOver()) await queryClient.invalidateQueries()
    return
  }
  if (news.kind === 'signed-out') {
    // What was typed here stays behind the dialog, for the owner of the passkey.
    void waitForSession()
    return
  }
  const isSame = news.adminId === known.admin.id && news.organizationId === known.organization.id
  if (!isSame) return reloadApp()
  if (!isSessionOver()) return
  await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
  settleSessionGate('renewed')
}
