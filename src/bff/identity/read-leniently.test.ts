import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { listenLocally } from '#protocol/testing/listen-locally.ts'
import { readLeniently } from './read-leniently.ts'

const LARGE = 2 * 1024 * 1024
let response: { status: number; body: string } = { status: 200, body: '' }
const server = createServer((_request, outgoing) => {
  outgoing.writeHead(response.status)
  outgoing.end(response.status === 204 ? undefined : response.body)
})
const port = await listenLocally(server)
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function read(status: number, body: string): Promise<Response> {
  response = { status, body }
  const options = { method: 'GET', headers: {}, redirect: 'manual', body: undefined } as const
  return readLeniently(`http://127.0.0.1:${port}/`, options)
}

test.each([
  ['members of null and empty text', 201, '{"a":1,"b":null,"c":""}', 200, '{"a":1}'],
  ['a byte order mark', 200, '\uFEFF{"a":1}', 200, '{"a":1}'],
  ['no JSON', 500, '<html>', 500, '<html>'],
  ['no body', 204, '', 204, ''],
])('behavior: reads a response with %s', async (_name, status, body, readStatus, readBody) => {
  const answer = await read(status, body)
  expect([answer.status, await answer.text()]).toEqual([readStatus, readBody])
})

test('error: ends a response of more than a mebibyte', async () => {
  await expect(read(200, JSON.stringify({ keys: 'x'.repeat(LARGE) }))).rejects.toThrow(
    'more than 1048576 bytes',
  )
})
