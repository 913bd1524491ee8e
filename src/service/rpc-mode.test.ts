import { afterEach, describe, expect, test } from 'vitest'
import { generatePrivateKey } from 'viem/accounts'
import { newAddress } from './testing/relay-harness.ts'
import { startNodeHarness, type NodeHarness, type NodeHarnessOptions } from './testing/node-harness.ts'
import { startPlainAnvil, type PlainAnvil, type PlainAnvilOptions } from './testing/plain-anvil.ts'

let anvil: PlainAnvil | undefined
let harness: NodeHarness | undefined
afterEach(async () => {
  await harness?.stop()
  await anvil?.stop()
})

async function start(
  node: PlainAnvilOptions = {},
  options: Omit<NodeHarnessOptions, 'anvil'> = {},
): Promise<NodeHarness> {
  anvil = await startPlainAnvil(node)
  harness = await startNodeHarness({ anvil, ...options })
  return harness
}

/** A wallet, and a transfer of it that is confirmed. */
async function transferOnce(service: NodeHarness): Promise<void> {
  const wallet = await service.createWallet()
  expect(wallet.answer).toMatchObject({ status: 200, content: { address: wallet.address } })
  await service.mint(wallet.address, 5n)
  const to = newAddress()
  const answer = await service.transfer(wallet, to, 2n)
  expect(answer).toMatchObject({ status: 200, content: { success: true } })
  await expect
    .poll(() => service.statusOf(answer.content.transactionHash), { timeout: 10_000 })
    .toBe('CONFIRMED')
  expect(await service.coinsOf(to)).toBe(2n)
}

describe('over a node that the service knows by its address', () => {
  test('behavior: a wallet is created and a transfer confirmed on a chain that mines at once', async () => {
    const service = await start()
    await transferOnce(service)
    const ready = await service.call('GET', '/readyz', { key: null })
    expect(ready).toMatchObject({
      status: 200,
      content: {
        checks: {
          chain: {
            ready: true,
            note: expect.stringMatching(/^chain 77001; block \d+, \d+ s old; P-256 precompile$/),
          },
          relayer: { ready: true, note: expect.stringMatching(/^lane 0x[0-9a-f]{40} has \d+ wei$/) },
        },
      },
    })
    const config = await service.call('GET', '/v1/baas/config')
    expect(config.content.features).toContain('p256-precompile')
  }, 60_000)

  test('behavior: a chain that mines every second, with three confirmations', async () => {
    const service = await start({ blockTime: 1 }, { settings: { confirmations: 3 } })
    await transferOnce(service)
  }, 120_000)

  test('behavior: without the P-256 precompile it says so, and transfers are confirmed all the same', async () => {
    const service = await start({ hardfork: 'prague' })
    await transferOnce(service)
    expect(service.ctx.logLines.join('')).toContain('the chain has no P-256 precompile')
    const config = await service.call('GET', '/v1/baas/config')
    expect(config.content.features).not.toContain('p256-precompile')
    const ready = await service.call('GET', '/readyz', { key: null })
    expect(ready.content.checks.chain).toMatchObject({
      ready: true,
      note: expect.stringContaining('no P-256 precompile'),
    })
    const rows = await service.ctx.db.selectFrom('relayed_transactions').select('gas_limit').execute()
    for (const row of rows) expect(row.gas_limit).toBeLessThan(2 ** 24)
  }, 60_000)

  test('behavior: several keys share the work, a lane each', async () => {
    const relayerKeys = [generatePrivateKey(), generatePrivateKey(), generatePrivateKey()]
    const service = await start({}, { relayerKeys })
    const to = newAddress()
    await Promise.all(Array.from({ length: 12 }, () => service.mint(to, 1n)))
    expect(await service.coinsOf(to)).toBe(12n)
    const lanes = await service.ctx.db
      .selectFrom('relayed_transactions')
      .select('from_address')
      .distinct()
      .execute()
    expect(lanes).toHaveLength(3)
  }, 60_000)
})
