import { afterEach, expect, test } from 'vitest'
import { listenToTabs, broadcastChange, broadcast, type TabNews } from './tabs.ts'

let leave: () => void = () => undefined
afterEach(() => leave())

test('behavior: a tab hears of the others’ changes and not of its own', async () => {
  const heard: TabNews[] = []
  leave = listenToTabs((news) => heard.push(news))
  broadcastChange()
  broadcast({ kind: 'changed', tab: 'another' })
  await expect.poll(() => heard).toEqual([{ kind: 'changed', tab: 'another' }])
})

test('error: what is no news of this console is not heard', async () => {
  const heard: TabNews[] = []
  leave = listenToTabs((news) => heard.push(news))
  const channel = new BroadcastChannel('latchkey-session')
  for (const message of ['hello', { kind: 'changed' }, { kind: 'signed-in' }]) channel.postMessage(message)
  channel.close()
  broadcast({ kind: 'signed-out' })
  await expect.poll(() => heard).toEqual([{ kind: 'signed-out' }])
})
