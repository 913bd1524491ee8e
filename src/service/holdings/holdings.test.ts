import { encodeFunctionData, numberToHex, parseAbi, type Address } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checksumAddress, ZERO_ADDRESS } from '#shared/display/address.ts'
import { balancesSchema, historySchema } from '#shared/org/holdings.ts'
import { walletAddress } from '#shared/signing/wallet-address.ts'
import { addressTopic } from '#service/chain/logs.ts'
import { encodeMint } from '#service/sandbox/demo-tokens.ts'
import { allowToken } from '#service/tokens/allowed-tokens.ts'
import { abiString, abiUint, deployAnswering } from '#service/testing/answering-contract.ts'
import type { TestWallet } from '#service/testing/execute-harness.ts'
import type { TestOrganization } from '#service/testing/harness.ts'
import { startHoldingsHarness, type HoldingsHarness } from '#service/testing/holdings-harness.ts'
import { deployLogging } from '#service/testing/logging-contract.ts'
import { newAddress } from '#service/testing/relay-harness.ts'
import { createSoftwarePasskey } from '#service/testing/software-passkey.ts'
import { TOPICS } from './token-events.ts'

let harness: HoldingsHarness
let other: TestOrganization

beforeAll(async () => {
  harness = await startHoldingsHarness()
  other = await harness.addOrganization('Other', 'other.example')
})
afterAll(() => harness.stop())
afterEach(async () => {
  await harness.ctx.db.deleteFrom('allowed_tokens').execute()
})

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  'function setApprovalForAll(address operator, bool approved)',
])
const FRIEND: Address = '0x1111111111111111111111111111111111111111'
const tokens = () => harness.chain.tokens
const sender = () => harness.chain.sender

function allow(standard: 'erc20' | 'erc721' | 'erc1155') {
  const words = { name: `Listed ${standard}`, symbol: 'LIST', decimals: standard === 'erc20' ? 6 : 0 }
  const token = { address: tokens()[standard], standard, ...words, logoUrl: '', now: harness.ctx.clock.now() }
  return allowToken(harness.ctx.db, token)
}
const mint = (what: Parameters<typeof encodeMint>[0]) =>
  harness.chain.send({ to: tokens()[what.standard], data: encodeMint(what) })

/** Ids that no other test of this chain has. */
let nextId = 1_000n
const newId = () => (nextId += 1n)

describe('coins', () => {
  test('behavior: the native coin and the listed coins come first, also without amount; then what was received', async () => {
    const wallet = await harness.createWallet({ coins: 42n })
    const silent = await deployAnswering(harness.chain, { 'name()': abiString('Silent') })
    const listing = {
      address: silent,
      standard: 'erc20' as const,
      name: 'Silent',
      symbol: 'SIL',
      decimals: 0,
    }
    const before = await harness.balances(wallet)
    expect(before.content.coins).toMatchObject([
      { tokenAddress: ZERO_ADDRESS, symbol: 'ETH', decimals: 18, amount: '0', allowed: true },
      { tokenAddress: checksumAddress(tokens().erc20), name: 'Demo Coin', amount: '42', allowed: false },
    ])
    await allow('erc20')
    await allowToken(harness.ctx.db, { ...listing, logoUrl: '', now: harness.ctx.clock.now() })
    const after = await harness.balances(wallet)
    expect(balancesSchema.parse(after.content)).toEqual(after.content)
    expect(after.content).toMatchObject({ address: wallet.address, collectibles: [], multiTokens: [] })
    expect(after.content.coins.slice(1)).toEqual([
      {
        tokenAddress: checksumAddress(tokens().erc20),
        name: 'Listed erc20',
        symbol: 'LIST',
        decimals: 6,
        amount: '42',
        allowed: true,
      },
    ])
  })

  test('behavior: what came before the wallet was created is there, although the chain was read past it', async () => {
    const passkey = createSoftwarePasskey(harness.demo.domain)
    const address = walletAddress({ factory: harness.chain.chain.factory, ...passkey })
    await harness.chain.mintCoins(address, 5n)
    // Another wallet's answer knows this block: the coins lie in the past of whatever is followed from now on.
    await harness.balances(await harness.createWallet())
    const email = `early-${passkey.qxHex.slice(0, 12)}@example.com`
    const verificationCode = await harness.requestCode(email)
    const body = { qx: passkey.qxHex, qy: passkey.qyHex, rpIdHash: passkey.rpIdHash, verificationCode, email }
    expect((await harness.call('POST', '/v1/baas/wallets', { body })).status).toBe(200)
    expect((await harness.history({ address })).content).toMatchObject([{ kind: 'mint', amount: '5' }])
    expect((await harness.balances({ address })).content.coins[1]).toMatchObject({ amount: '5' })
  })

  test('behavior: a coin that is gone is not among the found ones, and its history stays', async () => {
    const wallet = await harness.createWallet({ coins: 3n })
    await harness.run(
      wallet,
      tokens().erc20,
      encodeFunctionData({ abi, functionName: 'transfer', args: [FRIEND, 3n] }),
    )
    expect((await harness.balances(wallet)).content.coins).toHaveLength(1)
    const history = await harness.history(wallet)
    expect(history.content).toMatchObject([
      { kind: 'out', counterparty: FRIEND, amount: '3', standard: 'erc20' },
      { kind: 'mint', counterparty: ZERO_ADDRESS, amount: '3' },
    ])
  })
})

