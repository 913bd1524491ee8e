import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenToTabs, type TabNews } from '#web/console/lib/tabs.ts'
import { answerRequests, renderLive } from '#web/console/testing/render-live.tsx'
import { SessionDialog } from './session-dialog.tsx'

const heard: TabNews[] = []
let leave = () => {}
beforeEach(() => {
  heard.length = 0
  leave = listenToTabs((news) => heard.push(news))
})
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
})

const refusedBecause = (session: object) =>
  answerRequests({ 'GET /api/session': { signedIn: false, setupRequired: false, ...session } })

test('behavior: a session ended elsewhere clears every tab of this browser, and each tab shows the reason', async () => {
  const ended = { reason: 'recovery-code' } as const
  refusedBecause({ ended })
  renderLive(<SessionDialog />)
  await expect.poll(() => heard).toEqual([{ kind: 'signed-out', ended }])
})

test('behavior: an expired session keeps its dialog and the input behind it', async () => {
  const asked = refusedBecause({})
  const page = renderLive(<SessionDialog />)
  await expect.poll(() => asked).toEqual(['GET /api/session'])
  expect(page.textContent).toContain('Nothing on this page is lost')
  // Messages arrive in order, so any earlier one arrives before this one.
  const channel = new BroadcastChannel('latchkey-session')
  channel.postMessage({ kind: 'changed', tab: 'another' })
  channel.close()
  await expect.poll(() => heard).toEqual([{ kind: 'changed', tab: 'another' }])
})
