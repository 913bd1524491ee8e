import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { BrowserRouter } from 'react-router'
import { language, subscribeToLanguage } from '#web/ui/language.ts'
import { PageBoundary } from './page-boundary.tsx'
import { Router } from './router.tsx'
import { useOtherTabs } from './use-other-tabs.ts'

export function App({ queryClient }: { queryClient: QueryClient }) {
  // Texts are asked for where they are drawn: another language draws all of it again, and forms keep what was typed.
  useSyncExternalStore(subscribeToLanguage, language)
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <PageBoundary place="">
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
