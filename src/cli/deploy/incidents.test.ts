import { EventEmitter, once } from 'node:events'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { quantity } from '#service/chain/rpc-schemas.ts'
import { SIMULATIONS_AT_ONCE_MAX } from '#service/chain/simulate-in-turn.ts'
import { collectDatabaseMetrics } from '#service/index.ts'
import { startFaultProxy, noFault, type Fault } from '#service/testing/fault-proxy.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { startPlainAnvil } from '#service/testing/plain-anvil.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { hasTestPostgres } from '#service/testing/test-database.ts'
import { startWebhookReceiver, answerWith } from '#service/testing/webhook-receiver.ts'
import { emitEvent } from '#service/webhooks/emit-event.ts'
import { findRinging } from './testing/alert-rules.ts'
import { readSamples, type Scrape } from './testing/read-scrape.ts'

const BLOCKS_PER_PASS = 10
const LAG_BLOCKS = 30n
const FUNDS = 10n ** 21n
const EXECUTE = '/v1/baas/transactions/execute'
const HISTORY = '/v1/baas/wallets/:address/history'
const TARGET = { instance: 'latchkey-1', job: 'latchkey' }
const WAIT = { timeout: 120_000 }

const anvil = await startPlainAnvil()
const proxy = await startFaultProxy(anvil.url)
const service = await serviceWorld.node({ anvil: { ...anvil, url: proxy.url } })
const { ctx } = service
const receiver = await startWebhookReceiver()
collectDatabaseMetrics(ctx)
const wallet = await service.createWallet()
await service.mint(wallet.address, 1_000_000n)

/** Time passes only by `passMinutes`, so that a busy machine changes no minute's counts. */
let nowMs = Date.now()
ctx.clock.now = () => new Date(nowMs)

let scrapes: Scrape[] = []
beforeEach(async () => {
  // Leaves the range of every rule, so that an incident is not seen in the next test.
  await passMinutes(30)
  scrapes = []
  await scrape()
})
afterEach(async () => {
  proxy.fault = noFault
  receiver.answer = answerWith(204)
  ctx.settings.sandbox = false
  await anvil.fund(service.relayer, FUNDS)
  await expect.poll(() => ctx.relay.funds()[0]?.state, WAIT).toBe('enough')
  await ctx.db.deleteFrom('webhook_endpoints').execute()
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
  await proxy.close()
  await anvil.stop()
})

/** Moves the clock of the service ahead, and the chain with it. */
async function passMinutes(minutes: number): Promise<void> {
  nowMs += minutes * 60_000
  await anvil.mine(BLOCKS_PER_PASS - 1)
  const headSeconds = Math.floor(nowMs / 1_000)
  await anvil.rpc.request(z.unknown(), 'evm_setNextBlockTimestamp', [quantity(BigInt(headSeconds))])
  await anvil.mine(1)
}

async function scrape(): Promise<void> {
  const response = await service.fetch(new Request('http://service.test/metrics'))
  const text = await response.text()
  const up = { name: 'up', labels: TARGET, value: 1 }
  const atSeconds = ctx.clock.now().getTime() / 1_000
  scrapes.push({ atSeconds, samples: [up, ...readSamples(text, TARGET)] })
}

/** Counts how often the node has reported a head block older than one that it reported before. */
async function countOlderHeads(): Promise<number> {
  const response = await service.fetch(new Request('http://service.test/metrics'))
  const samples = readSamples(await response.text(), TARGET)
  return samples.find(({ name }) => name === 'latchkey_chain_head_backward_total')?.value ?? 0
}

/**
 * Waits until the node has reported an older head block twice more. On a busy machine, the service reads the head less
 * often than minutes pass in this test.
 */
async function seeOlderHeads(): Promise<void> {
  const before = await countOlderHeads()
  await expect.poll(countOlderHeads, WAIT).toBeGreaterThan(before + 1)
}

/** Lets minutes pass, with work in each of them and a scrape after it. */
async function watch(minutes: number, work: () => Promise<unknown>): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await work()
    await passMinutes(1)
    await scrape()
  }
}

/**
 * Alerts that also fire because the machine of the tests is slow. The index of holdings, for example, has ten blocks to
 * read for each minute, and a test lets a minute pass in an instant.
 */
