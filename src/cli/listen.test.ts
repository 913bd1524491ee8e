import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '#service/chain/anvil-process.ts'
import { listen } from './listen.ts'

const HOST = '127.0.0.1'
const port = await freePort()
const fetch = async ({ url }: Request) => {
  if (url.endsWith('/broken')) throw new Error('internal detail')
  return new Response('fine')
}
const limits = { headersMs: 300, requestMs: 300, lookMs: 50, connectionsMax: 3 }
const listener = await listen(fetch, { host: HOST, port, clientIp: (_, address) => address, limits })
afterAll(() => listener.close())

function open(sent: string, to = port): { socket: Socket; all: Promise<string> } {
  const socket = connect(to, HOST)
  let received = ''
  socket.on('data', (bytes) => void (received += bytes.toString()))
  socket.on('error', () => undefined)
  const all = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
  socket.write(sent)
  return { socket, all }
}

const CLOSE = 'Connection: close\r\n\r\n'

test.each([
  ['a host that is none', `GET / HTTP/1.1\r\nHost: a b\r\n${CLOSE}`, 400],
  ['no host', `GET / HTTP/1.1\r\n${CLOSE}`, 400],
  ['a backslash in the path', `GET /a\\b HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`, 400],
  ['what is no HTTP', 'hello\r\n\r\n', 400],
  [
    'headers that are too large',
    `GET / HTTP/1.1\r\nHost: localhost\r\nA: ${'a'.repeat(20_000)}\r\n${CLOSE}`,
    431,
  ],
  ['a request that never ends', 'GET / HTTP/1.1\r\nHost: loc', 408],
  ['what breaks inside', `GET /broken HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`, 500],
])('error: %s gets an error in the envelope, with an id', async (_, sent, status) => {
  const answer = await open(sent).all
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im)
  expect(answer).not.toContain('internal detail')
  const body = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)
  expect(JSON.parse(body)).toMatchObject({
    statusCode: status,
    content: { message: expect.stringMatching(/\w/) },
  })
})

test('error: cuts off connections beyond the limit, and accepts new ones after half-open ones have ended', async () => {
  const half = [1, 2, 3].map(() => open('GET / HTTP/1.1\r\n'))
  await Promise.all(half.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))))
  const request = `GET / HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`
  await expect.poll(() => open(request).all).toBe('')
  await Promise.all(half.map(({ all }) => all))
  await expect.poll(() => open(request).all).toContain('fine')
})

test('error: names the setting of a port in use, and the other server keeps running', async () => {
  const again = listen(fetch, { host: HOST, port, clientIp: (_, address) => address })
  await expect(again).rejects.toThrow(
    `Port ${port} is in use: stop the program that uses it, or choose another with PORT.`,
  )
  await expect.poll(() => open(`GET / HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`).all).toContain('fine')
})

test('behavior: an idle connection stays open for longer than a balancer’s 60 seconds unless a setting says otherwise', async () => {
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const read = async (keepAliveSeconds?: number) => {
    const own = await freePort()
    const options = { host: HOST, port: own, clientIp: () => undefined, limits }
    const idle = await listen(
      fetch,
      keepAliveSeconds === undefined ? options : { ...options, keepAliveSeconds },
    )
    const { socket, all } = open(request, own)
    const [first] = await once(socket, 'data')
    await idle.close()
    await all
    return String(first)
  }
  expect(await read()).toMatch(/^keep-alive: timeout=75\r$/im)
  expect(await read(620)).toMatch(/^keep-alive: timeout=620\r$/im)
})

test('behavior: a process that is shutting down still responds, and closes the connection with each response', async () => {
  const own = await freePort()
  let isEnding = false
  const options = { host: HOST, port: own, clientIp: () => undefined, limits, isEnding: () => isEnding }
  const ending = await listen(fetch, options)
  const { socket, all } = open('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', own)
  await once(socket, 'data')
  isEnding = true
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [first = '', second = ''] = (await all).split(/(?<=fine)(?=HTTP)/)
  expect(first).toMatch(/^connection: keep-alive\r$/im)
  expect(second).toMatch(/^connection: close\r$/im)
  expect(second).toContain('fine')
  await ending.close()
})

test('behavior: requests on connections that are established when the process closes still get a response', async () => {
  const own = await freePort()
  const all = { ...limits, connectionsMax: 100 }
  const closing = await listen(fetch, { host: HOST, port: own, clientIp: () => undefined, limits: all })
  let closed: Promise<void> | undefined
  const answers = Array.from({ length: 80 }, () => {
    const { socket, all: answer } = open(`GET / HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`, own)
    socket.once('connect', () => {
      closed ??= closing.close()
    })
    return answer
  })
  for (const answer of await Promise.all(answers)) expect(answer).toContain('fine')
  await closed
})

test('behavior: requests that arrive while the process closes its listener are handled once it is closed', async () => {
  const own = await freePort()
  const isRefused = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(own, HOST)
      socket.once('connect', () => resolve(false)).once('error', () => resolve(true))
    })
  const options = {
    host: HOST,
    port: own,
    clientIp: () => undefined,
    limits: { ...limits, connectionsMax: 100 },
  }
  const closing = await listen(async () => new Response(String(await isRefused())), options)
  const { socket, all } = open(`GET / HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`, own)
  await once(socket, 'connect')
  await closing.close()
  expect(await all).toMatch(/true$/)
})
