import { createServer, type IncomingMessage } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { listenLocally } from '#protocol/testing/listen-locally.ts'
import { createRemoteFetch } from './remote-fetch.ts'

let closeNext = false
let streamsLeft = 0

const server = createServer((incoming, outgoing) => {
  if (closeNext) {
    closeNext = false
    incoming.socket.destroy()
    return
  }
  void bodyOf(incoming).then((body) => {
    if (incoming.url === '/v1/baas/redirect') outgoing.writeHead(302, { location: 'http://127.0.0.1:1/' })
    else if (incoming.url === '/v1/org/events') {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      outgoing.write(': now\n\n')
      outgoing.once('close', () => (streamsLeft += 1))
      return
    } else if (incoming.url === '/v1/baas/none') outgoing.writeHead(204)
    else if (incoming.url === '/v1/baas/large') outgoing.writeHead(200).write(Buffer.alloc(9 * 1024 * 1024))
    else if (incoming.url === '/v1/org/events/refused')
      outgoing.writeHead(409, { 'content-type': 'text/event-stream' }).write(Buffer.alloc(9 * 1024 * 1024))
    else outgoing.writeHead(200, { 'content-type': 'application/json', link: ['<a>', '<b>'] })
    const { method, url, headers } = incoming
    outgoing.end(
      method === 'HEAD' || incoming.url === '/v1/baas/none'
        ? undefined
        : JSON.stringify({ method, url, headers, body }),
    )
  })
})
const origin = `http://127.0.0.1:${await listenLocally(server)}`
const remoteFetch = createRemoteFetch(`${origin}/v1/baas`)
afterAll(async () => {
  await remoteFetch.close()
  server.closeAllConnections()
  server.close()
})

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of incoming) body += String(chunk)
  return body
}

test('behavior: returns an event stream while it is open, and aborts it with its signal', async () => {
  const leaving = new AbortController()
  const headers = { accept: 'text/event-stream' }
  const request = new Request(`${origin}/v1/org/events`, { headers, signal: leaving.signal })
  const answer = await remoteFetch(request)
  const { value } = (await answer.body?.getReader().read()) ?? {}
  expect(new TextDecoder().decode(value)).toBe(': now\n\n')
  leaving.abort()
  await expect.poll(() => streamsLeft).toBe(1)
})

test('behavior: sends method, path, query, headers and body, and returns status, headers and body', async () => {
  const answer = await remoteFetch(
    new Request(`${origin}/v1/baas/wallets?limit=5`, {
      method: 'POST',
      headers: { 'x-api-key': 'k', 'content-type': 'application/json' },
      body: '{"a":1}',
    }),
  )
  expect(answer.status).toBe(200)
  expect(answer.headers.get('link')).toBe('<a>, <b>')
  expect(await answer.json()).toMatchObject({
    method: 'POST',
    url: '/v1/baas/wallets?limit=5',
    body: '{"a":1}',
    headers: { 'x-api-key': 'k', 'content-type': 'application/json', 'content-length': '7' },
  })
})

test('behavior: returns a response without a body', async () => {
  expect((await remoteFetch(new Request(`${origin}/v1/baas/none`))).status).toBe(204)
})

test('behavior: does not follow redirects', async () => {
  expect((await remoteFetch(new Request(`${origin}/v1/baas/redirect`))).status).toBe(302)
})

test('behavior: repeats a read on a closed reused connection, but not a write', async () => {
  closeNext = true
  expect((await remoteFetch(new Request(`${origin}/v1/baas/config`))).status).toBe(200)
  closeNext = true
  await expect(
    remoteFetch(new Request(`${origin}/v1/baas/x`, { method: 'POST', body: '{}' })),
  ).rejects.toThrow()
  expect(closeNext).toBe(false)
})

test('error: refuses requests to another host', async () => {
  await expect(remoteFetch(new Request('http://127.0.0.1:1/v1/baas/config'))).rejects.toThrow(
    'not the upstream',
  )
})

test('error: aborts a response that never ends', async () => {
  await expect(remoteFetch(new Request(`${origin}/v1/baas/large`))).rejects.toThrow('more than')
})

test('error: aborts a refused event stream that never ends', async () => {
  const headers = { accept: 'text/event-stream' }
  await expect(remoteFetch(new Request(`${origin}/v1/org/events/refused`, { headers }))).rejects.toThrow(
    'more than',
  )
})

test('error: rejects if no server listens', async () => {
  const nobody = createRemoteFetch('http://127.0.0.1:1/v1/baas')
  await expect(nobody(new Request('http://127.0.0.1:1/v1/baas/config'))).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  })
  await nobody.close()
})
