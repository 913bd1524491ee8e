import { afterEach, expect, test } from 'vitest'
import { listenToTabs, broadcastChange, broadcast, type TabNews } from './tabs.ts'

let leave: () => void = () => undefined
afterEach(() => leave())

test('behavior: a tab receives the changes of other tabs and not its own', async () => {
  const heard: TabNews[] = []
  leave = listenToTabs((news) => heard.push(news))
  broadcastChange()
  broadcast({ kind: 'changed', tab: 'another' })
  await expect.poll(() => heard).toEqual([{ kind: 'changed', tab: 'another' }])
})

test('error: ignores messages that are not news of this console', async () => {
  const heard: TabNews[] = []
  leave = listenToTabs((news) => heard.push(news))
  const channel = new BroadcastChannel('latchkey-session')
  for (const message of ['hello', { kind: 'changed' }, { kind: 'signed-in' }]) channel.postMessage(message)
  channel.close()
  broadcast({ kind: 'signed-out' })
  await expect.poll(() => heard).toEqual([{ kind: 'signed-out' }])
})
