import { createServer, type ServerResponse } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { ERRORS } from '#protocol/errors.ts'
import { listenLocally } from '#protocol/testing/listen-locally.ts'
import { listenUntil } from './listen.ts'

const SENTENCE = ERRORS.EVENT_CURSOR_AHEAD.message('7', '5')
/** `asked` has the `last-event-id` of each request. `serve` has the responses to the next requests. */
const asked: (string | undefined)[] = []
let serve: ((response: ServerResponse) => void)[] = []

const service = createServer((request, response) => {
  const lastEventId = request.headers['last-event-id']
  asked.push(typeof lastEventId === 'string' ? lastEventId : undefined)
  const next = serve.shift()
  if (next === undefined) response.writeHead(503).end()
  else next(response)
})
const port = await listenLocally(service)
afterAll(() => {
  service.closeAllConnections()
  service.close()
})

const stream = (response: ServerResponse, lastEventId: string) =>
  response.writeHead(200, { 'content-type': 'text/event-stream', 'last-event-id': lastEventId })
const refuse = (response: ServerResponse) => {
  const content = { message: SENTENCE, code: 'EVENT_CURSOR_AHEAD' }
  response
    .writeHead(409, { 'content-type': 'application/json' })
    .end(JSON.stringify({ statusCode: 409, content }))
}

const leaving = new AbortController()
const notes: string[] = []
const terminal = {
  environment: { PORT: String(port), LATCHKEY_API_KEY: `pk_live_${'A'.repeat(32)}` },
  print: () => undefined,
  note: (text: string) => void notes.push(text),
  fail: () => undefined,
}
const start = (...args: string[]) =>
  listenUntil(['--forward-to', 'http://localhost:9/hooks', ...args], terminal, leaving.signal)

test('error: --after with a sequence that was never assigned → ends with the service’s explanation', async () => {
  serve = [refuse]
  await expect(start('--after', '7')).rejects.toThrow(`${SENTENCE}\nWithout --after, the command starts`)
  expect(asked.splice(0)).toEqual(['7'])
})

test('behavior: the service was restored meanwhile → says so and goes on with new events', async () => {
  serve = [
    (response) => void stream(response, '7').end(),
    refuse,
    (response) => void stream(response, '5').write(': open\n\n'),
  ]
  const listening = start()
  await expect.poll(() => asked).toEqual([undefined, '7', undefined])
  await expect.poll(() => notes).toContain('Connected again.')
  expect(notes).toContainEqual(
    `${SENTENCE}\nThe command continues with new events. Events in between were not forwarded.`,
  )
  leaving.abort()
  await listening
})
