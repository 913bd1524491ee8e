import { expect, test } from 'vitest'
import { connectGuest } from './connect-guest.ts'
import { awaitHost } from './connect.ts'
import { CONNECT, parseOrigins, READY } from './protocol.ts'

const SHOP = 'https://shop.example'
const WALLET = 'https://wallet.shop.example'

/** The part of a window that the handshake uses: the posted messages, and a way to deliver messages. */
function createWindow(ancestorOrigins?: string[]) {
  const target = new EventTarget()
  const posted: { data: unknown; origin: string; ports: MessagePort[] }[] = []
  const own = {
    location: { ancestorOrigins },
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    postMessage: (data: unknown, origin: string, ports: MessagePort[] = []) =>
      void posted.push({ data, origin, ports }),
  } as unknown as Window
  function deliver(message: { data: unknown; origin: string; source: unknown; ports?: MessagePort[] }): void {
    const event = new Event('message')
    Object.assign(event, { ports: [], ...message })
    target.dispatchEvent(event)
  }
  return { own, posted, deliver }
}

type FakeWindow = ReturnType<typeof createWindow>
/** Makes the host wait for its guest. */
const connect = (
  host: FakeWindow,
  guest: FakeWindow,
  connected: () => void,
  message: (message: unknown) => void = () => {},
) => connectGuest(host.own, { window: () => guest.own, origin: WALLET }, { connected, message })

/**
 * Expects that a guest which receives this message is not connected. `message` gets a port, unless it has its own
 * `ports`.
 */
async function expectNobody(
  host: FakeWindow,
  guest: FakeWindow,
  message: Parameters<FakeWindow['deliver']>[0],
) {
  const controller = new AbortController()
  const awaited = awaitHost(guest.own, host.own, [SHOP], controller.signal)
  const { port1, port2 } = new MessageChannel()
  guest.deliver({ ports: [port1], ...message })
  controller.abort(new Error('nobody'))
  await expect(awaited).rejects.toThrow('nobody')
  port1.close()
  port2.close()
}

/** Origins that look like the right one. */
const IMPOSTORS = [
  'https://shop.example.evil.example',
  'https://evilshop.example',
  'https://shop.example:8443',
  'https://shop.example:443',
  'http://shop.example',
  'https://www.shop.example',
  'https://SHOP.example',
  'https://shop.example/',
  'null',
  '',
]

test('behavior: host and guest connect, and each receives the other’s messages on the port', async () => {
  const [host, guest] = [createWindow(), createWindow()]
  const heard: unknown[] = []
  const link = connect(
    host,
    guest,
    () => {},
    (message) => heard.push(message),
  )
  const awaited = awaitHost(guest.own, host.own, [SHOP], new AbortController().signal)
  expect(host.posted).toEqual([{ data: READY, origin: SHOP, ports: [] }])
  host.deliver({ data: READY, origin: WALLET, source: guest.own })
  expect(guest.posted).toMatchObject([{ data: CONNECT, origin: WALLET }])
  guest.deliver({ data: CONNECT, origin: SHOP, source: host.own, ports: guest.posted[0]?.ports ?? [] })
  const { port, origin } = await awaited
  expect(origin).toBe(SHOP)
  const received = new Promise((resolve) => (port.onmessage = ({ data }) => resolve(data)))
  link.send({ kind: 'restart' })
  expect(await received).toEqual({ kind: 'restart' })
  port.postMessage({ kind: 'height', height: 10 })
  await expect.poll(() => heard).toEqual([{ kind: 'height', height: 10 }])
  port.close()
  link.close()
})

test.each(IMPOSTORS)('error: a host at %j is rejected', async (origin) => {
  const [host, guest] = [createWindow(), createWindow()]
  await expectNobody(host, guest, { data: CONNECT, origin, source: host.own })
})

test.each(IMPOSTORS.map((origin) => origin.replace('shop', 'wallet.shop')))(
  'error: a guest at %j gets no port',
  (origin) => {
    const [host, guest] = [createWindow(), createWindow()]
    connect(host, guest, () => expect.unreachable())
    host.deliver({ data: READY, origin, source: guest.own })
    expect(guest.posted).toEqual([])
  },
)

test.each([
  ['another window', { data: CONNECT, origin: SHOP, source: createWindow().own }],
  ['no window', { data: CONNECT, origin: SHOP, source: null }],
  ['no port', { data: CONNECT, origin: SHOP, source: 'host', ports: [] }],
  ['another version', { data: { ...CONNECT, version: 2 }, origin: SHOP, source: 'host' }],
  ['the guest’s own word', { data: READY, origin: SHOP, source: 'host' }],
  ['a text', { data: 'frame-connect', origin: SHOP, source: 'host' }],
  ['a list', { data: [CONNECT], origin: SHOP, source: 'host' }],
  ['nothing', { data: null, origin: SHOP, source: 'host' }],
])('error: a message of %s does not connect', async (_name, message) => {
  const [host, guest] = [createWindow(), createWindow()]
  const source = message.source === 'host' ? host.own : message.source
  await expectNobody(host, guest, { ...message, source })
})

test('error: a guest with the right origin in another window of the page gets no port', () => {
  const [host, guest, other] = [createWindow(), createWindow(), createWindow()]
  connect(host, guest, () => expect.unreachable())
  host.deliver({ data: READY, origin: WALLET, source: other.own })
  expect([guest.posted, other.posted]).toEqual([[], []])
})

test('behavior: the guest announces itself only to the origin around it if the browser reports that origin', async () => {
  const [host, guest] = [createWindow(), createWindow([SHOP])]
  const controller = new AbortController()
  const awaited = awaitHost(guest.own, host.own, ['https://other.example', SHOP], controller.signal)
  expect(host.posted.map(({ origin }) => origin)).toEqual([SHOP])
  controller.abort()
  await expect(awaited).rejects.toThrow()
})

test('behavior: a guest that reloads gets another port, and the old one is closed', () => {
  const [host, guest] = [createWindow(), createWindow()]
  let connections = 0
  const link = connect(host, guest, () => (connections += 1))
  host.deliver({ data: READY, origin: WALLET, source: guest.own })
  host.deliver({ data: READY, origin: WALLET, source: guest.own })
  expect([connections, guest.posted.length]).toEqual([2, 2])
  expect(guest.posted[0]?.ports[0]).not.toBe(guest.posted[1]?.ports[0])
  link.close()
})

test.each([
  ['https://shop.example', ['https://shop.example']],
  [' https://a.example\n https://b.example:8443 ', ['https://a.example', 'https://b.example:8443']],
  ['http://shop.localhost:4001', ['http://shop.localhost:4001']],
  ['', []],
])('param: parent-origins %j', (text, origins) => {
  expect(parseOrigins(text)).toEqual({ origins })
})

test.each([
  '*',
  'null',
  'shop.example',
  'https://*.shop.example',
  'https://shop.example/',
  'https://shop.example:443',
  'http://shop.example',
  'https://SHOP.example',
  'https://a@shop.example',
  'javascript:alert(1)',
  'https://shop.example,https://other.example',
])('error: parent-origins %j is rejected', (text) => {
  expect(parseOrigins(`https://good.example ${text}`)).toMatchObject({
    origins: [],
    problem: expect.any(String),
  })
})
