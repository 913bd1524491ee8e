import { generatePrivateKey } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newAddress } from '#service/testing/new-address.ts'
import { startFaultyNode, type FaultyNode } from './testing/faulty-node.ts'
import type { NodeService, NodeServiceOptions } from './testing/node-service.ts'
import { startPlainAnvil, type PlainAnvil, type PlainAnvilOptions } from './testing/plain-anvil.ts'
import { serviceWorld } from './testing/service-world.ts'

let anvil: PlainAnvil | undefined
let world: NodeService | undefined
const WAIT = { timeout: 120_000 }
/**
 * Time for which a node may be silent, in milliseconds. One second was not enough for a healthy node on a busy
 * machine.
 */
const SILENCE_MS = 10_000

afterEach(async () => {
  await world?.stop()
  await anvil?.stop()
  world = undefined
  anvil = undefined
})

async function start(
  node: PlainAnvilOptions = {},
  options: Omit<NodeServiceOptions, 'anvil'> = {},
): Promise<NodeService> {
  anvil = await startPlainAnvil(node)
  world = await serviceWorld.node({ anvil, ...options })
  return world
}

/** Creates a wallet and waits until a transfer of it is confirmed. */
async function transferOnce(service: NodeService): Promise<void> {
  const wallet = await service.createWallet()
  expect(wallet.answer).toMatchObject({ status: 200, content: { address: wallet.address } })
  await service.mint(wallet.address, 5n)
  const to = newAddress()
  const answer = await service.transfer(wallet, to, 2n)
  expect(answer).toMatchObject({ status: 200, content: { success: true } })
  await expect.poll(() => service.statusOf(answer.content.transactionHash), WAIT).toBe('CONFIRMED')
  expect(await service.coinsOf(to)).toBe(2n)
}

/**
 * Waits until `/readyz` reports the expected result. Each check has a time limit, which a busy machine may
 * exceed once.
 */
async function expectReport(service: NodeService, expected: Readiness): Promise<void> {
  await expect.poll(() => service.call('GET', '/readyz', { key: null }), WAIT).toMatchObject(expected)
}
type Readiness = { status?: number; content: { checks: Record<string, unknown> } }

describe('over a node given by its URL', () => {
  test('behavior: creates a wallet and confirms a transfer on a chain that mines immediately', async () => {
    const service = await start()
    await transferOnce(service)
    await expectReport(service, {
      status: 200,
      content: {
        checks: {
          chain: {
            ready: true,
            note: expect.stringMatching(
              /^chain 77001; block \d+, \d+ s old; P-256 precompile; asked at pending; tip by eth_maxPriorityFeePerGas$/,
            ),
          },
          relayer: { ready: true, note: expect.stringMatching(/^lane 0x[0-9a-f]{40} has \d+ wei$/) },
        },
      },
    })
    const config = await service.call('GET', '/v1/baas/config')
    expect(config.content.features).toContain('p256-precompile')
  })

  test('behavior: works on a chain that mines every second, with three confirmations', async () => {
    const service = await start({ blockTime: 1 }, { settings: { confirmations: 3 } })
    await transferOnce(service)
  })

  test('behavior: without the P-256 precompile it reports that, and still confirms transfers', async () => {
    const service = await start({ hardfork: 'prague' })
    await transferOnce(service)
    expect(service.ctx.logLines.join('')).toContain('the chain has no P-256 precompile')
    const config = await service.call('GET', '/v1/baas/config')
    expect(config.content.features).not.toContain('p256-precompile')
    const chain = { ready: true, note: expect.stringContaining('no P-256 precompile') }
    await expectReport(service, { content: { checks: { chain } } })
    const rows = await service.ctx.db.selectFrom('relayed_transactions').select('gas_limit').execute()
    for (const row of rows) expect(row.gas_limit).toBeLessThan(2 ** 24)
  })

  test('behavior: several keys share the work, one lane each', async () => {
    const relayerKeys = [generatePrivateKey(), generatePrivateKey(), generatePrivateKey()]
    // About once in a thousand transactions, this node does not mine a transaction that waited for an earlier one.
    // The relayer replaces it after `stuckMs`. The default of a minute is too long for this test.
    const service = await start({}, { relayerKeys, relaySettings: { stuckMs: 2_000 } })
    const to = newAddress()
    await Promise.all(Array.from({ length: 12 }, () => service.mint(to, 1n)))
    expect(await service.coinsOf(to)).toBe(12n)
    const lanes = await service.ctx.db
      .selectFrom('relayed_transactions')
      .select('from_address')
      .distinct()
      .execute()
    expect(lanes).toHaveLength(3)
  })
})

