import { QueryClientProvider } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { createQueryClient } from '#web/console/lib/query-client.ts'
import { signedOut, sessionQuery, useSession } from '#web/console/lib/session.query.ts'
import { act } from '#web/console/testing/act.ts'
import { SIGNED_IN } from '#web/console/testing/signed-in.ts'
import { RequireSession } from './app.tsx'

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
  return `${session.admin.name} ${useSyncExternalStore(subscribe, () => count)}`
}

test('behavior: a page rendered as the session ends still has the session, and is then left', async () => {
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
    queryClient.setQueryData(sessionQuery().queryKey, signedOut())
    drawAgain()
  })
  await expect.poll(() => place.textContent).toBe('sign in')
})
