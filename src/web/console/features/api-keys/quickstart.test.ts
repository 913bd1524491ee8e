// @vitest-environment node
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { quickstarts } from './quickstart.tsx'

const SECRET = 'pk_live_abc123_0123456789abcdefABCDEF0123456789_a1B2c3'
const run = promisify(execFile)

/** Starts a service that responds with the key that it received. */
async function startService(): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ statusCode: 200, content: ['hello', request.headers['x-api-key']] }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1/baas/wallets`
}

test.each([
  ['curl', 'quickstart.sh', (path: string) => ['sh', path]],
  ['node', 'quickstart.mjs', (path: string) => [process.execPath, path]],
  ['python', 'quickstart.py', (path: string) => ['python3', path]],
] as const)(
  'behavior: the copied first request in %s works, with the secret in the environment or in the code',
  async (language, file, command) => {
    // Skips a language that is not installed. Node always is.
    if (spawnSync(language === 'python' ? 'python3' : language, ['--version']).error !== undefined) return
    const url = await startService()
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-quickstart-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, file)
    for (const [secret, env] of [
      [undefined, { ...process.env, LATCHKEY_API_KEY: SECRET }],
      [SECRET, process.env],
    ] as const) {
      const code = quickstarts({ url, secret })[language]
      expect(code.includes(SECRET)).toBe(secret !== undefined)
      await writeFile(path, code)
      const [program = '', ...rest] = command(path)
      expect((await run(program, rest, { env })).stdout).toMatch(new RegExp(`hello.*${SECRET}`))
    }
  },
)
