import { privateKeyToAccount } from 'viem/accounts'
import type { Hex } from 'viem'
import { serviceError } from '#service/http/service-error.ts'
import { broadcast } from './broadcast.ts'
import { createFeeSource, type Fees } from './fees.ts'
import { gasOf } from './gas.ts'
import { createLane, type Lane, type Prepared, type Stored } from './lane.ts'
import { ensureLane } from './nonce-repair.ts'
import { createOutcomeWaiters } from './outcome-waiters.ts'
import { RELAY_DEFAULTS, type Failpoint, type RelayParts, type RelaySettings } from './relay-parts.ts'
import type { Relay, RelayRequest } from './relay.ts'
import { createSettler, type OutcomeHandlers } from './settle.ts'
import { setRefusal } from './open-transactions.ts'
import { LaneSweep, type SweepScope } from './sweep.ts'
import { createWatcher } from './watcher.ts'

export type CreateRelayOptions = Pick<RelayParts, 'db' | 'chain' | 'clock' | 'log'> & {
  /** One lane for each key. Never logged. */
  privateKeys: readonly Hex[]
  settings?: Partial<RelaySettings>
  /** For tests that end the process at a named place. */
  failpoint?: Failpoint
}

/**
 * The relayer: signs with the service's own keys, stores the signed bytes before it broadcasts them, and
 * goes on after any end of the process.
 */
export function createRelay(options: CreateRelayOptions): Relay {
  const parts: RelayParts = {
    db: options.db,
    chain: options.chain,
    clock: options.clock,
    log: options.log,
    settings: { ...RELAY_DEFAULTS, ...options.settings },
    failpoint: options.failpoint ?? (() => {}),
  }
  const handlers: OutcomeHandlers = new Map()
  const lanes = options.privateKeys.map((key) => createLane(parts, privateKeyToAccount(key)))
  const currentFees = createFeeSource(parts.chain, parts.settings.feePerGasMax)
  const waiters = createOutcomeWaiters(parts)
  const settler = createSettler(parts, handlers, waiters.settled)
  const watcher = createWatcher(parts, settler)
  const sweeps = lanes.map((lane) => new LaneSweep(parts, lane, currentFees, watcher))
  const sweeper = createSweeper(parts, sweeps)
  let ignoreBlocks = () => {}

  async function submit(request: RelayRequest): Promise<{ id: string; hash: Hex }> {
    const lane = shortest(lanes)
    const stored = await lane.store(await prepare(parts, lane, request, currentFees))
    watcher.watch(stored.id, stored.hash)
    await offer(parts, stored, sweeper.soon)
    parts.failpoint('broadcast')
    return { id: stored.id, hash: stored.hash }
  }
  return {
    submit,
    outcome: waiters.wait,
    onOutcome: (purpose, handler) => {
      handlers.set(purpose, handler)
    },
    start: async () => {
      for (const lane of lanes) await ensureLane(parts, lane)
      ignoreBlocks = parts.chain.onBlock((block) => void watcher.onBlock(block))
      await sweeper.start()
    },
    stop: async () => {
      ignoreBlocks()
      await Promise.all(lanes.map((lane) => lane.idle()))
      await sweeper.stop()
      await settler.idle()
      waiters.stop()
    },
  }
}

/** Simulation, gas and fees: all that can happen before a nonce is taken, for many requests at once. */
async function prepare(
  parts: RelayParts,
  lane: Lane,
  request: RelayRequest,
  currentFees: () => Promise<Fees>,
): Promise<Prepared> {
  const { to, data, value = 0n } = request
  const call = { from: lane.address, to, data, value }
  const [gas, fees] = await Promise.all([gasOf(parts.chain, call, parts.settings.gasLimitMax), currentFees()])
  if (!gas.ok) throw serviceError('TRANSACTION_REVERTS', gas.reason)
  return { request, fees, gasLimit: gas.gas }
}

/** Broadcasts what was just stored. Whatever goes wrong here, the sweeps go on with it. */
async function offer(parts: RelayParts, stored: Stored, sweepSoon: () => void): Promise<void> {
  const answer = await broadcast(parts.chain, stored.raw)
  switch (answer.kind) {
    case 'accepted':
      return
    case 'fee-too-low':
    case 'nonce-too-low':
      // A replacement, or another nonce: the relayer sees to it, and the outcome names the hash that counts.
      sweepSoon()
      return
    case 'no-funds':
      parts.log.error({ relayed: stored.id }, 'the relayer key has no funds to pay for gas')
      throw serviceError('UNAVAILABLE', 'The service cannot pay network fees at the moment. Try again later.')
    case 'refused':
      await setRefusal(parts, stored.id, answer.error.rpcMessage)
      throw answer.error
  }
}

function shortest(lanes: readonly Lane[]): Lane {
  const [first, ...others] = lanes
  if (first === undefined) throw new Error('the relayer has no key')
  return others.reduce((best, lane) => (lane.depth() < best.depth() ? lane : best), first)
}

/** Sweeps at the start, then again and again, one at a time; a failed one is tried again with the next. */
function createSweeper(parts: RelayParts, sweeps: readonly LaneSweep[]) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let stopped = false

  function run(scope: SweepScope): Promise<void> {
    running ??= Promise.all(sweeps.map((sweep) => sweep.run(scope)))
      .then(() => undefined)
      .catch((error: unknown) => {
        parts.log.warn({ err: error }, 'open transactions could not be looked after; trying again')
      })
      .finally(() => {
        running = undefined
        schedule(parts.settings.sweepMs, 'regular')
      })
    return running
  }
  function schedule(ms: number, scope: SweepScope): void {
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(() => void run(scope), ms)
    timer.unref()
  }
  return {
    start: () => run('start'),
    soon: () => schedule(0, 'start'),
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
