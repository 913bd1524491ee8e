import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { UsageError } from '#cli/command.ts'
import { callAny } from '#cli/testing/client.ts'
import { runCommand } from '#cli/testing/run-command.ts'
import { startServer, type ServerProcess } from '#cli/testing/server-process.ts'
import { listenLocally } from '#protocol/testing/listen-locally.ts'
import { freePort } from '#service/chain/anvil-process.ts'
import { makeDataFolder } from '#service/testing/test-database.ts'
import { listen, listenUntil } from './listen.ts'

type Received = { headers: Record<string, string>; body: string }

let server: ServerProcess
let status = 200
const received: Received[] = []

const folder = await makeDataFolder('listen')
const environment = {
  PORT: String(await freePort()),
  DEMO_PORT: String(await freePort()),
  DATA_DIR: folder,
}
server = await startServer(environment)
const sandbox = await readFile(join(folder, 'sandbox.json'), 'utf8')
const apiKey = z.object({ apiKey: z.string() }).parse(JSON.parse(sandbox)).apiKey
const handler = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    received.push({ headers, body })
    response.writeHead(status).end()
  })
})
const port = await listenLocally(handler)
const target = `http://hooks.localhost:${port}/in`
afterAll(async () => {
  handler.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the command in this process until it receives the signal. */
function start(...args: string[]) {
  const leaving = new AbortController()
  const [lines, notes]: [string[], string[]] = [[], []]
  const terminal = {
    environment,
    print: (text: string) => void lines.push(text),
    note: (text: string) => void notes.push(text),
    fail: () => undefined,
  }
  const running = listenUntil(['--forward-to', target, ...args], terminal, leaving.signal)
  const stop = () => {
    leaving.abort()
    return running
  }
  return { lines, notes, stop, secret: () => /whsec_\S+/.exec(notes.join('\n'))?.[0] ?? '' }
}

async function sampler() {
  const body = { url: 'http://localhost:9/none' }
  const made = await callAny(() => [server], apiKey, { method: 'POST', path: '/org/webhooks', body })
  const { id } = z.object({ id: z.string() }).parse(made.content)
  return async () => {
    const path = `/org/webhooks/${id}/test`
    const sent = await callAny(() => [server], apiKey, { method: 'POST', path })
    return z.object({ eventId: z.string() }).parse(sent.content).eventId
  }
}

const idsReceived = () => received.map(({ headers }) => headers['webhook-id'])

test('behavior: each event arrives signed, and a server restart neither drops nor repeats one', async () => {
  const listening = start()
  await expect.poll(listening.secret, { timeout: 120_000 }).toMatch(/^whsec_/)
  const send = await sampler()
  const sent = [await send(), await send()]
  await expect.poll(idsReceived, { timeout: 120_000 }).toEqual(sent)
  const [first] = received
  expect(new Webhook(listening.secret()).verify(first?.body ?? '', first?.headers ?? {})).toMatchObject({
    type: 'webhook.test',
  })
  status = 500
  await server.stop()
  server = await startServer(environment)
  sent.push(await send())
  await expect.poll(idsReceived, { timeout: 120_000 }).toEqual(sent)
  await expect.poll(() => listening.lines.length).toBe(3)
  await listening.stop()
  expect(listening.lines[0]).toMatch(/ #\d+ {2}webhook\.test {11}evt_\S+ {2}200 in \d+ ms$/)
  expect(listening.lines[2]).toMatch(/ {2}500 in \d+ ms$/)
  expect(listening.notes.join('\n')).toContain('no event was missed')
  expect([...listening.lines, ...listening.notes].join('\n')).not.toContain(apiKey)

  const place = /#(\d+)/.exec(listening.lines[0] ?? '')?.[1] ?? ''
  const again = start('--after', place, '--types', 'webhook.test')
  await expect.poll(idsReceived, { timeout: 120_000 }).toEqual([...sent, ...sent.slice(1)])
  await again.stop()
})

test('error: reports a handler that is not reachable and keeps listening', async () => {
  const listening = start('--forward-to', `http://localhost:${await freePort()}/`)
  await expect.poll(listening.secret, { timeout: 120_000 }).toMatch(/^whsec_/)
  const send = await sampler()
  await send()
  await expect
    .poll(() => listening.lines.join(), { timeout: 120_000 })
    .toContain('nothing is listening there')
  await listening.stop()
})

test('error: exits with the service’s message if the service rejects the key', async () => {
  const file = join(folder, 'key')
  await writeFile(file, `pk_live_${'A'.repeat(32)}\n`)
  const args = ['--forward-to', target, '--key-file', file]
  await expect(runCommand(listen, args, environment)).rejects.toThrow(/Invalid API key/)
})

test.each([
  [[], '--forward-to is missing.'],
  [['--forward-to', 'localhost:4000'], '--forward-to must be a URL such as http://localhost:4000/hooks.'],
  [['--forward-to', 'http://u:p@localhost/'], '--forward-to must not contain a user name or a password.'],
  [['--forward-to', 'http://localhost/', '--after', 'x1'], '--after must be a whole number.'],
])('error: rejects %j before anything is opened', async (args, sentence) => {
  await expect(runCommand(listen, args, { DATA_DIR: '/nonexistent' })).rejects.toThrow(
    new UsageError(sentence),
  )
})

test('error: exits with an error if the key is missing or the server is unreachable', async () => {
  const args = ['--forward-to', 'http://localhost/hooks']
  await expect(runCommand(listen, args, { DATA_DIR: '/nonexistent' })).rejects.toThrow(/no API key/)
  const nowhere = { LATCHKEY_API_KEY: `pk_live_${'A'.repeat(32)}`, PORT: String(await freePort()) }
  await expect(runCommand(listen, args, nowhere)).rejects.toThrow('Is the server running?')
})
