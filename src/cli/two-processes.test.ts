import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { keys } from './commands/keys.ts'
import { organizations } from './commands/organizations.ts'
import { call, callAny, createWallet, listTransactions, transferRequest } from './testing/client.ts'
import { startMailServer } from './testing/mail-server.ts'
import { startPostgresDeployment, type PostgresDeployment } from './testing/postgres-deployment.ts'
import { runCommand } from './testing/run-command.ts'
import { SERVERS_TIMEOUT_MS, startServer, type ServerProcess } from './testing/server-process.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES'] ?? ''
const DOMAIN = 'shop.example'
const RECIPIENT = '0x00000000000000000000000000000000beef0001'
const TRANSFERS = 24

if (POSTGRES === '') {
  process.stdout.write(
    'Not run, there is no Postgres (LATCHKEY_TEST_POSTGRES): two processes on one database\n',
  )
}

describe.skipIf(POSTGRES === '')('two service processes on one Postgres', () => {
  let folder: string
  let deployment: PostgresDeployment
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let environment: Record<string, string>
  let apiKey: string
  const servers: ServerProcess[] = []

  const start = async (name: string) => {
    const server = await startServer({ ...environment, DATA_DIR: join(folder, name) }, [
      'serve',
      '--only',
      'service',
    ])
    servers.push(server)
    return server
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-two-'))
    mail = await startMailServer()
    deployment = await startPostgresDeployment(POSTGRES)
    environment = {
      ...deployment.settings,
      CONFIRMATIONS: '1',
      SMTP_URL: mail.url,
      PUBLIC_URL: 'https://wallets.example',
      LOG_LEVEL: 'info',
    }
    const made = await runCommand(organizations, ['create', 'Acme', '--domain', DOMAIN, '--json'], {
      ...environment,
      DATA_DIR: join(folder, 'command'),
    })
    apiKey = z.object({ apiKey: z.string() }).parse(JSON.parse(made.answer)).apiKey
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
    await deployment?.database.drop()
    await mail?.stop()
    await deployment?.anvil.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test(
    'behavior: with one process killed midway, every transfer arrives once and both report the same',
    { timeout: SERVERS_TIMEOUT_MS },
    async () => {
      const { anvil } = deployment
      const [a, b] = await Promise.all([start('a'), start('b')])
      const living = [a, b]
      const wallet = await createWallet({
        asked: a,
        creating: b,
        apiKey,
        domain: DOMAIN,
        email: 'user@example.com',
        codeFor: mail.codeFor,
      })
      await anvil.fund(wallet.address, 10n ** 18n)
      const expiration = BigInt(Math.floor(Date.now() / 1000) + 3_600)
      const requests = Array.from({ length: TRANSFERS }, (_, index) =>
        transferRequest(wallet, {
          chainId: anvil.chainId,
          to: RECIPIENT,
          value: 1_000n,
          expiration: expiration + BigInt(index),
        }),
      )
      let answered = 0
      const answers = await Promise.all(
        requests.map(async (body, index) => {
          const order = () => (index % 2 === 0 ? living : living.toReversed())
          const request = { method: 'POST', path: '/baas/transactions/execute', body }
          const answer = await callAny(order, apiKey, request)
          answered += 1
          if (answered === TRANSFERS / 4) {
            living.splice(0, 1)
            await a.kill()
            servers.splice(servers.indexOf(a), 1)
          }
          return answer
        }),
      )
      expect(answers.map(({ status }) => status)).toEqual(requests.map(() => 200))
      for (const { content } of answers) z.object({ transactionHash: z.string() }).parse(content)
      await vi.waitFor(
        async () => expect(await listTransactions(b, apiKey, wallet, 'CONFIRMED')).toHaveLength(TRANSFERS),
        { timeout: 120_000, interval: 200 },
      )
      // Transfers of one bundle share a hash, so a transfer is identified by its digest.
      const confirmed = z
        .array(z.object({ digest: z.string() }))
        .parse(await listTransactions(b, apiKey, wallet, 'CONFIRMED'))
      expect(new Set(confirmed.map(({ digest }) => digest)).size).toBe(TRANSFERS)
      const balance = await anvil.rpc.request(quantitySchema, 'eth_getBalance', [RECIPIENT, 'latest'])
      expect(balance).toBe(1_000n * BigInt(TRANSFERS))
      const again = await start('a')
      expect(await call(again, apiKey, 'GET', '/baas/wallets')).toEqual(
        await call(b, apiKey, 'GET', '/baas/wallets'),
      )
      const first = requests[0]
      expect(await call(again, apiKey, 'POST', '/baas/transactions/execute', first)).toEqual(answers[0])
    },
  )

  test('behavior: every process rejects a key from the moment it is revoked at the command line', async () => {
    const place = { ...environment, DATA_DIR: join(folder, 'command') }
    const issue = ['issue', '--label', 'short', '--scopes', 'wallet:read', '--json']
    const issued = await runCommand(keys, issue, place)
    const { id, secret } = z.object({ id: z.string(), secret: z.string() }).parse(JSON.parse(issued.answer))
    const statuses = () =>
      Promise.all(servers.map(async (server) => (await call(server, secret, 'GET', '/baas/wallets')).status))
    expect(await statuses()).toEqual(servers.map(() => 200))
    await runCommand(keys, ['revoke', id], place)
    expect(await statuses()).toEqual(servers.map(() => 401))
  })

  test('error: a process with another SECRET_KEY is rejected with a sentence that says what to do', async () => {
    const other = {
      ...environment,
      DATA_DIR: join(folder, 'other'),
      SECRET_KEY: randomBytes(32).toString('hex'),
    }
    await expect(startServer(other, ['serve', '--only', 'service'])).rejects.toThrow(
      'SECRET_KEY is not the one that this database was set up with',
    )
  })

  test('behavior: no log line of any process contains a key, a code or a password', async () => {
    const lines = servers.map((server) => server.output()).join('\n')
    expect(lines).toContain('"route":"/v1/baas/transactions/execute"')
    for (const secret of [apiKey, environment['SECRET_KEY'], environment['RELAYER_PRIVATE_KEY']?.slice(2)]) {
      expect(lines).not.toContain(secret)
    }
    expect(lines).not.toContain('latchkey:latchkey@')
  })
})
