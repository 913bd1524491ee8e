import { sql } from 'kysely'
import type { Address } from 'viem'
import { ApiError, apiError } from '#server-kit/http/http-error.ts'
import { simulateInTurn } from '#service/chain/simulate-in-turn.ts'
import type { HasChain, HasClock, HasDatabase, HasMetrics, HasRelay } from '#service/context-parts.ts'
import { broadcast } from './broadcast.ts'
import type { Sent } from './bundle.ts'
import { createFeeSource } from './fees.ts'
import { createFundsWatch, type FundsWatch } from './funds.ts'
import { estimateCallGas, withinGas } from './gas.ts'
import { createLane, type Lane } from './lane.ts'
import { ensureLane } from './nonce-repair.ts'
import { createOutcomeWaiters } from './outcome-waiters.ts'
import { RELAY_DEFAULTS, type Prepared, type RelayParts, type RelaySettings } from './relay-parts.ts'
import type { Relay, Relayed, RelayRequest } from './relay.ts'
import { noteRefusal } from './relayed-rows.ts'
import { createSettler } from './settle.ts'
import type { Signer } from './sign-attempt.ts'
import { createSweeper } from './sweep.ts'
import { createWatcher } from './watcher.ts'

/** `failpoint`: for tests that end the process at a named point. */
export type CreateRelayOptions = Pick<RelayParts, 'db' | 'chain' | 'clock' | 'log'> &
  Partial<Pick<RelayParts, 'handlers' | 'failpoint'>> & {
    /** The keys that pay for gas, with one lane each. */
    signers: readonly Signer[]
    settings?: Partial<RelaySettings>
  }

/**
 * Creates the relayer. It signs with the service's own keys, stores the signed bytes before it broadcasts
 * them, and recovers after any end of the process. Several processes may share the keys (ADR 0015).
 */
export function createRelay(options: CreateRelayOptions): Relay {
  let contract: Address | undefined
  const { db, chain, clock, log, handlers = {}, failpoint = () => {} } = options
  const settings = { ...RELAY_DEFAULTS, ...options.settings }
  const fees = openFees(chain, clock, settings)
  const bundleContract = (key: Address) => (fundsWatch.hasEnough(key) ? contract : undefined)
  const shared = { db, chain, clock, log, settings, failpoint, handlers, bundleContract }
  const parts: RelayParts = { ...shared, ...fees }
  const lanes = options.signers.map((signer) => createLane(parts, signer))
  const waiters = createOutcomeWaiters(parts)
  const settler = createSettler(parts, waiters.settled)
  const watcher = createWatcher(parts, settler)
  const fundsWatch = createFundsWatch(parts, lanes)
  const chooseLane = createLaneChoice(lanes, fundsWatch)
  const sweeper = createSweeper(parts, lanes, watcher)
  let ignoreBlocks = () => {}
  const sending = new WeakMap<Sent, Promise<void>>()

  /** Broadcasts a transaction once for all callers that wait for a call in it. */
  function send(sent: Sent): Promise<void> {
    const begun = sending.get(sent) ?? broadcastStored(parts, sent, sweeper.soon)
    sending.set(sent, begun)
    return begun
  }
  async function submit(request: RelayRequest): Promise<Relayed> {
    const lane = chooseLane()
    const prepared = await prepare(parts, lane, request)
    parts.failpoint('simulated')
    const stored = await lane.store(prepared)
    watcher.watch(stored.sent.id, stored.hash)
    await send(stored.sent)
    parts.failpoint('broadcast')
    return { id: stored.id, hash: stored.hash }
  }
  return {
    submit,
    outcome: waiters.wait,
    funds: fundsWatch.funds,
    feeFault: () => readFeeFault(parts),
    bundleThrough: (address) => {
      contract = address
    },
    start: async () => {
      for (const lane of lanes) await ensureLane(parts, lane)
      ignoreBlocks = parts.chain.onBlock((block) => void watcher.onBlock(block))
      await fundsWatch.start()
      await sweeper.start()
    },
    stop: async () => {
      ignoreBlocks()
      await Promise.all([...lanes.map((lane) => lane.idle()), fundsWatch.stop()])
      await sweeper.stop()
      await settler.idle()
      waiters.stop()
    },
  }
}

