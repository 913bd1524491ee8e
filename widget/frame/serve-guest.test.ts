import { beforeEach, expect, test, vi } from 'vitest'
import type { GuestLink } from './connect-guest.ts'
import { HOST_ATTRIBUTES } from './protocol.ts'
import { sendSettings, serveGuest, type GuestSource } from './serve-guest.ts'

const send = vi.fn()
const link: GuestLink = { send, close: () => {} }
const emitted = vi.fn()
const height = vi.fn()
const attributes = { ...Object.fromEntries(HOST_ATTRIBUTES.map((name) => [name, null])), flow: 'create' }
const source: GuestSource = {
  element: { getAttribute: (name) => Reflect.get(attributes, name), dispatchEvent: emitted },
  given: () => ({ call: undefined, message: undefined }),
  token: async () => 'token-1',
  height,
}

beforeEach(() => void vi.clearAllMocks())

test('behavior: a guest gets the settings, and a token for each request', async () => {
  sendSettings(link, source)
  serveGuest(link, source, { kind: 'token-wanted', request: 7 })
  await expect.poll(() => send.mock.calls.length).toBe(2)
  expect(send.mock.calls).toEqual([
    [{ kind: 'settings', attributes, call: undefined }],
    [{ kind: 'token', request: 7, token: 'token-1' }],
  ])
})

test('error: a failing backend is reported as providing no token, without its reason', async () => {
  const failing = { ...source, token: () => Promise.reject(new Error('secret reason')) }
  serveGuest(link, failing, { kind: 'token-wanted', request: 1 })
  await expect.poll(() => send.mock.calls).toEqual([[{ kind: 'token', request: 1, token: null }]])
})

test('behavior: dispatches the guest’s events with their details', () => {
  serveGuest(link, source, { kind: 'event', name: 'latchkey-created', detail: { address: '0x1' } })
  expect(emitted.mock.calls).toMatchObject([[{ type: 'latchkey-created', detail: { address: '0x1' } }]])
})

test.each([
  { kind: 'event', name: 'click' },
  { kind: 'event', name: 'submit', detail: {} },
  { kind: 'event', name: 'latchkey-created2' },
  { kind: 'event', name: 'constructor' },
  { kind: 'event', name: ['latchkey-created'] },
  { kind: 'event' },
  { kind: 'height', height: '10' },
  { kind: 'height', height: -1 },
  { kind: 'height', height: 0 },
  { kind: 'height', height: Number.NaN },
  { kind: 'height', height: Number.POSITIVE_INFINITY },
  { kind: 'height', height: 20_001 },
  { kind: 'token-wanted' },
  { kind: 'token-wanted', request: '1' },
  { kind: 'navigate', href: 'javascript:alert(1)' },
  {},
])('error: %j from a guest does nothing', async (message) => {
  const token = vi.fn(async () => 'token-1')
  serveGuest(link, { ...source, token }, message)
  expect([emitted, height, token, send].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0, 0])
})

test('param: a height is rounded up to whole pixels', () => {
  serveGuest(link, source, { kind: 'height', height: 320.2 })
  expect(height.mock.calls).toEqual([[321]])
})
