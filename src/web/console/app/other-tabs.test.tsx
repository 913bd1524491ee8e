import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/console/lib/query-client.ts'
import { isSessionGateOpen, settleSessionGate, waitForSession } from '#web/console/lib/session-gate.ts'
import { sessionQuery } from '#web/console/lib/session.query.ts'
import { broadcast } from '#web/console/lib/tabs.ts'
import { answerRequests } from '#web/console/testing/render-live.tsx'
import { SIGNED_IN } from '#web/console/testing/signed-in.ts'
import { App } from './app.tsx'

// Test files share their modules, so the next file must start with a session.
afterEach(() => {
  settleSessionGate('renewed')
  vi.unstubAllGlobals()
})

test('behavior: signing out in another tab clears this tab, says so and declines waiting requests', async () => {
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
  const asked = answerRequests({})
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionQuery().queryKey, SIGNED_IN)
  queryClient.setQueryData(['wallets'], 'what was read')
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  root.render(<App queryClient={queryClient} />)
  // After this request the app's effects have run, so it listens to the other tabs.
  await expect.poll(() => asked).toContain('GET /api/sandbox')
  expect(place.textContent).toContain('Ada')
  const waiting = waitForSession()
  broadcast({ kind: 'signed-out' })
  await expect.poll(() => place.textContent).toContain('You are signed out')
  expect(place.textContent).not.toContain('Ada')
  expect(await waiting).toBe('declined')
  expect(isSessionGateOpen()).toBe(false)
  await expect.poll(() => queryClient.getQueryData(['wallets'])).toBeUndefined()
  root.unmount()
})