describe('collectibles and multi-tokens', () => {
  test('behavior: an item is where its collection says it is', async () => {
    const [wallet, second] = [await harness.createWallet(), await harness.createWallet()]
    const tokenId = newId()
    await mint({ standard: 'erc721', to: wallet.address, tokenId })
    const item = {
      tokenAddress: checksumAddress(tokens().erc721),
      symbol: 'DCOL',
      tokenId: tokenId.toString(),
    }
    expect((await harness.balances(wallet)).content.collectibles).toMatchObject([item])
    const args = [wallet.address, second.address, tokenId] as const
    await harness.run(
      wallet,
      tokens().erc721,
      encodeFunctionData({ abi, functionName: 'safeTransferFrom', args }),
    )
    expect((await harness.balances(wallet)).content.collectibles).toEqual([])
    expect((await harness.balances(second)).content.collectibles).toMatchObject([item])
    expect((await harness.history(wallet)).content[0]).toMatchObject({
      kind: 'out',
      counterparty: second.address,
    })
    expect((await harness.history(second)).content[0]).toMatchObject({
      kind: 'in',
      counterparty: wallet.address,
    })
  })

  test('behavior: units are counted by the collection; a batch is one entry for each item', async () => {
    const wallet = await harness.createWallet()
    const [first, second] = [newId(), newId()]
    await mint({ standard: 'erc1155', to: wallet.address, tokenId: first, amount: 10n })
    await mint({ standard: 'erc1155', to: wallet.address, tokenId: second, amount: 1n })
    const args = [wallet.address, FRIEND, [first, second], [4n, 1n], '0x'] as const
    const data = encodeFunctionData({ abi, functionName: 'safeBatchTransferFrom', args })
    await harness.run(wallet, tokens().erc1155, data)
    const { content } = await harness.balances(wallet)
    expect(content.multiTokens).toMatchObject([{ tokenId: first.toString(), amount: '6' }])
    const history = await harness.history(wallet)
    expect(historySchema.parse(history.content)).toEqual(history.content)
    expect(history.content).toMatchObject([
      { kind: 'out', standard: 'erc1155', tokenId: second.toString(), amount: '1', itemIndex: 1 },
      { kind: 'out', standard: 'erc1155', tokenId: first.toString(), amount: '4', itemIndex: 0 },
      { kind: 'mint', tokenId: second.toString(), amount: '1' },
      { kind: 'mint', tokenId: first.toString(), amount: '10' },
    ])
  })
})

