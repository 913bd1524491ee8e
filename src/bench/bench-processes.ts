import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { privateKeyToAddress } from 'viem/accounts'
import * as z from 'zod/mini'
import { organizations } from '#cli/commands/organizations.ts'
import { runCommand } from '#cli/testing/run-command.ts'
import { openDatabase } from '#service/index.ts'
import { startPlainAnvil } from '#service/testing/plain-anvil.ts'
import { createPostgresDatabase } from '#service/testing/test-database.ts'
import { benchExecuting } from './bench-executing.ts'
import { insertWallets } from './bench-list.ts'
import { drive, forSeconds, quantile, type LoadRequest } from './load.ts'
import { startMeasuredProcess, type MeasuredProcess } from './measured-server.ts'
import { loadRow, type Row } from './print-table.ts'
import { startPostgres } from './size/start-postgres.ts'

const SECONDS = 5
const ROUNDS = 2
const CONNECTIONS = 32
const WALLETS = 1_000
const FACTOR_MIN = 1.6

/** Measures several service processes on one Postgres. Starts Postgres unless `LATCHKEY_TEST_POSTGRES` names one. */
export async function benchProcesses(): Promise<Row[]> {
  const postgres = await startPostgres()
  try {
    return [...(await benchReading(postgres.url)), ...(await benchExecuting(postgres.url)), loadRow()]
  } finally {
    await postgres.stop()
  }
}

/**
 * Measures the throughput of two service processes on one Postgres, as a multiple of one process. The two are measured
 * in turns. Full throughput needs four cores: one for each service process, the database and this process. With fewer
 * cores, the CPU time shows the throughput that four would allow.
 */
async function benchReading(postgres: string): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  const database = await createPostgresDatabase(postgres)
  const anvil = await startPlainAnvil({ blockTime: 1 })
  const servers: MeasuredProcess[] = []
  try {
    const relayerKey = `0x${randomBytes(32).toString('hex')}` as const
    await anvil.fund(privateKeyToAddress(relayerKey), 10n ** 20n)
    const environment = {
      DATABASE_URL: database.url,
      RPC_URL: anvil.url,
      CHAIN_ID: String(anvil.chainId),
      RELAYER_PRIVATE_KEY: relayerKey,
      SECRET_KEY: randomBytes(32).toString('hex'),
      PUBLIC_URL: 'https://wallets.example',
    }
    const apiKey = await fill({ ...environment, DATA_DIR: join(folder, 'command') })
    for (const name of ['a', 'b']) {
      const settings = { ...environment, DATA_DIR: join(folder, name) }
      servers.push(await startMeasuredProcess(settings, ['--only', 'service']))
    }
    return await compare(servers, apiKey)
  } finally {
    for (const server of servers) await server.close()
    await anvil.stop()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates an organization without limits, with wallets. Returns its key. */
async function fill(environment: Record<string, string>): Promise<string> {
  const create = ['create', 'Bench', '--domain', 'bench.example', '--json']
  const made = JSON.parse((await runCommand(organizations, create, environment)).answer)
  const { apiKey } = z.object({ apiKey: z.string() }).parse(made)
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = environment
  const { db, close } = await openDatabase({ databaseUrl, dataDir, log: pino({ level: 'silent' }) })
  await insertWallets(db, WALLETS)
  await sql`update organizations set requests_per_minute = 10000000`.execute(db)
  await sql`update api_keys set requests_per_minute = 10000000`.execute(db)
  await close()
  return apiKey
}

async function compare(servers: readonly MeasuredProcess[], apiKey: string): Promise<Row[]> {
  const [first] = servers
  if (first === undefined) throw new Error('there is no server')
  const one: Measured[] = []
  const both: Measured[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = [await measure([first], apiKey), await measure(servers, apiKey)] as const
    if (round === 0) continue
    one.push(measured[0])
    both.push(measured[1])
  }
  const factor =
    median(both.map(({ perSecond }) => perSecond)) / median(one.map(({ perSecond }) => perSecond))
  const cpu = [one, both].map((all) => median(all.map(({ cpuMs }) => cpuMs)))
  return [
    {
      what: 'prepare, requests/s of two processes on one Postgres relative to one',
      measured: `${factor.toFixed(2)} (${Math.round(median(both.map(({ perSecond }) => perSecond)))}/s)`,
      budget: `${FACTOR_MIN}`,
      met: factor >= FACTOR_MIN,
    },
    {
      what: 'prepare, expected ratio with a core for each process: twice CPU ms of one / CPU ms of two',
      measured: `${((2 * (cpu[0] ?? 0)) / (cpu[1] ?? 1)).toFixed(2)} (${cpu.map((ms) => ms.toFixed(2)).join(' / ')} ms)`,
      budget: '',
    },
  ]
}

type Measured = { perSecond: number; cpuMs: number }

async function measure(servers: readonly MeasuredProcess[], apiKey: string): Promise<Measured> {
  const before = servers.map((server) => server.cpuMs())
  const results = await Promise.all(
    servers.map(({ origin }) =>
      drive({
        origin,
        apiKey,
        connections: CONNECTIONS / servers.length,
        next: forSeconds(SECONDS, REQUESTS),
      }),
    ),
  )
  const [refused] = results.flatMap((result) => [...result.refused.keys()])
  if (refused !== undefined) throw new Error(`a request was refused, which measures nothing: ${refused}`)
  const count = results.reduce((sum, result) => sum + result.count, 0)
  const cpu = servers.reduce((sum, server, index) => sum + server.cpuMs() - (before[index] ?? 0), 0)
  return { perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0), cpuMs: cpu / count }
}

const REQUESTS: LoadRequest[] = Array.from({ length: WALLETS }, (_, index) => {
  const walletAddress = `0x${(index + 1).toString(16).padStart(40, '0')}`
  const call = { tokenAddress: `0x${'11'.repeat(20)}`, to: `0x${'22'.repeat(20)}`, amount: '1' }
  return {
    method: 'POST',
    path: '/v1/baas/tokens/erc20/transfer',
    body: JSON.stringify({ walletAddress, ...call }),
  }
})

const median = (values: readonly number[]) => quantile(values, 0.5)
