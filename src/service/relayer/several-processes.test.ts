import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { pino } from 'pino'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { ChainConnection } from '#service/chain/chain.ts'
import { readErc20Balance } from '#service/chain/erc20.ts'
import { openChain } from '#service/chain/open-chain.ts'
import { quantitySchema } from '#service/chain/rpc-schemas.ts'
import { migrate } from '#service/db/migrate.ts'
import type { OpenDatabase } from '#service/db/open-database.ts'
import { openPostgres } from '#service/db/open-postgres.ts'
import { DEMO_TOKENS, deployDemoTokens } from '#service/sandbox/demo-tokens.ts'
import { programArguments } from '#service/testing/built-program.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { startPlainAnvil, type PlainAnvil } from '#service/testing/plain-anvil.ts'
import { createPostgresDatabase } from '#service/testing/test-database.ts'
import { createRelay } from './create-relay.ts'
import { type Relay, sendAndWait } from './relay.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES']
const CHILD = 'src/service/testing/relay-child.ts'
const WAIT = { timeout: 120_000, interval: 50 }

const log = pino({ level: 'silent' })
const lineSchema = z.object({ kind: z.string(), id: z.optional(z.string()) })

type Process = {
  child: ChildProcess
  sent: string[]
  ended: string[]
  /** Unexpected output lines. */
  other: string[]
  gone: Promise<unknown>
}

// The embedded engine has one process. Effects between several processes need a server.
describe.skipIf(POSTGRES === undefined)('several processes with the same keys on one Postgres', () => {
  let anvil: PlainAnvil
  let opened: OpenDatabase
  let database: { url: string; drop: () => Promise<void> }
  const key = generatePrivateKey()
  const receiver = newAddress()
  const running: Process[] = []

  beforeAll(async () => {
    anvil = await startPlainAnvil({ blockTime: 0.2 })
    database = await createPostgresDatabase(POSTGRES ?? '')
    opened = openPostgres({ databaseUrl: database.url, log })
    await migrate(opened.db)
    await sql`create table handled (id uuid not null, pid integer not null)`.execute(opened.db)
    await anvil.fund(privateKeyToAddress(key), 10n ** 21n)
    await inThisProcess((relay, chain) => deployDemoTokens(chain, sendAndWait(relay, 'deployment')))
  })
  afterEach(async () => {
    for (const { child } of running) child.kill('SIGKILL')
    await Promise.all(running.splice(0).map(({ gone }) => gone))
  })
  afterAll(async () => {
    await opened?.close()
    await database?.drop()
    await anvil?.stop()
  })

  /** Runs work in this process, as one more process with the same keys. */
  async function inThisProcess(work: (relay: Relay, chain: ChainConnection) => Promise<unknown>) {
    const { url: rpcUrl, chainId } = anvil
    const chain = await openChain({ rpcUrl, chainId, log, pollMs: 50 })
    const { db } = opened
    const clock = { now: () => new Date() }
    const settings = { sweepMs: 500 }
    const relay = createRelay({
      db,
      chain,
      clock,
      log,
      signers: [privateKeyToAccount(key)],
      settings,
      handlers: {
        sandbox: {
          settled: async (trx, outcomes) => {
            for (const { id } of outcomes)
              await sql`insert into handled (id, pid) values (${id}::uuid, ${process.pid})`.execute(trx)
          },
        },
      },
    })
    await relay.start()
    await work(relay, chain)
    await relay.stop()
    await chain.close()
  }

  async function start(failpoint = 'never', hits = 1): Promise<Process> {
    const settings = [database.url, anvil.url, String(anvil.chainId), key, receiver, failpoint, String(hits)]
    const child = spawn(process.execPath, await programArguments(CHILD, ...settings), {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const one: Process = { child, sent: [], ended: [], other: [], gone: once(child, 'exit') }
    running.push(one)
    const started = new Promise<void>((resolve) => {
      createInterface({ input: child.stdout! }).on('line', (text) => {
        const { kind, id } = z.parse(lineSchema, JSON.parse(text))
        if (kind === 'started') resolve()
        else if (kind === 'sent') one.sent.push(id!)
        else if (kind === 'confirmed') one.ended.push(id!)
        else one.other.push(text)
      })
    })
    await Promise.race([started, one.gone])
    return one
  }
  const rows = () =>
    opened.db
      .selectFrom('relayed_transactions')
      .select(['id', 'nonce', 'status', 'purpose'])
      .orderBy('nonce')
      .execute()
  const openOf = async (ids?: readonly string[]) =>
    (await rows()).filter(({ id, status }) => status === 'signed' && ids?.includes(id) !== false).length

  test('behavior: all of them send, and each receives every outcome', async () => {
    const processes = await Promise.all([start(), start()])
    for (const one of processes) {
      await expect.poll(() => one.ended.length, WAIT).toBeGreaterThan(8)
      expect(one.other).toEqual([])
    }
  })

  test.each([
    ['E3: holding the lane’s lease', 'never'],
    ['E5: nonce taken, nothing stored', 'nonce-taken'],
    ['E6: stored, not broadcast', 'stored'],
    ['E7: broadcast, no response sent', 'broadcast'],
    ['E9: mined, not recorded', 'mined'],
    ['E10, recorded', 'settled'],
  ])(
    'behavior: after kill -9 of one process (%s) another finishes its work within seconds and continues',
    async (_, failpoint) => {
      const doomed = await start(failpoint, 6)
      const heir = await start()
      if (failpoint === 'never') {
        await expect.poll(() => doomed.ended.length, WAIT).toBeGreaterThan(5)
        doomed.child.kill('SIGKILL')
      }
      await doomed.gone
      const before = heir.ended.length
      await expect.poll(() => openOf(doomed.sent), { timeout: 120_000 }).toBe(0)
      await expect.poll(() => heir.ended.length, WAIT).toBeGreaterThan(before + 3)
      expect(heir.other).toEqual([])
    },
  )

  test('behavior: a process paused for longer than its lease finds another in its role, and both continue', async () => {
    const paused = await start()
    await expect.poll(() => paused.ended.length, WAIT).toBeGreaterThan(3)
    paused.child.kill('SIGSTOP')
    const other = await start()
    await expect.poll(() => other.ended.length, WAIT).toBeGreaterThan(10)
    await expect.poll(() => openOf(paused.sent), { timeout: 120_000 }).toBe(0)
    paused.child.kill('SIGCONT')
    const before = paused.ended.length
    await expect.poll(() => paused.ended.length, WAIT).toBeGreaterThan(before + 3)
  })

  test('behavior: at the end each nonce was used once, each outcome recorded once and each token sent once, without gaps', async () => {
    await inThisProcess(() => expect.poll(() => openOf(), WAIT).toBe(0))
    const all = await rows()
    expect(all.length).toBeGreaterThan(80)
    expect(all.map(({ nonce }) => nonce)).toEqual(all.map((_, index) => index))
    const params = [privateKeyToAddress(key), 'latest']
    expect(Number(await anvil.rpc.request(quantitySchema, 'eth_getTransactionCount', params))).toBe(
      all.length,
    )
    const sent = all.flatMap(({ id, purpose }) => (purpose === 'sandbox' ? [id] : []))
    const handled = await sql<{ id: string }>`select id from handled`.execute(opened.db)
    expect(handled.rows.map(({ id }) => id).toSorted()).toEqual(sent.toSorted())
    await inThisProcess(async (_relay, chain) => {
      expect(await readErc20Balance(chain, DEMO_TOKENS.erc20, receiver)).toBe(BigInt(sent.length))
    })
  })
})