describe('allowances and operators', () => {
  const allowances = async (wallet: TestWallet) => (await harness.balances(wallet)).content.allowances

  test('behavior: an allowance is answered with what is left of it, and not when it is spent or revoked', async () => {
    const wallet = await harness.createWallet({ coins: 100n })
    const approve = (amount: bigint) =>
      harness.run(
        wallet,
        tokens().erc20,
        encodeFunctionData({ abi, functionName: 'approve', args: [sender(), amount] }),
      )
    const spend = (amount: bigint) => {
      const args = [wallet.address, FRIEND, amount] as const
      return harness.chain.send({
        to: tokens().erc20,
        data: encodeFunctionData({ abi, functionName: 'transferFrom', args }),
      })
    }
    await approve(30n)
    expect(await allowances(wallet)).toMatchObject([
      {
        tokenAddress: checksumAddress(tokens().erc20),
        spender: checksumAddress(sender()),
        amount: '30',
        decimals: 6,
      },
    ])
    await spend(10n)
    expect(await allowances(wallet)).toMatchObject([{ amount: '20' }])
    await spend(20n)
    expect(await allowances(wallet)).toEqual([])
    await approve(5n)
    await approve(0n)
    expect(await allowances(wallet)).toEqual([])
    const kinds = (await harness.history(wallet)).content.map((entry: { kind: string }) => entry.kind)
    expect(kinds).toEqual(['approval', 'approval', 'out', 'out', 'approval', 'mint'])
  })

  test('behavior: the right over one item ends with the item', async () => {
    const wallet = await harness.createWallet()
    const tokenId = newId()
    await mint({ standard: 'erc721', to: wallet.address, tokenId })
    await harness.run(
      wallet,
      tokens().erc721,
      encodeFunctionData({ abi, functionName: 'approve', args: [FRIEND, tokenId] }),
    )
    expect(await allowances(wallet)).toMatchObject([{ spender: FRIEND, tokenId: tokenId.toString() }])
    const args = [wallet.address, FRIEND, tokenId] as const
    await harness.run(
      wallet,
      tokens().erc721,
      encodeFunctionData({ abi, functionName: 'safeTransferFrom', args }),
    )
    expect(await allowances(wallet)).toEqual([])
  })

  test('behavior: an operator is answered until it is revoked', async () => {
    const wallet = await harness.createWallet()
    const operators = async () => (await harness.balances(wallet)).content.operators
    const set = (approved: boolean) =>
      harness.run(
        wallet,
        tokens().erc1155,
        encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [FRIEND, approved] }),
      )
    await set(true)
    expect(await operators()).toMatchObject([
      { tokenAddress: checksumAddress(tokens().erc1155), operator: FRIEND },
    ])
    await set(false)
    expect(await operators()).toEqual([])
    const { content } = await harness.history(wallet)
    expect(content).toMatchObject([
      { kind: 'operator', counterparty: FRIEND, approved: false },
      { kind: 'operator', counterparty: FRIEND, approved: true },
    ])
    expect(content[0]).not.toHaveProperty('standard')
  })
})

describe('history', () => {
  test('behavior: an entry names its transaction of ours, the time of its block, and the token when it is listed', async () => {
    const wallet = await harness.createWallet({ coins: 9n })
    await allow('erc20')
    await harness.run(
      wallet,
      tokens().erc20,
      encodeFunctionData({ abi, functionName: 'transfer', args: [FRIEND, 9n] }),
    )
    const [sent, minted] = (await harness.history(wallet)).content
    const [transaction] = (await harness.call('GET', `/v1/baas/transactions?wallet=${wallet.address}`))
      .content
    expect(sent).toMatchObject({
      transactionUuid: transaction.transactionUuid,
      transactionHash: transaction.transactionHash,
      blockNumber: transaction.blockNumber,
      allowed: true,
      token: { name: 'Listed erc20', symbol: 'LIST', decimals: 6 },
    })
    expect(minted).not.toHaveProperty('transactionUuid')
    expect(Math.abs(Date.parse(sent.minedAtDatetime) - harness.ctx.clock.now().getTime())).toBeLessThan(
      120_000,
    )
  })

  test('behavior: pages follow each other without gap or repetition while new entries arrive', async () => {
    const wallet = await harness.createWallet()
    const spam = await deployLogging(harness.chain)
    await spam.logMany(23, [TOPICS.transfer, addressTopic(FRIEND), addressTopic(wallet.address)])
    const all = (await harness.history(wallet)).content
    expect(all).toHaveLength(23)
    const seen: unknown[] = []
    let query: string | undefined = '?limit=10'
    while (query !== undefined) {
      const page = await harness.call('GET', `/v1/baas/wallets/${wallet.address}/history${query}`)
      seen.push(...page.content)
      const link: string | undefined = page.headers.get('link')?.match(/<(.+)>; rel="next"/)?.[1]
      query = link === undefined ? undefined : new URL(link).search
      await harness.chain.mintCoins(wallet.address, 1n)
      await harness.history(wallet, '?limit=1')
    }
    expect(seen).toEqual(all)
  })

  test('error: history of a wallet that is not yours and of none are alike; a foreign cursor is refused', async () => {
    const wallet = await harness.createWallet()
    for (const what of ['history', 'balances']) {
      const path = `/v1/baas/wallets/${wallet.address}/${what}`
      const notYours = await harness.call('GET', path, { key: other.key })
      const notThere = await harness.call('GET', `/v1/baas/wallets/${newAddress()}/${what}`)
      expect(notYours.status).toBe(403)
      expect(notThere.text).toBe(notYours.text)
      for (const cursor of ['x', 'W10', 'WyJhIiwxLDFd', 'WyIxIiwtMSwwXQ', 'bnVsbA']) {
        const refused = await harness.call('GET', `${path}?cursor=${cursor}`)
        expect(refused.content.errors).toEqual([
          { path: 'cursor', message: 'must be the cursor of a next link' },
        ])
      }
      expect((await harness.call('GET', `${path}?limit=-1`)).status).toBe(400)
    }
    expect((await harness.call('GET', '/v1/baas/wallets/0x12/history')).content.errors[0].path).toBe(
      'address',
    )
  })
})

