import { QueryClientProvider } from '@tanstack/react-query'
import { Fragment, useState, useSyncExternalStore } from 'react'
import { BrowserRouter } from 'react-router'
import { language, subscribeToLanguage } from '#console/lib/language.ts'
import { createQueryClient } from '#console/lib/query-client.ts'
import { PageBoundary } from './page-boundary.tsx'
import { Router } from './router.tsx'
import { useOtherTabs } from './use-other-tabs.ts'

export function App() {
  const [queryClient] = useState(createQueryClient)
  const shown = useSyncExternalStore(subscribeToLanguage, language)
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        {/* Another language draws everything anew: texts are asked for where they are drawn. */}
        <Fragment key={shown}>
          <PageBoundary place="">
            <OtherTabs />
            <Router />
          </PageBoundary>
        </Fragment>
      </BrowserRouter>
    </QueryClientProvider>
  )
}

function OtherTabs() {
  useOtherTabs()
  return null
}
