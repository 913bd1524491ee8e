import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Address } from 'viem'
import { signTransfers } from './bench-wallets.ts'
import { quantile } from './load.ts'
import { loadRow, type Row } from './print-table.ts'
import { settled } from './processes-account.ts'
import { runLoad, type Answered } from './processes-load.ts'
import type { TurnSettings } from './processes-start.ts'
import { startWorld, type BenchOrganization, type World } from './processes-world.ts'
import { startPostgres } from './size/start-postgres.ts'

const PROCESSES = 2
const LOUD_CONNECTIONS = 96
const QUIET_CONNECTIONS = 2
const QUIET_PAUSE_MS = 60
const WARM_UP = 150
/** Durations of the parts of a phase, in milliseconds. */
const ALONE_MS = 3_000
const LOUD_ALONE_MS = 3_000
/**
 * Time after the quiet organization starts until it is measured, in milliseconds. The turns adapt to it in this time.
 */
const BEGIN_MS = 3_000
const BESIDE_MS = 8_000
/** Requests that are signed in advance per second of a load. More than the machine accepts. */
const LOUD_PER_SECOND = 150
const QUIET_PER_SECOND = QUIET_CONNECTIONS * (1_000 / QUIET_PAUSE_MS)

const SIMULATIONS_FACTOR_MAX = 12
const FACTOR_MAX = 4
const LOST_SHARE_MAX = 0.1

/** Settings of the turns (`createTurns`) in each kind of phase. Null means no limit. */
const WAYS = {
  none: { simulationsAtOnceMax: 999, executionsAtOnceMin: null },
  simulations: { simulationsAtOnceMax: 4, executionsAtOnceMin: null },
  both: { executionsAtOnceMin: 2 },
} as const satisfies Record<string, TurnSettings>
type Way = keyof typeof WAYS

type Fairness = { aloneMs: number; besideMs: number; loudAlonePerSecond: number; loudBesidePerSecond: number }

/**
 * Measures the 95th percentile of a quiet organization's executes: alone, and next to an organization that sends as
 * much as it can. Compares three settings: without turns, with at most four simulations at once, and with executions
 * in turn too. Two processes share one database and one chain.
 */
export async function benchFairness({ times = 1 }: { times?: number } = {}): Promise<Row[]> {
  const postgres = await startPostgres()
  const world = await startWorld(postgres.url)
  try {
    const measured: Record<Way, Fairness[]> = { none: [], simulations: [], both: [] }
    for (let round = 0; round < times; round += 1) {
      measured.none.push(await runPhase(world, 'none'))
      measured.simulations.push(await runPhase(world, 'simulations'))
      measured.both.push(await runPhase(world, 'both'))
    }
    const [none, simulations, all] = [mean(measured.none), mean(measured.simulations), mean(measured.both)]
    return [
      besideRow('without turns', none),
      besideRow('with four simulations at once in turn', simulations, SIMULATIONS_FACTOR_MAX),
      besideRow('and executions in turn while it waits', all, FACTOR_MAX),
      lostRow('four simulations at once, executes of the loud one alone that are lost', none, simulations),
      lostRow('both, executes of the loud one alone that are lost', none, all),
      {
        what: 'executes of the loud one per second beside the quiet one: without turns / four simulations / both',
        measured: [none, simulations, all]
          .map(({ loudBesidePerSecond }) => loudBesidePerSecond.toFixed(0))
          .join(' / '),
        budget: '',
      },
      loadRow(),
    ]
  } finally {
    await world.close()
    await postgres.stop()
  }
}

