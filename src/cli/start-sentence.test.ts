import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openChain, openDatabase } from '#service/index.ts'
import { hasTestPostgres, makeDataFolder } from '#service/testing/test-database.ts'
import { serve, startShop } from './serve.ts'
import { parseSettings } from './settings.ts'
import { startSentence } from './start-sentence.ts'

const log = pino({ level: 'silent' })
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'it started',
    (error: unknown) => error,
  )

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-start-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('an unusable data folder', () => {
  const start = async (DATA_DIR: string) =>
    startSentence(await errorOf(serve(parseSettings({ DATA_DIR, LOG_LEVEL: 'silent', PORT: '0' }))), DATA_DIR)

  test('error: names the setting if a file is in its place or on the way to it', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    expect(await start(file)).toBe(
      `DATA_DIR: ${file} is a file, but must be a folder: move it away, or set DATA_DIR to another folder. (EEXIST)`,
    )
    expect(await start(join(file, 'deeper'))).toMatch(
      /^DATA_DIR: .*file.* has a file where a folder must be.*\(ENOTDIR\)$/,
    )
  })

  test('error: names the setting for a folder of another user, and leaves other errors to others', () => {
    const denied = Object.assign(new Error('EACCES: permission denied'), {
      code: 'EACCES',
      path: '/var/lib/latchkey/4000/secret.key.5372',
    })
    const wrapped = new Error('The database could not be opened', { cause: denied })
    expect(startSentence(wrapped, '/var/lib/latchkey/4000')).toBe(
      'DATA_DIR: /var/lib/latchkey/4000/secret.key.5372 is not writable for the user of this process: make ' +
        'that user the owner of the folder, or set DATA_DIR to another folder. (EACCES)',
    )
    expect(startSentence(wrapped, '/var/lib/latchkey/4001')).toBeUndefined()
    expect(startSentence(new Error('other'), '/var/lib/latchkey/4000')).toBeUndefined()
  })
})

describe('another missing requirement', () => {
  test('error: names the setting if the demo shop’s port is in use', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const address = taken.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const settings = parseSettings({ DATA_DIR: folder, DEMO_PORT: String(address.port) })
    const sandbox = {
      demoUrl: `http://shop.localhost:${address.port}`,
      faucetUrl: 'http://localhost/sandbox/faucet',
      tokens: { erc20: '0x00000000000000000000000000000000000000c0' as const },
      registerDomain: () => Promise.resolve(),
    }
    const bff = { ensureIntegration: () => Promise.resolve('secret') }
    await expect(startShop({ settings, bff, sandbox, log })).rejects.toThrow(
      `Port ${address.port} is in use: stop the program that uses it, or choose another with DEMO_PORT.`,
    )
    await new Promise((resolve) => taken.close(resolve))
  })

  test('error: names the setting if the node does not respond', async () => {
    const rpcUrl = 'http://user:canary@127.0.0.1:1/key'
    const error = await errorOf(openChain({ rpcUrl, chainId: 5, log }))
    expect(error).toMatchObject({ code: 'CHAIN_FAILED' })
    expect(String(error)).toContain(
      'RPC_URL does not respond as a node does. Check the address and that it runs.',
    )
    expect(String(error)).not.toContain('canary')
  })

  test('error: names the host without the password if Postgres does not respond', async () => {
    const databaseUrl = 'postgres://latchkey:canary@127.0.0.1:1/wallets'
    const error = await errorOf(openDatabase({ databaseUrl, dataDir: folder, log }))
    expect(String(error)).toContain(
      'DATABASE_URL: the Postgres at 127.0.0.1:1 does not respond (ECONNREFUSED).',
    )
    expect(String(error)).not.toContain('canary')
  })

  test('error: a real chain on the embedded database needs confirmation, and the sentence explains the consequence', async () => {
    const chain = { RPC_URL: 'http://127.0.0.1:1', CHAIN_ID: '5', RELAYER_PRIVATE_KEY: `0x${'1'.repeat(64)}` }
    const started = (more: object) =>
      errorOf(serve(parseSettings({ DATA_DIR: join(folder, 'unconfirmed'), ...chain, ...more })))
    expect(String(await started({}))).toMatch(
      /DATABASE_URL is not set: the embedded database supports only one process, .* grows with each transaction: .*EMBEDDED_DATABASE=accepted/,
    )
    expect(existsSync(join(folder, 'unconfirmed'))).toBe(false)
    expect(String(await started({ EMBEDDED_DATABASE: 'accepted' }))).toContain('RPC_URL does not respond')
    expect(() => parseSettings({ EMBEDDED_DATABASE: 'yes' })).toThrow('EMBEDDED_DATABASE must be accepted')
  })

  // Always tests the embedded engine, in a folder.
  test.skipIf(hasTestPostgres())('error: says what to do about a damaged embedded database', async () => {
    const dataDir = await makeDataFolder('damaged')
    await writeFile(join(dataDir, 'database', 'global', 'pg_control'), 'damaged')
    await expect(openDatabase({ dataDir, log })).rejects.toThrow(
      /^The embedded database in .*database cannot be opened: .* restore DATA_DIR from a backup/s,
    )
    await rm(dataDir, { recursive: true })
  })
})