describe('tokens that lie', () => {
  const logTransfer = (token: Awaited<ReturnType<typeof deployLogging>>, to: Address) =>
    token.log([TOPICS.transfer, addressTopic(FRIEND), addressTopic(to)], numberToHex(7n, { size: 32 }))

  test('behavior: what their contract does not confirm is not answered', async () => {
    const wallet = await harness.createWallet()
    const address = addressTopic(wallet.address)
    const silent = await deployLogging(harness.chain)
    await logTransfer(silent, wallet.address)
    await silent.log([TOPICS.transfer, addressTopic(FRIEND), address, numberToHex(1n, { size: 32 })], '0x')
    await silent.log([TOPICS.approval, address, addressTopic(FRIEND)], numberToHex(7n, { size: 32 }))
    await silent.log([TOPICS.approval, address, addressTopic(FRIEND), numberToHex(1n, { size: 32 })], '0x')
    await silent.log([TOPICS.approvalForAll, address, addressTopic(FRIEND)], numberToHex(1n, { size: 32 }))
    const { content, status } = await harness.balances(wallet)
    expect(status).toBe(200)
    const empty = { collectibles: [], multiTokens: [], allowances: [], operators: [] }
    expect(content).toMatchObject({ coins: [{ symbol: 'ETH' }], ...empty })
    expect((await harness.history(wallet)).content).toHaveLength(5)
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
    ['nothing else', {}],
  ])('param: a coin with %s is listed with what could be read', async (_name, answers) => {
    const wallet = await harness.createWallet()
    const token = await deployLogging(harness.chain, {
      ...answers,
      'balanceOf(address)': abiUint(2n ** 256n - 1n),
    })
    await logTransfer(token, wallet.address)
    const { content } = await harness.balances(wallet)
    expect(balancesSchema.parse(content)).toEqual(content)
    const [, coin] = content.coins
    expect(coin).toMatchObject({ amount: (2n ** 256n - 1n).toString(), allowed: false })
    expect([...coin.name].length).toBeLessThanOrEqual(64)
    expect(coin.name).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    const { 'decimals()': decimals = '0x0' } = answers as Record<string, string>
    expect(coin.decimals).toBe(BigInt(decimals) > 255n ? 0 : Number(decimals))
  })

  test('behavior: one that runs in circles or answers without end keeps no other from its answer', async () => {
    const wallet = await harness.createWallet({ coins: 1n })
    for (const behaviour of ['loop', 'endless'] as const) {
      await logTransfer(
        await deployLogging(harness.chain, { 'balanceOf(address)': behaviour }),
        wallet.address,
      )
    }
    const { content } = await harness.balances(wallet)
    expect(content.coins).toMatchObject([{ symbol: 'ETH' }, { symbol: 'DEMO', amount: '1' }])
  })

  test('behavior: a thousand items in one block are all followed, and answered in pages behind listed tokens', async () => {
    const wallet = await harness.createWallet()
    const tokenId = newId()
    await allow('erc721')
    await mint({ standard: 'erc721', to: wallet.address, tokenId })
    const spam = await deployLogging(harness.chain, { 'ownerOf(uint256)': addressTopic(wallet.address) })
    await spam.logMany(1_000, [TOPICS.transfer, addressTopic(FRIEND), addressTopic(wallet.address)])
    const ids = new Set<string>()
    let page = await harness.balances(wallet, '?limit=200')
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
      page = await harness.call('GET', pathname + search)
    }
    expect(ids.size).toBe(1_001)
  })
})

test('behavior: readiness and metrics tell how far the chain is read', async () => {
  const ready = await harness.call('GET', '/readyz')
  expect(ready.status).toBe(200)
  expect(ready.content.checks.history).toEqual({
    ready: true,
    note: expect.stringMatching(/^\d+ blocks behind the chain$/),
  })
  const metrics = await (await harness.fetch(new Request('http://service.test/metrics'))).text()
  expect(metrics).toMatch(/^indexer_blocks_behind \d+$/m)
})
