import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode } from 'react'
import { language, subscribeToLanguage } from '#console/lib/language.ts'
import { useStore } from '#console/lib/use-store.ts'
import { PageBoundary } from './page-boundary.tsx'
import { Router } from './router.tsx'
import { useOtherTabs } from './use-other-tabs.ts'

type AppProps = {
  queryClient: QueryClient
  /** Knows which page is open. */
  router: ComponentType<{ children: ReactNode }>
}

export function App({ queryClient, router: Place }: AppProps) {
  // Texts are asked for where they are drawn: another language draws all of it again, and forms keep what was typed.
  useStore(subscribeToLanguage, language)
  return (
    <QueryClientProvider client={queryClient}>
      <Place>
        <PageBoundary place="">
          <OtherTabs />
          <Router />
        </PageBoundary>
      </Place>
    </QueryClientProvider>
  )
}

function OtherTabs() {
  useOtherTabs()
  return null
}
