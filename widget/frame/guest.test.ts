// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LatchkeyWalletElement } from '#widget/element.ts'
import { serveHost } from './guest.ts'
import { GUEST_EVENTS } from './protocol.ts'

/** The part of the element that a guest uses. */
function createElement() {
  const element = document.createElement('div')
  const restart = vi.fn()
  Object.assign(element, { call: null, getToken: undefined, restart })
  element.setAttribute('api-url', 'https://wallets.example')
  element.setAttribute('locale', 'de')
  document.body.append(element)
  return { element: element as unknown as LatchkeyWalletElement, restart }
}

function connect() {
  const { element, restart } = createElement()
  const { port1: host, port2: guest } = new MessageChannel()
  const heard: Record<string, unknown>[] = []
  host.addEventListener('message', (event) => heard.push(event.data))
  host.start()
  const create = vi.fn()
  const served = serveHost(element, guest, create)
  opened.push(host, guest)
  const settings = (attributes: unknown, call?: unknown) =>
    host.postMessage({ kind: 'settings', attributes, call })
  return { element, restart, host, heard, create, served, settings }
}

const opened: MessagePort[] = []

beforeEach(() => {
  vi.stubGlobal('location', { hash: '' })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  )
})

afterEach(() => {
  for (const port of opened.splice(0)) port.close()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

test('behavior: the host sets the allowed attributes, and the others stay as the frame’s page has them', async () => {
  const { element, served, settings } = connect()
  settings({ flow: 'send', locale: null, to: '0x1', amount: '1' })
  await served
  expect(element.getAttribute('flow')).toBe('send')
  expect(element.getAttribute('locale')).toBe('de')
  settings({ flow: 'send', locale: 'fr', amount: null })
  await expect.poll(() => element.getAttribute('locale')).toBe('fr')
  expect([element.hasAttribute('to'), element.hasAttribute('amount')]).toEqual([false, false])
})

test('error: the host cannot set the server, the passkeys’ domain, the parent origins or anything else', async () => {
  const { element, served, settings } = connect()
  const names = ['api-url', 'rp-id', 'parent-origins', 'style', 'onclick', 'id', 'class', 'is', 'slot']
  settings(Object.fromEntries(names.map((name) => [name, 'https://evil.example'])))
  await served
  expect(element.getAttribute('api-url')).toBe('https://wallets.example')
  for (const name of names.slice(1)) expect(element.hasAttribute(name)).toBe(false)
})

test.each([
  ['no attributes', { kind: 'settings' }],
  ['attributes that are none', { kind: 'settings', attributes: ['flow', 'send'] }],
  [
    'values that are no texts',
    { kind: 'settings', attributes: { flow: { toString: null }, to: 5, label: true } },
  ],
])('error: settings with %s change nothing', async (_name, message) => {
  const { element, host, served } = connect()
  const before = element.outerHTML
  host.postMessage(message)
  await served
  expect(element.outerHTML).toBe(before)
})

test('behavior: a call reaches the element unchanged, which validates it', async () => {
  const { element, served, settings } = connect()
  settings({}, { kind: 'erc20-transfer', amount: 'x' })
  await served
  expect(element.call).toEqual({ kind: 'erc20-transfer', amount: 'x' })
})

test('behavior: a message reaches the element unchanged, and a frame that opened this window names its own host', async () => {
  const { element, host, served } = connect()
  const message = { kind: 'text', text: 'x' }
  host.postMessage({ kind: 'settings', attributes: {}, message, origin: 'https://shop.example' })
  expect(await served).toBe('https://shop.example')
  expect([element.message, element.call]).toEqual([message, null])
})

test('behavior: the host provides a separate token for each request', async () => {
  const { element, host, heard } = connect()
  const [one, other] = [element.getToken?.(), element.getToken?.()]
  await expect.poll(() => heard.length).toBe(2)
  host.postMessage({ kind: 'token', request: 2, token: 'second' })
  host.postMessage({ kind: 'token', request: 99, token: 'nobody’s' })
  host.postMessage({ kind: 'token', request: 1, token: 'first' })
  expect(await Promise.all([one, other])).toEqual(['first', 'second'])
})

test.each([[null], [undefined], [{ token: 'x' }], [7]])(
  'error: a host that responds with %j provides no token',
  async (token) => {
    const { element, host, heard } = connect()
    const asked = expect(element.getToken?.()).rejects.toThrow('gave no token')
    await expect.poll(() => heard.length).toBe(1)
    host.postMessage({ kind: 'token', request: 1, token })
    await asked
  },
)

test('behavior: every event of the element is sent with its detail, including bigints, and nothing else is sent', async () => {
  const { element, heard } = connect()
  const detail = { digest: '0x12', call: { value: 2n ** 200n } }
  for (const name of GUEST_EVENTS.keys()) element.dispatchEvent(new CustomEvent(name, { detail }))
  element.dispatchEvent(new CustomEvent('click', { detail }))
  await expect.poll(() => heard.length).toBe(GUEST_EVENTS.size)
  expect(heard).toEqual([...GUEST_EVENTS.keys()].map((name) => ({ kind: 'event', name, detail })))
})

test('error: a passkey for another person is created only in a window of a frame, never in a frame', async () => {
  const { host, create, served, settings } = connect()
  const bytes = new Uint8Array(32)
  const options = { rp: { id: 'shop.example' }, user: { id: bytes }, challenge: bytes, pubKeyCredParams: [] }
  host.postMessage({ kind: 'create', options })
  settings({})
  await served
  expect(create).not.toHaveBeenCalled()
  vi.stubGlobal('location', { hash: '#latchkey-window' })
  host.postMessage({ kind: 'create', options: { rp: 'shop.example' } })
  host.postMessage({ kind: 'create', options })
  await expect.poll(() => create.mock.calls.length).toBe(1)
})
