import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '#service/chain/anvil-process.ts'
import { send, type Sent } from './testing/proxy-requests.ts'
import { startProxy, type Proxy } from './testing/start-proxy.ts'

/*
 * `npm run test:full -- deploy`: the shipped configurations in front of two upstreams. The first is ready but
 * closes each connection after it has read the request, like a process that crashes or closes its listener.
 */
const BODY = JSON.stringify({ digest: '0x01' })
/** Response time in milliseconds. Pending requests make proxies prefer the other upstream. */
const RESPONSE_MS = 50
/** Number of requests after which both upstreams in round robin have received some. */
const ATTEMPTS = 12

let folder: string
const proxies = new Map<string, Proxy>()
const upstreams: Server[] = []
/** Number of requests that each upstream has read. */
const read = { broken: 0, working: 0 }
beforeEach(() => Object.assign(read, { broken: 0, working: 0 }))

/** Whether both upstreams close a connection at its second request, like a process that closes idle connections. */
let closesReused = false
const used = new WeakSet<Socket>()

async function startUpstream(name: keyof typeof read): Promise<number> {
  const port = await freePort()
  const server = createServer((incoming, outgoing) => {
    let body = ''
    incoming.on('data', (chunk) => (body += String(chunk)))
    incoming.on('end', () => {
      if (incoming.url === '/readyz') return outgoing.end()
      read[name] += 1
      const { socket } = incoming
      if (closesReused ? used.has(socket) : name === 'broken') socket.destroy()
      else setTimeout(() => outgoing.end(body), RESPONSE_MS)
      used.add(socket)
    })
  })
  // The keep-alive timeout of a Latchkey process. Node's default of 5 seconds would close connections that the proxies
  // still use.
  server.keepAliveTimeout = 75_000
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  upstreams.push(server)
  return port
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-repeats-'))
  await chmod(folder, 0o755)
  const ports = [await startUpstream('broken'), await startUpstream('working')] as const
  for (const name of ['nginx', 'haproxy', 'caddy'] as const)
    proxies.set(name, await startProxy(name, ports, folder))
})
afterAll(async () => {
  for (const proxy of proxies.values()) await proxy.stop()
  for (const server of upstreams) server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the bodies of the successful responses and the number of all others. */
async function attempt(name: string, sent: Sent) {
  const port = proxies.get(name)?.port ?? 0
  const texts: string[] = []
  let failed = 0
  for (let index = 0; index < ATTEMPTS; index += 1) {
    // HAProxy closes the caller's connection too.
    const received = await send(port, sent).catch(() => undefined)
    if (received?.status === 200) texts.push(received.text)
    else failed += 1
  }
  return { texts, failed }
}

const POSTS_ONCE = ['/v1/org/keys', '/v1/baas/wallets/request-email-verification', '/api/sign-in/finish']
const POST = { method: 'POST', body: BODY } as const
const REPEATED: Sent[] = [
  { path: '/v1/baas/wallets' },
  { ...POST, path: '/v1/baas/wallets' },
  { ...POST, path: '/v1/baas/transactions/execute' },
  { ...POST, path: '/api/widget/transactions/execute' },
  { ...POST, path: '/v1/baas/tokens/erc20/transfer' },
  { ...POST, path: '/v1/org/keys', headers: { 'idempotency-key': 'one-order' } },
]

describe.each(['nginx', 'haproxy'])('%s', (name) => {
  test('behavior: repeatable requests succeed although one process closes every connection', async () => {
    for (const sent of REPEATED) {
      const { texts } = await attempt(name, sent)
      expect([sent, ...texts]).toEqual([sent, ...Array.from({ length: ATTEMPTS }, () => sent.body ?? '')])
    }
    expect(read.broken).toBeGreaterThan(0)
  })
})

describe('idle connections that a process closes', () => {
  beforeEach(() => void (closesReused = true))
  afterEach(() => void (closesReused = false))

  test.each(['nginx', 'haproxy', 'caddy'])('behavior: %s sends no POST over them', async (name) => {
    // These requests leave idle connections to the upstreams. The proxy could reuse them for the POSTs below.
    for (let index = 0; index < ATTEMPTS; index += 1)
      await send(proxies.get(name)?.port ?? 0, { path: '/v1/baas/wallets' }).catch(() => undefined)
    const { failed } = await attempt(name, { ...POST, path: '/v1/org/keys' })
    expect(failed).toBe(0)
  })
})

describe.each(['nginx', 'haproxy', 'caddy'])('%s', (name) => {
  test.each(POSTS_ONCE)('error: POST %s never reaches two processes', async (path) => {
    const { texts, failed } = await attempt(name, { ...POST, path })
    expect(read).toEqual({ broken: failed, working: texts.length })
    expect(failed).toBeGreaterThan(0)
  })
})

test('behavior: no request fails right after one process stops listening', async () => {
  const [broken] = upstreams
  broken?.close()
  broken?.closeAllConnections()
  // Most requests are sent before any proxy has run its next health check.
  const sent = [...proxies].flatMap(([name, { port }]) =>
    Array.from({ length: 60 }, async (_, index) => {
      const isRead = index % 2 === 0 || (name === 'caddy' && losesBodies())
      const { status } = await send(port, isRead ? { path: '/' } : { ...POST, path: '/v1/org/keys' })
      return `${name} ${status}`
    }),
  )
  const outcomes = new Set(await Promise.all(sent))
  expect([...outcomes].toSorted()).toEqual(['caddy 200', 'haproxy 200', 'nginx 200'])
})

/**
 * Whether this Caddy is older than 2.11.2. It closes the body of a request when a process refuses the connection, and
 * then cannot send it to the other process (caddyserver/caddy#7546).
 */
function losesBodies(): boolean {
  const version = execFileSync('caddy', ['version'], { encoding: 'utf8' }).trim().replace(/^v/, '')
  return version.localeCompare('2.11.2', 'en', { numeric: true }) < 0
}
