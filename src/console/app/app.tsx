import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { BrowserRouter } from 'react-router'
import { createQueryClient } from '#console/lib/query-client.ts'
import { PageBoundary } from './page-boundary.tsx'
import { Router } from './router.tsx'

export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <PageBoundary place="">
          <Router />
        </PageBoundary>
      </BrowserRouter>
    </QueryClientProvider>
  )
}
