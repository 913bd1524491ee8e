import { setTimeout as wait } from 'node:timers/promises'
import type { Row } from './print-table.ts'
import { runPhase, type Phase } from './processes-phases.ts'
import type { Updates } from './processes-postgres.ts'
import { startWorld, type World } from './processes-world.ts'

const COUNTS = [1, 2, 4, 4, 2, 1]
const EXECUTES = 800
const LOST_SHARE_MAX = 0.15
/** Maximum bytes of write-ahead log per execute, including the webhooks for its two events. */
const WAL_BYTES_MAX = 8_000
const OF_WEBHOOKS = /^(webhook|pending_deliveries)/
const HOT_TABLES = ['transactions', 'relayed_transactions', 'webhook_deliveries', 'events']

/**
 * Measures the cost of executing, holding, delivering and streaming with 1, 2 and 4 processes. Counts lost and
 * duplicated work, also after a kill and a rolling restart.
 */
export async function benchExecuting(postgres: string): Promise<Row[]> {
  const world = await startWorld(postgres)
  try {
    const phases = new Map<number, Phase[]>()
    for (const processes of COUNTS) {
      const phase = await note(`${processes} processes`, () =>
        runPhase(world, { processes, count: EXECUTES }),
      )
      phases.set(processes, [...(phases.get(processes) ?? []), phase])
    }
    return [
      ...costRows(phases),
      accountRow('1, 2 and 4 processes', [...phases.values()].flat()),
      accountRow('kill -9 of one of 3', [await note('kill', () => underKill(world))]),
      accountRow('rolling restart of 2', [await note('restart', () => underRestart(world))]),
    ]
  } finally {
    await world.close()
  }
}

/** Reports each part as soon as it ends, because the whole run takes minutes. */
async function note<Result extends object>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const result = await work()
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
  process.stderr.write(
    `${what}, ${seconds} s: ${JSON.stringify(result, (_, value) => (value instanceof Map ? [...value].slice(0, 5) : value))}\n`,
  )
  return result
}

function costRows(phases: ReadonlyMap<number, readonly Phase[]>): Row[] {
  const of = (processes: number, figure: (phase: Phase) => number) =>
    mean((phases.get(processes) ?? []).map(figure))
  const each = (figure: (phase: Phase) => number, digits: number) =>
    [1, 2, 4].map((processes) => of(processes, figure).toFixed(digits)).join(' / ')
  const cpu = (processes: number) => of(processes, ({ serviceCpuMs }) => serviceCpuMs)
  const lost = 1 - cpu(1) / cpu(4)
  const all = [...phases.values()].flat()
  return [
    {
      what: 'execute in 1 / 2 / 4 processes on one Postgres, CPU ms of the service',
      measured: each(({ serviceCpuMs }) => serviceCpuMs, 2),
      budget: '',
    },
    {
      what: 'execute, share of CPU spent on coordination in 4 processes',
      measured: `${(100 * lost).toFixed(0)} %`,
      budget: `${100 * LOST_SHARE_MAX} %`,
      met: lost <= LOST_SHARE_MAX,
    },
    {
      what: 'execute in 1 / 2 / 4 processes on one Postgres, CPU ms of Postgres',
      measured: each(({ postgres, sent }) => postgres.cpuMs / sent, 2),
      budget: '',
    },
    {
      what: 'execute in 1 / 2 / 4 processes on one Postgres, accepted per second',
      measured: each(({ perSecond }) => perSecond, 0),
      budget: '',
    },
    ...logRows(all),
    ...[1, 2, 4].map((processes) => ({
      what: `mean number of database sessions that wait for a row lock, ${processes} processes`,
      measured: listed(
        sumMaps((phases.get(processes) ?? []).map(({ postgres }) => postgres.waits)),
        phases.get(processes)?.length ?? 1,
        2,
        5,
      ),
      budget: '',
    })),
  ]
}

