import { randomBytes } from 'node:crypto'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { accountFor } from './accounted-for.ts'
import { createBenchWallets, signTransfers, type BenchWallet } from './bench-wallets.ts'
import { drive, each, forSeconds, type LoadRequest, type LoadResult } from './load.ts'
import { startMeasuredServer, type MeasuredServer } from './measured-server.ts'
import type { Row } from './print-table.ts'

const WALLETS = 32
const READ_CONNECTIONS = 32
/**
 * Connections for executes. Each waits for a database transaction and a block, so fewer connections would
 * limit the throughput.
 */
const EXECUTE_CONNECTIONS = 128
const SHORT_SECONDS = 10
/** Whether the bench runs on Postgres. The embedded engine is for trials and may be slower (docs/speed.md). */
const ON_POSTGRES = process.env['DATABASE_URL'] !== undefined
const READS_PER_SECOND = ON_POSTGRES ? 2_000 : 1_500
const READ_P99_MS = 50
const EXECUTES_PER_SECOND = ON_POSTGRES ? 300 : 200
/** Number of signed executes per second in a short run. The supply must exceed what the service can execute. */
const SUPPLY_PER_SECOND = 600

const executedSchema = z.object({ content: z.object({ transactionHash: z.string() }) })

/**
 * Runs predict, prepare and execute against the whole product in its own process. With `minutes`, executes
 * continue for that long, and none may be lost or doubled. Compare the CPU time if the machine does other
 * work.
 */
export async function benchService(options: { minutes?: number }): Promise<Row[]> {
  const server = await startMeasuredServer(undefined, 'built')
  try {
    const wallets = await createBenchWallets(server, WALLETS)
    const warmUp = prepareRequests(server, wallets)
    await drive({ ...to(server, READ_CONNECTIONS), next: forSeconds(SHORT_SECONDS / 2, warmUp) })
    const predict = await measured(server, READ_CONNECTIONS, forSeconds(SHORT_SECONDS, predictRequests()))
    const prepare = await measured(server, READ_CONNECTIONS, forSeconds(SHORT_SECONDS, warmUp))
    return [
      ...readRows('predict', predict),
      ...readRows('prepare an ERC-20 transfer', prepare),
      ...(await executeRows(server, wallets, options.minutes)),
    ]
  } finally {
    await server.close()
  }
}

type Measured = LoadResult & { serviceCpuMs: number; chainCpuMs: number }

async function measured(
  server: MeasuredServer,
  connections: number,
  next: () => LoadRequest | undefined,
  onAnswer?: (text: string) => void,
): Promise<Measured> {
  const before = server.cpu()
  const result = await drive({
    ...to(server, connections),
    next,
    ...(onAnswer === undefined ? {} : { onAnswer }),
  })
  const after = server.cpu()
  for (const [kind, times] of result.refused) process.stderr.write(`${times} times: ${kind}\n`)
  return {
    ...result,
    serviceCpuMs: (after.serviceMs - before.serviceMs) / result.count,
    chainCpuMs: (after.chainMs - before.chainMs) / result.count,
  }
}

function to(server: MeasuredServer, connections: number) {
  return { origin: server.origin, apiKey: server.apiKey, connections }
}

function predictRequests(): LoadRequest[] {
  return Array.from({ length: 500 }, () => {
    const { qxHex: qx, qyHex: qy, rpIdHash } = createSoftwarePasskey('localhost')
    return { method: 'POST', path: '/v1/baas/wallets/predict', body: JSON.stringify({ qx, qy, rpIdHash }) }
  })
}

function prepareRequests(server: MeasuredServer, wallets: readonly BenchWallet[]): LoadRequest[] {
  return wallets.map(({ address }) => ({
    method: 'POST',
    path: '/v1/baas/tokens/erc20/transfer',
    body: JSON.stringify({
      walletAddress: address,
      tokenAddress: server.tokens.erc20,
      to: newAddress(),
      amount: '1',
    }),
  }))
}

function readRows(what: string, result: Measured): Row[] {
  const refused =
    result.count - [...result.refused.values()].reduce((sum, times) => sum - times, result.count)
  return [
    {
      what: `${what}, requests/s in one process`,
      measured: `${Math.round(result.perSecond)}${refused === 0 ? '' : ` (${refused} refused)`}`,
      budget: `${READS_PER_SECOND}`,
      met: result.perSecond >= READS_PER_SECOND && refused === 0,
    },
    {
      what: `${what}, p50 / p99`,
      measured: `${result.p50Ms.toFixed(1)} / ${result.p99Ms.toFixed(1)} ms`,
      budget: `${READ_P99_MS} ms`,
      met: result.p99Ms < READ_P99_MS,
    },
    cpuRow(what, result),
  ]
}

function cpuRow(what: string, result: Measured): Row {
  const measured = `${result.serviceCpuMs.toFixed(2)} service, ${result.chainCpuMs.toFixed(2)} chain`
  return { what: `${what}, CPU ms per request`, measured, budget: '' }
}

async function executeRows(
  server: MeasuredServer,
  wallets: readonly BenchWallet[],
  minutes: number | undefined,
): Promise<Row[]> {
  const recipient = newAddress()
  const count = Math.ceil(
    minutes === undefined ? SHORT_SECONDS * SUPPLY_PER_SECOND : minutes * 60 * EXECUTES_PER_SECOND * 1.05,
  )
  const requests = await signTransfers(server, wallets, { recipient, count })
  const accepted: string[] = []
  const result = await measured(server, EXECUTE_CONNECTIONS, each(requests), (text) =>
    accepted.push(executedSchema.parse(JSON.parse(text)).content.transactionHash),
  )
  const { lost, doubled, settleSeconds } = await accountFor(server, accepted, recipient)
  return [
    {
      what: `execute, accepted/s over ${result.seconds.toFixed(0)} s`,
      measured: `${Math.round(accepted.length / result.seconds)}`,
      budget: `${EXECUTES_PER_SECOND}`,
      met: accepted.length / result.seconds >= EXECUTES_PER_SECOND && accepted.length === count,
    },
    {
      what: 'execute, p50 / p99',
      measured: `${result.p50Ms.toFixed(0)} / ${result.p99Ms.toFixed(0)} ms`,
      budget: '',
    },
    cpuRow('execute', result),
    {
      what: 'execute, mean number of calls per transaction',
      measured: (accepted.length / new Set(accepted).size).toFixed(1),
      budget: '',
    },
    {
      what: `execute, lost / duplicated of ${accepted.length}, time until all are confirmed`,
      measured: `${lost} / ${doubled}, ${settleSeconds.toFixed(1)} s`,
      budget: '0 / 0',
      met: lost === 0 && doubled === 0,
    },
  ]
}

function newAddress(): Address {
  return `0x${randomBytes(20).toString('hex')}`
}
