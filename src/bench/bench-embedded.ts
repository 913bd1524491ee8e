import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { accountFor } from './accounted-for.ts'
import { createBenchWallets, signTransfers, type BenchWallet } from './bench-wallets.ts'
import { drive, each } from './load.ts'
import { startMeasuredServer, type MeasuredServer } from './measured-server.ts'
import { loadRow, type Row } from './print-table.ts'

const WALLETS = 100
const CONNECTIONS = 128
const STEP = 20_000
const STEPS = 5
/** Maximum growth of memory or disk use over the last two steps, as a share of the earlier value. */
const GROWTH_MAX = 0.1
const MEGABYTE = 2 ** 20

const executedSchema = z.object({ content: z.object({ transactionHash: z.string() }) })

type Held = { service: number; chain: number; database: number; chainFolder: number }

/** Measures memory and disk of the product on its embedded defaults, in MB, as transfers are executed. */
export async function benchEmbedded(): Promise<Row[]> {
  const server = await startMeasuredServer(undefined, 'built')
  try {
    const wallets = await createBenchWallets(server, WALLETS)
    const held = [heldNow(server)]
    let faults = 0
    for (let step = 1; step <= STEPS; step += 1) {
      faults += await transfer(server, wallets)
      held.push(heldNow(server))
      process.stderr.write(`${step * STEP} transfers: ${JSON.stringify(held.at(-1))}\n`)
    }
    return [
      growthRow('memory of the service', held, ({ service }) => service),
      growthRow('memory of the chain', held, ({ chain }) => chain),
      growthRow('disk, the database', held, ({ database }) => database),
      growthRow('disk, the chain', held, ({ chainFolder }) => chainFolder),
      {
        what: `lost or duplicated of ${STEPS * STEP} transfers`,
        measured: `${faults}`,
        budget: '0',
        met: faults === 0,
      },
      loadRow(),
    ]
  } finally {
    await server.close()
  }
}

/** Sends transfers. Returns how many were lost or executed twice. */
async function transfer(server: MeasuredServer, wallets: readonly BenchWallet[]): Promise<number> {
  const recipient = `0x${randomBytes(20).toString('hex')}` as const
  const requests = await signTransfers(server, wallets, { recipient, count: STEP })
  const accepted: string[] = []
  await drive({
    origin: server.origin,
    apiKey: server.apiKey,
    connections: CONNECTIONS,
    next: each(requests),
    onAnswer: (text) => accepted.push(executedSchema.parse(JSON.parse(text)).content.transactionHash),
  })
  const { lost, doubled } = await accountFor(server, accepted, recipient)
  return STEP - accepted.length + lost + doubled
}

function heldNow(server: MeasuredServer): Held {
  const { service, chain } = server.memoryMb()
  const folderMb = (name: string) => Math.round(bytesIn(join(server.dataDir, name)) / MEGABYTE)
  return { service, chain, database: folderMb('database'), chainFolder: folderMb('chain') }
}

function bytesIn(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}

function growthRow(what: string, held: readonly Held[], part: (held: Held) => number): Row {
  const [earlier = 0, last = 0] = [held.at(-3), held.at(-1)].map((one) => one && part(one))
  const growth = (last - earlier) / earlier
  return {
    what: `${what}, MB after each ${STEP} transfers`,
    measured: `${held.map(part).join(', ')}: ${(100 * growth).toFixed(0)} % in the last ${2 * STEP}`,
    budget: `${100 * GROWTH_MAX} %`,
    met: growth <= GROWTH_MAX,
  }
}