test('error: reports logs in an unknown format in /readyz and the log, and reads them again once the format is right', async () => {
  anvil = await startPlainAnvil()
  const node = await startFaultyNode(anvil.url)
  world = await serviceWorld.node({ anvil, chain: { rpcUrl: node.url } })
  const service = world
  const history = async () => {
    const { content } = await service.call('GET', '/readyz', { key: null })
    return content.checks.history.note
  }
  try {
    node.fault = 'strange-logs'
    await transferOnce(service)
    await expect.poll(history, WAIT).toMatch(/responds to eth_getLogs in an unknown shape/)
    expect(service.ctx.logLines.join('')).toContain('chain-logs-not-understood')
    node.fault = 'none'
    await anvil.mine(1)
    await expect.poll(history, WAIT).toBe('0 blocks behind the chain')
  } finally {
    await node.close()
  }
})

describe('with a second provider', () => {
  let node: PlainAnvil
  let service: NodeService
  let first: FaultyNode
  let second: FaultyNode
  beforeAll(async () => {
    node = await startPlainAnvil()
    first = await startFaultyNode(node.url)
    second = await startFaultyNode(node.url)
    const chain = { rpcUrl: first.url, secondRpcUrl: second.url, timeoutMs: SILENCE_MS, probeMs: 100 }
    service = await serviceWorld.node({ anvil: node, chain })
  })
  afterEach(async () => {
    first.fault = 'none'
    second.fault = 'none'
    const chain = service.ctx.chain
    await expect.poll(() => chain.providers?.().find(({ inUse }) => inUse)?.name, WAIT).toBe('RPC_URL')
  })
  afterAll(async () => {
    await service.stop()
    await first.close()
    await second.close()
    await node.stop()
  })

  test.each(['server-error', 'silence', 'too-many-requests', 'header-not-found', 'reset'] as const)(
    'behavior: %s of the first provider: creation, execute and outcome continue with the second',
    async (fault) => {
      first.fault = fault
      await transferOnce(service)
      const metrics = await service.fetch(new Request('http://service.test/metrics'))
      expect(await metrics.text()).toMatch(/^latchkey_chain_rpc_failovers_total [1-9]/m)
      const chain = { ready: true, note: expect.stringContaining('RPC_URL not well; RPC_URL_2 in use') }
      await expectReport(service, { content: { checks: { chain } } })
    },
  )

  test('behavior: confirms nothing while the other provider has another block at that height', async () => {
    const wallet = await service.createWallet()
    await service.mint(wallet.address, 5n)
    second.fault = 'other-blocks'
    const { content } = await service.transfer(wallet, newAddress(), 1n)
    await expect.poll(() => service.ctx.logLines.join(''), WAIT).toContain('chain-rpc-disagreement')
    expect(await service.statusOf(content.transactionHash)).toBe('SUBMITTED')
    second.fault = 'none'
    await expect.poll(() => service.statusOf(content.transactionHash), WAIT).toBe('CONFIRMED')
  })

  test('behavior: a second provider without receipts delays nothing', async () => {
    second.fault = 'no-receipts'
    await transferOnce(service)
  })
})
