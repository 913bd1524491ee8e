import { numberToHex } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { historySchema } from '#protocol/holdings.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { addressTopic } from '#service/chain/chain-data.ts'
import { FRIEND } from '#service/testing/holdings-service.ts'
import { deployLogging } from '#service/testing/logging-contract.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { nextQuery } from '#service/testing/test-service.ts'
import { TOPICS } from './token-events.ts'

const world = await forFile(serviceWorld.holdings())
afterEach(async () => {
  await world.ctx.db.deleteFrom('allowed_tokens').execute()
})

const tokens = () => world.chain.tokens

describe('history', () => {
  test('behavior: an entry has its transaction of ours, the time of its block, and the token if it is listed', async () => {
    const wallet = await world.createWallet({ coins: 9n })
    await world.allow('erc20')
    await world.run(wallet, tokens().erc20, 'transfer(address,uint256)', [FRIEND, '9'])
    const [sent, minted] = (await world.history(wallet)).content
    const [transaction] = (await world.call('GET', `/v1/baas/transactions?wallet=${wallet.address}`)).content
    expect(sent).toMatchObject({
      transactionUuid: transaction.transactionUuid,
      transactionHash: transaction.transactionHash,
      blockNumber: transaction.blockNumber,
      allowed: true,
      token: { name: 'Listed erc20', symbol: 'LIST', decimals: 6 },
    })
    expect(minted).not.toHaveProperty('transactionUuid')
    expect(Math.abs(Date.parse(sent.minedAtDatetime) - world.ctx.clock.now().getTime())).toBeLessThan(120_000)
  })

  test('behavior: the wallet’s side determines the kind', async () => {
    const wallet = await world.createWallet()
    const token = await deployLogging(world.chain)
    const sides = [
      ['in', FRIEND, wallet.address],
      ['out', wallet.address, FRIEND],
      ['self', wallet.address, wallet.address],
      ['mint', ZERO_ADDRESS, wallet.address],
      ['burn', wallet.address, ZERO_ADDRESS],
    ] as const
    for (const [, from, to] of sides) {
      await token.log([TOPICS.transfer, addressTopic(from), addressTopic(to)], numberToHex(1n, { size: 32 }))
    }
    const { content } = await world.history(wallet)
    expect(historySchema.parse(content)).toEqual(content)
    expect(content.map((entry: { kind: string }) => entry.kind)).toEqual(
      sides.map(([kind]) => kind).toReversed(),
    )
    expect(content.map((entry: { counterparty: string }) => entry.counterparty).toReversed()).toEqual([
      FRIEND,
      FRIEND,
      wallet.address,
      ZERO_ADDRESS,
      ZERO_ADDRESS,
    ])
  })

  test('behavior: pages have no gaps or repetitions while new entries arrive', async () => {
    const wallet = await world.createWallet()
    const spam = await deployLogging(world.chain)
    await spam.logMany(23, [TOPICS.transfer, addressTopic(FRIEND), addressTopic(wallet.address)])
    const all = (await world.history(wallet)).content
    expect(all).toHaveLength(23)
    const seen: unknown[] = []
    let query: string | undefined = '?limit=10'
    while (query !== undefined) {
      const page = await world.call('GET', `/v1/baas/wallets/${wallet.address}/history${query}`)
      seen.push(...page.content)
      query = nextQuery(page)
      await world.chain.mintCoins(wallet.address, 1n)
      await world.history(wallet, '?limit=1')
    }
    expect(seen).toEqual(all)
  })

  test('error: refuses a foreign cursor, and an invalid limit or address', async () => {
    const wallet = await world.createWallet()
    for (const what of ['history', 'balances']) {
      const path = `/v1/baas/wallets/${wallet.address}/${what}`
      for (const cursor of ['x', 'W10', 'WyJhIiwxLDFd', 'WyIxIiwtMSwwXQ', 'bnVsbA']) {
        expect((await world.call('GET', `${path}?cursor=${cursor}`)).content.errors).toEqual([
          { path: 'cursor', message: 'must be the cursor of a next link' },
        ])
      }
      expect((await world.call('GET', `${path}?limit=-1`)).status).toBe(400)
    }
    expect((await world.call('GET', '/v1/baas/wallets/0x12/history')).content.errors[0].path).toBe('address')
  })
})

test('behavior: readiness and metrics report how far the chain is read', async () => {
  const ready = await world.call('GET', '/readyz')
  expect(ready.status).toBe(200)
  expect(ready.content.checks.history).toEqual({
    ready: true,
    note: expect.stringMatching(/^\d+ blocks behind the chain$/),
  })
  const metrics = await (await world.fetch(new Request('http://service.test/metrics'))).text()
  expect(metrics).toMatch(/^latchkey_indexer_blocks_behind \d+$/m)
})