function openFees(
  chain: RelayParts['chain'],
  clock: RelayParts['clock'],
  settings: RelaySettings,
): Pick<RelayParts, 'currentFees' | 'feeLimit' | 'noteFeeMinimum'> {
  const { current, limit, noteMinimum } = createFeeSource(chain, clock, settings)
  return { currentFees: current, feeLimit: limit, noteFeeMinimum: noteMinimum }
}

async function readFeeFault({ currentFees, feeLimit }: RelayParts): Promise<string | undefined> {
  try {
    await currentFees()
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code !== 'UNAVAILABLE') return undefined
    return `NETWORK FEES ARE ABOVE THE LIMIT of ${await feeLimit()} wei per gas: new work is refused`
  }
}

/**
 * Simulates a request and determines its gas and fees. Nothing here needs a nonce, so that requests are prepared in
 * parallel.
 */
async function prepare(parts: RelayParts, lane: Lane, request: RelayRequest): Promise<Prepared> {
  const { to, data, value = 0n } = request
  const call = { from: lane.address, to, data, value }
  const { gasLimitMax, gasLimits } = parts.settings
  const gasMax = request.purpose === 'transaction' ? gasLimits.gasPerCallMax : gasLimitMax
  const [gas, fees] = await Promise.all([
    simulateInTurn(parts.chain, request, () =>
      withinGas(gasMax, gasLimitMax, (most) => estimateCallGas(parts.chain, call, most)),
    ),
    parts.currentFees(),
  ])
  if (!gas.ok) throw apiError('TRANSACTION_REVERTS', gas.reason)
  return { request, fees, gasLimit: gas.gas }
}

/** Broadcasts a newly stored transaction. If the pool may accept it later, a sweep continues with it. */
async function broadcastStored(parts: RelayParts, stored: Sent, sweepSoon: () => void): Promise<void> {
  const answer = await broadcast(parts.chain, stored.raw)
  switch (answer.kind) {
    case 'accepted':
      return
    case 'later':
    case 'fee-too-low':
    case 'nonce-too-low':
      // The transaction needs another broadcast, a replacement or another nonce. A sweep takes care of that, and
      // the outcome has the final hash.
      sweepSoon()
      return
    case 'no-funds':
      parts.log.error({ relayed: stored.id }, 'the relayer key has no funds to pay for gas')
      throw cannotPay()
    case 'refused':
      await noteRefusal(parts, stored.id, answer.error.rpcMessage)
      throw answer.error
  }
}

function cannotPay(): Error {
  return apiError('UNAVAILABLE', 'The service cannot pay network fees at the moment. Try again later.')
}

/** Picks the lane with the shortest queue among those that can pay, in round robin when queues are equally long. */
function createLaneChoice(lanes: readonly Lane[], funds: Pick<FundsWatch, 'canPay'>): () => Lane {
  let turn = 0
  return () => {
    turn = (turn + 1) % lanes.length
    const inTurn = [...lanes.slice(turn), ...lanes.slice(0, turn)]
    const [first, ...others] = inTurn.filter((lane) => funds.canPay(lane.address))
    if (first === undefined) throw cannotPay()
    return others.reduce((best, lane) => (lane.depth() < best.depth() ? lane : best), first)
  }
}

/** Sets the relayer's gauges before each scrape: the open transactions of all processes, and the balances. */
export function collectRelayMetrics({
  db,
  chain,
  relay,
  clock,
  metrics,
}: HasChain & HasClock & HasDatabase & HasMetrics & HasRelay): void {
  metrics.addCollector(async () => {
    for (const { address, balanceWei, state } of relay.funds()) {
      metrics.relayerCanPay.set({ relayer: address }, state === 'empty' ? 0 : 1)
      if (balanceWei !== undefined) metrics.relayerBalance.set({ relayer: address }, Number(balanceWei))
    }
    const { rows } = await sql<{ open: string; oldest: Date | null }>`
      select count(*) as open, min(relayed.created_at) as oldest
      from open_relayed_transactions as open join relayed_transactions as relayed on relayed.id = open.relayed_id
      where open.chain_id = ${chain.id}`.execute(db)
    const [row] = rows
    metrics.relayerPending.set(Number(row?.open ?? 0))
    const oldest = row?.oldest ?? undefined
    const ageMs = oldest === undefined ? 0 : clock.now().getTime() - oldest.getTime()
    metrics.relayerOldestPending.set(Math.max(0, ageMs / 1_000))
  })
}