/** Rows about the write-ahead log and the updates that the executes cause in Postgres. */
function logRows(all: readonly Phase[]): Row[] {
  const executes = all.length * EXECUTES
  const walBytesByName = sumMaps(all.map(({ postgres }) => postgres.walBytesByName))
  const wal = all.reduce((sum, { postgres }) => sum + postgres.walBytes, 0) / executes
  const ofWebhooks = [...walBytesByName].filter(([name]) => OF_WEBHOOKS.test(name))
  const walWithout = wal - ofWebhooks.reduce((sum, [, bytes]) => sum + bytes, 0) / executes
  return [
    {
      what: 'write-ahead log of Postgres per execute, without webhooks / with webhooks for its two events',
      measured: `${(walWithout / 1_000).toFixed(1)} / ${(wal / 1_000).toFixed(1)} kB`,
      budget: `${WAL_BYTES_MAX / 1_000} kB`,
      met: wal <= WAL_BYTES_MAX,
    },
    {
      what: 'updates that changed no index entry (heap-only), by table',
      measured: HOT_TABLES.map((table) => `${table} ${heapOnlyShare(all, table)}`).join(', '),
      budget: '',
    },
    {
      what: 'largest parts of the write-ahead log, bytes per execute',
      measured: listed(walBytesByName, executes, 0, 12),
      budget: '',
    },
  ]
}

function heapOnlyShare(phases: readonly Phase[], table: string): string {
  const sum = (figure: keyof Updates) =>
    phases.reduce((total, { postgres }) => total + (postgres.updates.get(table)?.[figure] ?? 0), 0)
  return `${((100 * sum('heapOnly')) / Math.max(1, sum('all'))).toFixed(0)} %`
}

/** Formats the `most` largest sums with their names, each sum divided by `of`. */
function listed(sums: ReadonlyMap<string, number>, of: number, digits: number, most: number): string {
  const sorted = [...sums].toSorted(([, one], [, other]) => other - one).slice(0, most)
  return sorted.map(([name, sum]) => `${name} ${(sum / of).toFixed(digits)}`).join(', ') || 'none'
}

function sumMaps(all: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [name, value] of all.flatMap((one) => [...one])) sums.set(name, (sums.get(name) ?? 0) + value)
  return sums
}

function accountRow(what: string, phases: readonly Phase[]): Row {
  const sum = (figure: (phase: Phase) => number) => phases.reduce((total, phase) => total + figure(phase), 0)
  const faults = [
    sum(({ account }) => account.lost),
    sum(({ account }) => account.doubled),
    sum(({ account }) => account.undelivered),
    sum(({ account }) => account.streamFaults),
  ]
  const [sent, events] = [sum((phase) => phase.sent), sum(({ account }) => account.events)]
  return {
    what: `${what}: lost / duplicated of ${sent} executes, missing / wrong in a stream of ${events} events`,
    measured: faults.join(' / '),
    budget: '0 / 0 / 0 / 0',
    met: faults.every((fault) => fault === 0),
  }
}

/** Kills one of three processes with kill -9 after a quarter of the executes, and restarts it after half. */
async function underKill(world: World): Promise<Phase> {
  let killed = Promise.resolve()
  const meanwhile = (answered: number) => {
    const [one] = world.running
    if (answered !== EXECUTES / 4 || one === undefined) return
    killed = world
      .end(one, 'SIGKILL')
      .then(() => wait(1_000))
      .then(() => world.restart(one))
  }
  const phase = await runPhase(world, { processes: 3, count: EXECUTES, meanwhile })
  await killed
  return phase
}

/** Restarts both processes gracefully, one after the other. */
async function underRestart(world: World): Promise<Phase> {
  let restarted = Promise.resolve()
  const restartAll = async () => {
    for (const one of world.running.slice()) {
      await world.end(one, 'SIGTERM')
      await world.restart(one)
    }
  }
  const meanwhile = (answered: number) => {
    if (answered === EXECUTES / 8) restarted = restartAll()
  }
  const phase = await runPhase(world, { processes: 2, count: EXECUTES, meanwhile })
  await restarted
  return phase
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