async function runPhase(world: World, way: Way): Promise<Fairness> {
  await world.start(PROCESSES, WAYS[way])
  const { busy, quiet } = world
  const loud = { ...busy, wallets: busy.wallets.filter(({ address }) => !busy.approvers.has(address)) }
  await open(world, loud, { connections: LOUD_CONNECTIONS, count: WARM_UP * PROCESSES }).then(({ end }) =>
    end(),
  )
  await settled(world, busy)
  const alone = await forTime(await openQuiet(world, quiet, ALONE_MS), ALONE_MS)
  const loudSeconds = (LOUD_ALONE_MS + BEGIN_MS + BESIDE_MS) / 1_000
  const noise = await open(world, loud, {
    connections: LOUD_CONNECTIONS,
    count: LOUD_PER_SECOND * loudSeconds,
    untilEnded: true,
  })
  const loudAlone = await rate(noise.answered, () => wait(LOUD_ALONE_MS))
  const beginning = await openQuiet(world, quiet, BEGIN_MS + BESIDE_MS)
  await wait(BEGIN_MS)
  const skipped = beginning.answered.length
  const loudBeside = await rate(noise.answered, () => wait(BESIDE_MS))
  const beside = (await beginning.end()).slice(skipped)
  await noise.end()
  await settled(world, busy)
  await world.endAll()
  const result = {
    aloneMs: p95(alone),
    besideMs: p95(beside),
    loudAlonePerSecond: loudAlone,
    loudBesidePerSecond: loudBeside,
  }
  process.stderr.write(`${way}: ${JSON.stringify({ ...result, samples: beside.length })}\n`)
  return result
}

type Opened = { answered: readonly Answered[]; end: () => Promise<readonly Answered[]> }

function openQuiet(world: World, quiet: BenchOrganization, ms: number): Promise<Opened> {
  return open(world, quiet, {
    connections: QUIET_CONNECTIONS,
    count: Math.ceil((QUIET_PER_SECOND * ms) / 1_000),
    pauseMs: QUIET_PAUSE_MS,
    untilEnded: true,
  })
}

/** Begins to send. `end` resolves with all responses. With `untilEnded`, it also stops sending. */
async function open(
  world: World,
  { apiKey, wallets }: BenchOrganization,
  {
    count,
    untilEnded = false,
    ...how
  }: { count: number; connections: number; pauseMs?: number; untilEnded?: boolean },
): Promise<Opened> {
  const requests = await signTransfers(world.place(apiKey)(), wallets, { recipient: newAddress(), count })
  const answered: Answered[] = []
  let goesOn = true
  const sending = runLoad({
    origins: world.origins,
    apiKey,
    requests,
    ...how,
    onAnswer: (one) => void answered.push(one),
    goesOn: () => goesOn,
  })
  const end = async () => {
    if (untilEnded) goesOn = false
    await sending
    return answered
  }
  return { answered, end }
}

async function forTime(opened: Opened, ms: number): Promise<readonly Answered[]> {
  await wait(ms)
  return opened.end()
}

/** Responses per second while `during` runs. */
async function rate(answered: readonly Answered[], during: () => Promise<unknown>): Promise<number> {
  const before = answered.length
  const startedAt = performance.now()
  await during()
  return ((answered.length - before) * 1_000) / (performance.now() - startedAt)
}

function p95(answered: readonly Answered[]): number {
  const durations = answered.map(({ ms }) => ms)
  return quantile(durations, 0.95)
}

function mean(phases: readonly Fairness[]): Fairness {
  const of = (figure: (phase: Fairness) => number) =>
    phases.reduce((sum, phase) => sum + figure(phase), 0) / phases.length
  return {
    aloneMs: of(({ aloneMs }) => aloneMs),
    besideMs: of(({ besideMs }) => besideMs),
    loudAlonePerSecond: of(({ loudAlonePerSecond }) => loudAlonePerSecond),
    loudBesidePerSecond: of(({ loudBesidePerSecond }) => loudBesidePerSecond),
  }
}

function besideRow(how: string, { aloneMs, besideMs }: Fairness, factorMax?: number): Row {
  const factor = besideMs / aloneMs
  return {
    what: `execute of a quiet organization ${how}, p95 alone / beside a loud one`,
    measured: `${aloneMs.toFixed(0)} / ${besideMs.toFixed(0)} ms, ${factor.toFixed(1)} times`,
    ...(factorMax === undefined
      ? { budget: '' }
      : { budget: `${factorMax} times`, met: factor <= factorMax }),
  }
}

function lostRow(what: string, before: Fairness, after: Fairness): Row {
  const lost = 1 - after.loudAlonePerSecond / before.loudAlonePerSecond
  const rates = [before, after].map(({ loudAlonePerSecond }) => loudAlonePerSecond.toFixed(0))
  return {
    what,
    measured: `${(100 * lost).toFixed(0)} % (${rates.join(' → ')}/s)`,
    budget: `${100 * LOST_SHARE_MAX} %`,
    met: lost <= LOST_SHARE_MAX,
  }
}

function newAddress(): Address {
  return `0x${randomBytes(20).toString('hex')}`
}
