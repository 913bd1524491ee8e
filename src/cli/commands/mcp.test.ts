import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, expect, test } from 'vitest'
import { CommandError, UsageError } from '#cli/command.ts'
import { withTools } from '#cli/testing/mcp-client.ts'
import { runCommand } from '#cli/testing/run-command.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { freePort } from '#service/chain/anvil-process.ts'
import { programArguments } from '#service/testing/built-program.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { makeDataFolder } from '#service/testing/test-database.ts'
import { mcp } from './mcp.ts'

const world = await forFile(serviceWorld.api())
const port = await freePort()
const listener = getRequestListener((request) => world.fetch(request))
const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
afterAll(() => void server.close())
const url = `http://127.0.0.1:${port}`
const WRONG_KEY = `pk_live_${'A'.repeat(32)}`

test('behavior: a client starts the command, calls a tool, and the command ends with it', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: await programArguments('src/cli/index.ts', 'mcp'),
    env: { PATH: process.env['PATH'] ?? '', LATCHKEY_URL: url, LATCHKEY_API_KEY: world.demo.key },
    stderr: 'pipe',
  })
  let notes = ''
  transport.stderr?.on('data', (chunk: unknown) => void (notes += String(chunk)))
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(transport)
  const ended = new Promise<void>((resolve) => void (client.onclose = resolve))
  const agent = withTools(client)
  expect((await agent.call('getOrganization')).content.name).toBe('Demo')
  expect((await agent.call('issueApiKey', { label: 'New', scopes: ['org:manage'] })).isTool).toBe(false)
  const note = `Serving the API of ${url} to an agent over standard input and output.\n`
  await expect.poll(() => notes).toBe(note)
  await client.close()
  await ended
  expect([...agent.seen, notes].join('\n')).not.toContain(world.demo.key)
})

test('error: exits with the service’s message if the service rejects the key', async () => {
  const file = join(await makeDataFolder('mcp'), 'key')
  await writeFile(file, `${WRONG_KEY}\n`)
  const running = runCommand(mcp, ['--key-file', file], { LATCHKEY_URL: url })
  await expect(running).rejects.toThrow(new CommandError(`${url}: Invalid API key`))
})

test('error: exits with an error if the server is unreachable or the settings are invalid', async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`
  const environment = { LATCHKEY_API_KEY: WRONG_KEY, DATA_DIR: '/nonexistent' }
  const run = (more: Record<string, string>) => runCommand(mcp, [], { ...environment, ...more })
  await expect(run({ LATCHKEY_URL: nowhere })).rejects.toThrow('Is the server running?')
  await expect(run({ LATCHKEY_URL: 'wallets.example' })).rejects.toThrow(UsageError)
  await expect(run({ LATCHKEY_API_KEY: 'secret' })).rejects.toThrow('An API key begins with pk_live_.')
  await expect(runCommand(mcp, [], { DATA_DIR: '/nonexistent' })).rejects.toThrow(/no API key/)
})
