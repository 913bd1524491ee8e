import { numberToHex, type Address } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { balancesSchema } from '#protocol/holdings.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { addressTopic } from '#service/chain/chain-data.ts'
import { abiString, abiUint } from '#service/testing/answering-contract.ts'
import { FRIEND } from '#service/testing/holdings-service.ts'
import { deployLogging } from '#service/testing/logging-contract.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { TOPICS } from './token-events.ts'

const world = await forFile(serviceWorld.holdings())
afterEach(async () => {
  await world.ctx.db.deleteFrom('allowed_tokens').execute()
})

const logTransfer = (token: Awaited<ReturnType<typeof deployLogging>>, to: Address) =>
  token.log([TOPICS.transfer, addressTopic(FRIEND), addressTopic(to)], numberToHex(7n, { size: 32 }))

test('behavior: omits claims that the contract does not confirm', async () => {
  const wallet = await world.createWallet()
  const address = addressTopic(wallet.address)
  const silent = await deployLogging(world.chain)
  await logTransfer(silent, wallet.address)
  await silent.log([TOPICS.transfer, addressTopic(FRIEND), address, numberToHex(1n, { size: 32 })], '0x')
  await silent.log([TOPICS.approval, address, addressTopic(FRIEND)], numberToHex(7n, { size: 32 }))
  await silent.log([TOPICS.approval, address, addressTopic(FRIEND), numberToHex(1n, { size: 32 })], '0x')
  await silent.log([TOPICS.approvalForAll, address, addressTopic(FRIEND)], numberToHex(1n, { size: 32 }))
  const { content, status } = await world.balances(wallet)
  expect(status).toBe(200)
  const empty = { collectibles: [], multiTokens: [], allowances: [], operators: [] }
  expect(content).toMatchObject({ coins: [{ symbol: 'ETH' }], ...empty })
  expect((await world.history(wallet)).content).toHaveLength(5)
})

test.each([
  [
    'a name of 10 kB and 255 decimals',
    { 'name()': abiString('x'.repeat(10_000)), 'decimals()': abiUint(255n) },
  ],
  ['a name of control characters', { 'name()': abiString('A\u202e\u0000\nB'), 'decimals()': abiUint(1n) }],
  [
    'a name that is no text and 256 decimals',
    { 'name()': `0x${'f'.repeat(128)}` as const, 'decimals()': abiUint(256n) },
  ],
  ['a real zero of decimals', { 'decimals()': abiUint(0n) }],
  ['decimals that revert', { 'decimals()': 'revert' as const }],
  ['nothing else', {}],
])('param: lists a coin with %s with the parts that could be read', async (_name, answers) => {
  const wallet = await world.createWallet()
  const token = await deployLogging(world.chain, {
    ...answers,
    'balanceOf(address)': abiUint(2n ** 256n - 1n),
  })
  await logTransfer(token, wallet.address)
  const { content } = await world.balances(wallet)
  expect(balancesSchema.parse(content)).toEqual(content)
  const [, coin] = content.coins
  expect(coin).toMatchObject({ amount: (2n ** 256n - 1n).toString(), allowed: false })
  expect([...coin.name].length).toBeLessThanOrEqual(64)
  expect(coin.name).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  const { 'decimals()': decimals } = answers as Record<string, string | undefined>
  expect(coin.decimals).toBe(
    decimals === undefined || decimals === 'revert' || BigInt(decimals) > 255n ? null : Number(decimals),
  )
})

test('behavior: a token that loops or returns endless data does not affect the others', async () => {
  const wallet = await world.createWallet({ coins: 1n })
  for (const behaviour of ['loop', 'endless'] as const) {
    await logTransfer(await deployLogging(world.chain, { 'balanceOf(address)': behaviour }), wallet.address)
  }
  const { content } = await world.balances(wallet)
  expect(content.coins).toMatchObject([{ symbol: 'ETH' }, { symbol: 'DEMO', amount: '1' }])
})

test('behavior: follows a thousand items in one block, and returns them in pages after listed tokens', async () => {
  const wallet = await world.createWallet()
  const tokenId = 1_000n
  await world.allow('erc721')
  await world.chain.mint({ standard: 'erc721', to: wallet.address, tokenId })
  const spam = await deployLogging(world.chain, { 'ownerOf(uint256)': addressTopic(wallet.address) })
  await spam.logMany(1_000, [TOPICS.transfer, addressTopic(FRIEND), addressTopic(wallet.address)])
  const ids = new Set<string>()
  let page = await world.balances(wallet, '?limit=200')
  expect(page.content.collectibles[0]).toMatchObject({
    name: 'Listed erc721',
    tokenId: tokenId.toString(),
    allowed: true,
  })
  for (let pages = 1; ; pages += 1) {
    for (const item of page.content.collectibles) ids.add(`${item.tokenAddress} ${item.tokenId}`)
    const link: string | undefined = page.headers.get('link')?.match(/<(.+)>; rel="next"/)?.[1]
    expect(page.content.coins).toHaveLength(pages === 1 ? 1 : 0)
    if (link === undefined) break
    const { pathname, search } = new URL(link)
    page = await world.call('GET', pathname + search)
  }
  expect(ids.size).toBe(1_001)
})