const OF_SPEED = new Set([
  'LatchkeySlow',
  'LatchkeyExecuteSlow',
  'LatchkeyChainNodeSlow',
  'LatchkeyHistoryBehind',
])
const ringing = () => [...findRinging(scrapes).keys()].filter((alert) => !OF_SPEED.has(alert)).toSorted()
const transfer = (amount: bigint) => service.transfer(wallet, newAddress(), amount)
const linesWith = (text: string) => ctx.logLines.filter((line) => line.includes(text))

/** The node lags by thirty blocks, which are six minutes here. */
const lagging: Fault = async ({ method, params }, { ask }) => {
  const place = LATEST_AT[method]
  if (place === undefined || params[place] !== 'latest') return ask()
  const lagged = quantity((await anvil.head()) - LAG_BLOCKS)
  return ask({ method, params: params.map((param, index) => (index === place ? lagged : param)) })
}

/** Position of the block among the parameters of each method. */
const LATEST_AT: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_getTransactionCount: 1,
}

test('behavior: no alert rings while all is well', async () => {
  await watch(3, () => transfer(1n))
  expect(ringing()).toEqual([])
})

test('behavior: a tenant’s calls that revert do not ring the alarm of the node', async () => {
  await watch(3, async () => {
    for (let call = 0; call < 5; call += 1) {
      const answer = await transfer(10n ** 18n)
      expect(answer.content.code).toBe('TRANSACTION_REVERTS')
    }
  })
  expect(ringing()).toEqual([])
})

test('behavior: a node that fails rings its alarm', async () => {
  await watch(1, () => transfer(1n))
  proxy.fault = () => ({ status: 500, body: 'oh no' })
  await watch(3, () => Promise.all([transfer(1n), transfer(2n), transfer(3n), transfer(4n)]))
  expect(ringing()).toContain('LatchkeyChainNodeFails')
})

test('behavior: a relayer without funds is named, and the node is not blamed', async () => {
  await watch(1, () => transfer(1n))
  await anvil.fund(service.relayer, 0n)
  await expect.poll(() => ctx.relay.funds()[0]?.state, WAIT).toBe('empty')
  // On a busy machine, a request to the node may time out before the service has read the relayer's balance.
  await watch(2, async () => expect([503, 504]).toContain((await transfer(1n)).status))
  expect(ringing()).toEqual(['LatchkeyErrors', 'LatchkeyRelayerBalanceLow', 'LatchkeyRelayerEmpty'])
  expect(findRinging(scrapes).get('LatchkeyRelayerEmpty')?.[0]?.labels).toEqual({
    relayer: service.relayer.toLowerCase(),
  })
})

test('behavior: a node that lags behind is named, and is not called a reorganization', async () => {
  await watch(1, () => transfer(1n))
  proxy.fault = lagging
  await watch(3, async () => {
    await expect.poll(() => linesWith('the node lags').length, WAIT).toBeGreaterThan(0)
    await seeOlderHeads()
  })
  expect(ringing()).toEqual(['LatchkeyChainHeadGoesBack', 'LatchkeyChainHeadOld'])
  expect(linesWith('the node lags').length).toBeLessThan(10)
  expect(linesWith('chain-reorganized')).toEqual([])
  expect(linesWith('not on the chain any more')).toEqual([])
})

test('behavior: a gateway of which every second node lags behind is named', async () => {
  await watch(1, () => transfer(1n))
  let calls = 0
  proxy.fault = (request, tools) => {
    calls += 1
    return calls % 2 === 0 ? lagging(request, tools) : tools.ask()
  }
  await watch(3, async () => {
    await transfer(1n)
    await seeOlderHeads()
  })
  expect(ringing()).toContain('LatchkeyChainHeadGoesBack')
  expect(linesWith('chain-reorganized')).toEqual([])
})

