import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createPostgresDatabase } from '#service/testing/test-database.ts'
import { backup, restore } from './commands/backup.ts'
import { organizations } from './commands/organizations.ts'
import { call, callAny, createWallet, transferRequest } from './testing/client.ts'
import { startMailServer } from './testing/mail-server.ts'
import { startPostgresDeployment } from './testing/postgres-deployment.ts'
import { runCommand } from './testing/run-command.ts'
import { SERVERS_TIMEOUT_MS, startServer, type ServerProcess } from './testing/server-process.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES'] ?? ''
const hasPrograms = ['pg_dump', 'pg_restore'].every((name) => spawnSync(name, ['--version']).status === 0)
const DOMAIN = 'shop.example'
const RECIPIENT = '0x00000000000000000000000000000000beef0002'
const eventsSchema = z.array(z.object({ sequence: z.string(), type: z.string() }))
const walletsSchema = z.array(z.object({ address: z.string() }))

const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

async function startDeployment() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-restore-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const mail = await startMailServer()
  closing.push(() => mail.stop())
  const deployment = await startPostgresDeployment(POSTGRES)
  closing.push(
    () => deployment.database.drop(),
    () => deployment.anvil.stop(),
  )
  const environment: Record<string, string> = {
    ...deployment.settings,
    CONFIRMATIONS: '1',
    SMTP_URL: mail.url,
    PUBLIC_URL: 'https://wallets.example',
    DATA_DIR: folder,
    LOG_LEVEL: 'info',
  }
  const arguments_ = ['create', 'Acme', '--domain', DOMAIN, '--json']
  const made = await runCommand(organizations, arguments_, environment)
  const { apiKey } = z.object({ apiKey: z.string() }).parse(JSON.parse(made.answer))
  return { folder, mail, anvil: deployment.anvil, environment, apiKey }
}

describe.skipIf(POSTGRES === '' || !hasPrograms)(
  'a restore of a backup that is older than wallets and events',
  () => {
    test(
      'behavior: wallets made since are listed and execute, and a reader of events misses nothing new',
      { timeout: SERVERS_TIMEOUT_MS },
      async () => {
        const { folder, mail, anvil, environment, apiKey } = await startDeployment()
        let server: ServerProcess = await startServer(environment, ['serve', '--only', 'service'])
        closing.push(() => server.stop())
        const newWallet = (email: string) =>
          createWallet({
            asked: server,
            creating: server,
            apiKey,
            domain: DOMAIN,
            email,
            codeFor: mail.codeFor,
          })
        const eventsAfter = async (sequence: string) => {
          const answer = await call(server, apiKey, 'GET', `/org/events?afterSequence=${sequence}`)
          return answer.status === 200 ? eventsSchema.parse(answer.content) : []
        }
        const known = await newWallet('known@example.com')
        await vi.waitFor(async () => expect(await eventsAfter('0')).toHaveLength(1), { timeout: 120_000 })
        const file = join(folder, 'day-old.dump')
        await runCommand(backup, [file], environment)

        const lost = [await newWallet('alone@example.com')]
        lost.push(...(await Promise.all(['b', 'c'].map((name) => newWallet(`${name}@example.com`)))))
        await vi.waitFor(async () => expect(await eventsAfter('0')).toHaveLength(4), { timeout: 120_000 })
        const cursor = (await eventsAfter('0')).at(-1)?.sequence ?? ''
        await server.stop()
        await anvil.mine(20)

        const empty = await createPostgresDatabase(POSTGRES)
        closing.push(() => empty.drop())
        const restored = {
          ...environment,
          DATABASE_URL: empty.url,
          DATA_DIR: join(folder, randomBytes(4).toString('hex')),
        }
        await runCommand(restore, [file], restored)
        server = await startServer(restored, ['serve', '--only', 'service'])
        const listed = async () =>
          walletsSchema
            .parse((await call(server, apiKey, 'GET', '/baas/wallets')).content)
            .map(({ address }) => address)
        const all = [known, ...lost].map(({ address }) => address)
        await vi.waitFor(async () => expect((await listed()).toSorted()).toEqual(all.toSorted()), {
          timeout: 120_000,
        })
        await vi.waitFor(
          async () =>
            expect((await eventsAfter(cursor)).map(({ type }) => type)).toEqual(
              lost.map(() => 'wallet.created'),
            ),
          { timeout: 120_000 },
        )
        for (const wallet of lost) {
          await anvil.fund(wallet.address, 10n ** 18n)
          const expiration = BigInt(Math.floor(Date.now() / 1_000) + 3_600)
          const body = transferRequest(wallet, {
            chainId: anvil.chainId,
            to: RECIPIENT,
            value: 7n,
            expiration,
          })
          const request = { method: 'POST', path: '/baas/transactions/execute', body }
          expect(await callAny(() => [server], apiKey, request)).toMatchObject({ status: 200 })
        }
      },
    )
  },
)
