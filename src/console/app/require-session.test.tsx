import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#console/lib/query-client.ts'
import { SIGNED_OUT, sessionQuery, type SignedInSession } from '#console/lib/session.query.ts'
import { useStore } from '#console/lib/use-store.ts'
import { RequireSession } from './require-session.tsx'
import { useSession } from './use-session.ts'

const SIGNED_IN: SignedInSession = {
  signedIn: true,
  admin: { id: 'b4dd5a6e-6a3f-4ad5-8d0f-1df2f3a4f5a6', name: 'Ada', role: 'owner' },
  organization: { id: '0c9ddc45-8b6a-4a2c-9f5d-9a3b2c1d0e0f', name: 'Demo' },
  organizations: [],
  canCreateOrganization: false,
  sandbox: true,
  hostedUpstream: false,
  expiresAtDatetime: '2026-11-22T12:00:00.000Z',
}

let count = 0
const listeners = new Set<() => void>()
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function drawAgain(): void {
  count += 1
  for (const listener of listeners) listener()
}

function Inside() {
  const session = useSession()
  return `${session.admin.name} ${useStore(subscribe, () => count)}`
}

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => void vi.unstubAllGlobals())

test('behavior: a page that is drawn just when the session has ended is drawn with it, and then left', async () => {
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionQuery().queryKey, SIGNED_IN)
  const place = document.createElement('div')
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <Routes>
            <Route element={<RequireSession />}>
              <Route path="/" element={<Inside />} />
            </Route>
            <Route path="/sign-in" element="sign in" />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  expect(place.textContent).toBe('Ada 0')
  await act(async () => {
    queryClient.setQueryData(sessionQuery().queryKey, SIGNED_OUT)
    drawAgain()
  })
  await expect.poll(() => place.textContent).toBe('sign in')
})
