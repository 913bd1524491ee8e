// @vitest-environment node
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { signatureSnippets } from './signature-card.tsx'

const SECRET = `whsec_${Buffer.from('a key of the endpoint, 32 bytes.').toString('base64')}`
const OTHER = `whsec_${Buffer.from('a key of another one, 32 bytes..').toString('base64')}`
const BODY = JSON.stringify({
  type: 'wallet.created',
  timestamp: '2026-11-21T10:00:00.000Z',
  data: { name: 'ü' },
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Starts a receiver as its first line says, on its own port. */
async function start(file: string, code: string, command: (path: string, port: number) => string[]) {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-snippet-'))
  const path = join(folder, file)
  await writeFile(path, code.replaceAll('3000', String(port)))
  const [program = '', ...rest] = command(path, port)
  const running = spawn(program, rest, {
    env: { ...process.env, LATCHKEY_WEBHOOK_SECRET: SECRET },
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    running.kill()
    await rm(folder, { recursive: true })
  })
  const post = async (pathname: string, headers: Record<string, string> = {}, body = BODY) =>
    (await fetch(`http://localhost:${port}${pathname}`, { method: 'POST', headers, body })).status
  await expect.poll(() => post('/elsewhere').catch(() => 0)).toBe(404)
  return post
}

function signed(secrets: readonly string[], ageSeconds = 0): Record<string, string> {
  const at = new Date(Date.now() - ageSeconds * 1_000)
  const id = 'evt_1'
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, BODY)).join(' '),
  }
}

test.each([
  ['node', 'receiver.mjs', (path: string) => [process.execPath, path]],
  ['python', 'receiver.py', (path: string) => ['python3', path]],
  ['php', 'receiver.php', (path: string, port: number) => ['php', '-S', `localhost:${port}`, path]],
] as const)(
  'behavior: the receiver in %s accepts only requests signed with the endpoint’s secret',
  async (language, file, command) => {
    const [program = ''] = command('', 0)
    // Skips a language that is not installed. Node always is.
    if (spawnSync(program, ['--version']).error !== undefined) return
    const code = signatureSnippets("https://shop.example/it's/hooks?shop=1")[language]
    const post = await start(file, code, command)
    const path = "/it's/hooks?shop=1"
    expect(await post(path, signed([SECRET]))).toBe(204)
    expect(await post(path, signed([OTHER, SECRET]))).toBe(204)
    expect(await post(path, signed([OTHER]))).toBe(401)
    expect(await post(path, signed([SECRET]), BODY.replace('ü', 'u'))).toBe(401)
    expect(await post(path, signed([SECRET], 301))).toBe(401)
    expect(await post(path, { ...signed([SECRET]), 'webhook-timestamp': 'now' })).toBe(401)
    expect(await post(path, { ...signed([SECRET]), 'webhook-signature': 'v1,ü' })).toBe(401)
    expect(await post(path)).toBe(401)
    expect(await post('/other', signed([SECRET]))).toBe(404)
  },
)
