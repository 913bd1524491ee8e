import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  isPublicAddress,
  targetUrlProblem,
  safeFetch,
  TargetError,
  type SafeFetchOptions,
} from './safe-fetch.ts'

/** Every known way to name a host that is not on the public internet. */
const INSIDE = [
  '127.0.0.1',
  '127.1',
  '127.255.255.254',
  '0x7f.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '0.0.0.0',
  '0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.255.255',
  '169.254.169.254',
  '169.254.0.1',
  '0xa9fea9fe',
  '2852039166',
  '100.64.0.1',
  '100.127.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:7f00:1::1]',
  '[2001:db8::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[3fff::1]',
  '[100::1]',
  '[5f00::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'shop.localhost',
]
const REFUSED_URLS = [
  'http://shop.example/',
  'ftp://shop.example/',
  'file:///etc/passwd',
  'gopher://shop.example/',
  'https://user@shop.example/',
  'https://user:password@shop.example/',
  'https://shop.example@127.0.0.1/',
  'https://127.0.0.1#@shop.example/',
  'https://shop.example:22/',
  'https://shop.example:80/',
  'https://shop.example:6379/',
  'https://shop.example/#fragment',
  'https://',
  'shop.example',
  '',
]
const PUBLIC = ['93.184.216.34', '1.1.1.1', '8.8.8.8', '2606:4700:4700::1111', '2a00:1450:4001:800::200e']

const OUTSIDE: SafeFetchOptions = { sandbox: false, timeoutMs: 60_000 }
const SANDBOX: SafeFetchOptions = { sandbox: true, timeoutMs: 60_000 }

const servers: { close: () => unknown }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A listener on the loopback that counts connections. */
async function startListener(): Promise<{ port: number; connections: () => number }> {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return { port: portOf(server), connections: () => connections }
}

async function startReceiver(answer: RequestListener): Promise<string> {
  const server = createHttpServer(answer).listen(0, '127.0.0.1')
  servers.push({ close: () => server.closeAllConnections() }, server)
  await once(server, 'listening')
  return `http://localhost:${portOf(server)}/`
}

function portOf(server: Pick<Server, 'address'>): number {
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function problemOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (!(error instanceof TargetError)) throw new Error(`not refused as a target: ${String(error)}`)
  return error.problem
}

describe('outside the sandbox', () => {
  test.each(INSIDE)(
    'error: refuses https://%s/ when it is registered and when it is called',
    async (host) => {
      expect(targetUrlProblem(`https://${host}/hook`, OUTSIDE)).toBe('must be at a public address')
      expect(await problemOf(safeFetch(`https://${host}/hook`, OUTSIDE))).toBe('url')
    },
  )

  test.each(INSIDE)('error: refuses a name whose address is %s, even next to a public one', async (host) => {
    const literal = URL.canParse(`https://${host}/`) ? new URL(`https://${host}/`).hostname : host
    const address = literal.replace(/^\[|\]$/g, '')
    const resolve = async () => ['93.184.216.34', address]
    expect(await problemOf(safeFetch('https://shop.example/', { ...OUTSIDE, resolve }))).toBe('address')
  })

  test.each(REFUSED_URLS)('error: refuses %j', async (url) => {
    expect(targetUrlProblem(url, OUTSIDE)).toBeDefined()
    expect(await problemOf(safeFetch(url, OUTSIDE))).toBe('url')
  })

  test.each(PUBLIC)('behavior: %s is public', (address) => expect(isPublicAddress(address)).toBe(true))

  test('behavior: opens no connection if a name turns out to be internal', async () => {
    const listener = await startListener()
    const resolve = async () => ['127.0.0.1']
    for (const port of ['', ':8443', `:${listener.port}`]) {
      await problemOf(safeFetch(`https://rebinding.example${port}/`, { ...OUTSIDE, resolve }))
    }
    expect(listener.connections()).toBe(0)
  })

  test('error: reports a name without an address, and one whose server does not respond', async () => {
    const nowhere = { ...OUTSIDE, resolve: async () => [] }
    expect(await problemOf(safeFetch('https://nowhere.example/', nowhere))).toBe('name')
    const silent = { ...OUTSIDE, timeoutMs: 50, resolve: () => new Promise<string[]>(() => undefined) }
    expect(await problemOf(safeFetch('https://silent.example/', silent))).toBe('timeout')
  })
})