test('behavior: a dead webhook receiver is named with its organization, in the metrics and once in the log', async () => {
  ctx.settings.sandbox = true
  const { content } = await service.call('POST', '/v1/org/webhooks', { body: { url: receiver.url } })
  receiver.answer = answerWith(503)
  const data = { walletAddress: wallet.address, externalUserId: 'user-1' }
  const event = {
    organizationId: service.demo.id,
    type: 'wallet.created',
    at: ctx.clock.now(),
    data,
  } as const
  await emitEvent(ctx.db, event)
  await expect.poll(() => linesWith('a webhook endpoint began to fail').length, WAIT).toBe(1)
  await watch(17, async () => undefined)
  expect(ringing()).toEqual(['LatchkeyWebhookEndpointFails', 'LatchkeyWebhooksLate'])
  const failing = { name: 'latchkey_webhook_endpoints', labels: { ...TARGET, state: 'failing' }, value: 1 }
  expect(scrapes.at(-1)?.samples).toContainEqual(failing)
  const [named] = findRinging(scrapes).get('LatchkeyWebhookEndpointFails') ?? []
  expect(named?.labels).toEqual({ organization: service.demo.id, endpoint: content.id })
})

test.skipIf(!hasTestPostgres())(
  'behavior: a row that another session holds is named by its table',
  async () => {
    const gate = new EventEmitter()
    const released = once(gate, 'release')
    const holder = ctx.db.transaction().execute(async (trx) => {
      await trx.selectFrom('relayer_lanes').selectAll().forUpdate().execute()
      await released
    })
    const sent = transfer(1n)
    await expect
      .poll(() => scrape().then(() => [...findRinging(scrapes).keys()]), WAIT)
      .toContain('LatchkeyRowLockHeld')
    const [named] = findRinging(scrapes).get('LatchkeyRowLockHeld') ?? []
    expect(named?.labels).toEqual({ table: 'relayer_lanes' })
    gate.emit('release')
    await holder
    expect((await sent).status).toBe(200)
  },
)

test('behavior: a key that sends more than half of all requests is named with its organization', async () => {
  await passMinutes(1)
  for (let round = 0; round < 35; round += 1)
    await Promise.all(Array.from({ length: 20 }, () => service.call('GET', '/v1/baas/tokens/allowed')))
  await passMinutes(1)
  await scrape()
  expect(ringing()).toContain('LatchkeyKeyDominates')
  const [named] = findRinging(scrapes).get('LatchkeyKeyDominates') ?? []
  expect(named?.labels).toEqual({ organization: service.demo.id, key: service.demo.keyId })
})

test('behavior: responses over the objective ring by their route, and a slow node by its calls', async () => {
  await watch(2, async () => {
    for (let request = 0; request < 40; request += 1) {
      ctx.metrics.countAnswer({ route: EXECUTE, method: 'POST', status: 200, seconds: 7 })
      ctx.metrics.countAnswer({ route: HISTORY, method: 'GET', status: 200, seconds: 1.5 })
    }
    for (let call = 0; call < 500; call += 1)
      ctx.metrics.rpcDuration.observe({ method: 'eth_call', outcome: 'answered' }, 1.5)
  })
  const found = findRinging(scrapes)
  expect(found.get('LatchkeyExecuteSlow')?.map(({ labels }) => labels)).toContainEqual({
    route: EXECUTE,
    method: 'POST',
  })
  expect(found.get('LatchkeySlow')?.map(({ labels }) => labels)).toContainEqual({
    route: HISTORY,
    method: 'GET',
  })
  expect([...found.keys()]).toContain('LatchkeyChainNodeSlow')
})

const BURST = 12

/**
 * Sends a burst of executes that wait behind simulations of the same organization. Only the wait takes time: seven
 * seconds of a clock that otherwise stands still.
 */
async function waitInOwnQueue(): Promise<void> {
  const turns = ctx.chain.simulationTurns
  if (turns === undefined) throw new Error('simulations take no turns')
  const asked = vi.spyOn(turns, 'run')
  const gate = new EventEmitter()
  const opened = once(gate, 'open')
  const first = Array.from({ length: SIMULATIONS_AT_ONCE_MAX }, () =>
    turns.run({ owner: service.demo.id }, () => opened),
  )
  const startedMs = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(startedMs)
  const answers = Array.from({ length: BURST }, () => transfer(1n))
  await expect.poll(() => asked.mock.calls.length, WAIT).toBe(first.length + answers.length)
  clock.mockReturnValue(startedMs + 7_000)
  gate.emit('open')
  await Promise.all([...first, ...answers])
  vi.restoreAllMocks()
}

test('behavior: executes that wait behind their own organization’s are not slow', async () => {
  await watch(2, waitInOwnQueue)
  expect([...findRinging(scrapes).keys()]).not.toContain('LatchkeyExecuteSlow')
})