describe('in the sandbox', () => {
  test.each(['10.0.0.1', '169.254.169.254', '[fd00::1]', '0.0.0.0'])(
    'error: refuses %s in the sandbox too',
    async (host) => expect(await problemOf(safeFetch(`http://${host}/`, SANDBOX))).toBe('url'),
  )

  test('behavior: calls the loopback by its names, with method, headers and body', async () => {
    const seen: string[] = []
    const url = await startReceiver((incoming, outgoing) => {
      incoming.on('data', (chunk: Buffer) => seen.push(chunk.toString()))
      incoming.on('end', () => {
        seen.push(`${incoming.method} ${String(incoming.headers['x-mark'])} ${incoming.headers.host}`)
        outgoing.writeHead(201, { 'x-answer': 'yes' }).end('thanks')
      })
    })
    const shop = url.replace('localhost', 'shop.localhost')
    const call = { method: 'POST', headers: { 'x-mark': 'm' }, body: 'hello' } as const
    const answer = await safeFetch(shop, { ...SANDBOX, ...call })
    expect(answer.status).toBe(201)
    expect(answer.headers['x-answer']).toBe('yes')
    expect(answer.body.toString()).toBe('thanks')
    expect(seen).toEqual(['hello', `POST m ${new URL(shop).host}`])
  })

  test('behavior: queries a resolver that changes its result once per call, and connects to the first result', async () => {
    const seen: (string | undefined)[] = []
    const url = await startReceiver((incoming, outgoing) => {
      seen.push(incoming.headers.host)
      outgoing.end()
    })
    // No resolver knows this name, so the receiver is reached only if the checked address is used.
    const target = url.replace('localhost', 'rebinding.example')
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1'], ['169.254.169.254', '127.0.0.1']]
    const resolve = vi.fn(async () => answers[resolve.mock.calls.length - 1] ?? [])
    const options = { ...SANDBOX, resolve }
    expect((await safeFetch(target, options)).status).toBe(200)
    expect(await problemOf(safeFetch(target, options))).toBe('address')
    expect((await safeFetch(target, options)).status).toBe(200)
    expect(await problemOf(safeFetch(target, options))).toBe('address')
    expect(resolve).toHaveBeenCalledTimes(4)
    expect(seen).toEqual([new URL(target).host, new URL(target).host])
  })

  test('behavior: an address that is slow to respond is not abandoned for another one that refuses', async () => {
    // `localhost` is 127.0.0.1, where the server listens, and ::1, where nothing listens.
    const url = await startReceiver((_request, response) => response.end('here'))
    const answering = safeFetch(url, SANDBOX)
    // Lets the call run until its connection begins. After that, this process is busy with other work.
    for (let step = 0; step < 50; step += 1) await new Promise<void>((resolve) => process.nextTick(resolve))
    for (const until = performance.now() + 600; performance.now() < until;);
    expect((await answering).body.toString()).toBe('here')
  })

  test('behavior: returns a redirect and does not follow it', async () => {
    const listener = await startListener()
    const url = await startReceiver((_incoming, outgoing) =>
      outgoing.writeHead(307, { location: `http://127.0.0.1:${listener.port}/` }).end(),
    )
    expect((await safeFetch(url, SANDBOX)).status).toBe(307)
    expect(listener.connections()).toBe(0)
  })

  test('behavior: reads 64 kB of an endless response', async () => {
    const url = await startReceiver((_incoming, outgoing) => {
      const write = () => {
        while (!outgoing.destroyed && outgoing.write(Buffer.alloc(16_384, 'x')));
        if (!outgoing.destroyed) outgoing.once('drain', write)
      }
      write()
    })
    expect((await safeFetch(url, SANDBOX)).body.byteLength).toBe(65_536)
  })

  test('error: silence, a slow drip and a closed port each have their own word', async () => {
    const silent = await startReceiver(() => undefined)
    expect(await problemOf(safeFetch(silent, { ...SANDBOX, timeoutMs: 100 }))).toBe('timeout')
    const drip = await startReceiver((_incoming, outgoing) => {
      const timer = setInterval(() => outgoing.write('.'), 10)
      outgoing.on('close', () => clearInterval(timer))
    })
    expect(await problemOf(safeFetch(drip, { ...SANDBOX, timeoutMs: 150 }))).toBe('timeout')
    const listener = await startListener()
    expect(await problemOf(safeFetch(`http://127.0.0.1:${listener.port}/`, SANDBOX))).toBe('connection')
  })

  test('error: refuses a secure connection to a port that speaks plain http', async () => {
    const url = await startReceiver((_incoming, outgoing) => outgoing.end())
    expect(await problemOf(safeFetch(url.replace('http:', 'https:'), SANDBOX))).toMatch(/tls|connection/)
  })
})
