import { afterEach, describe, expect, test } from 'vitest'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { balancesSchema, historySchema } from '#protocol/holdings.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { walletAddress } from '#protocol/signing/wallet-address.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { abiString, deployAnswering } from '#service/testing/answering-contract.ts'
import { FRIEND } from '#service/testing/holdings-service.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { TestWallet } from '#service/testing/wallet-requests.ts'
import { deployWrappedCoin } from '#service/testing/wrapped-coin.ts'
import { allowByDefault } from '#service/tokens/allowed-tokens.ts'

const world = await forFile(serviceWorld.holdings())
afterEach(async () => {
  await world.ctx.db.deleteFrom('allowed_tokens').execute()
})

const tokens = () => world.chain.tokens
const MOVE = 'safeTransferFrom(address,address,uint256)'
const APPROVE = 'approve(address,uint256)'
const BATCH_TRANSFER = 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)'
const sender = () => world.chain.sender

/** Ids that no other test of this chain uses. */
let nextId = 1_000n
const newId = () => (nextId += 1n)

describe('coins', () => {
  test('behavior: the native coin and the listed coins come first, also with amount zero; then the received ones', async () => {
    const wallet = await world.createWallet({ coins: 42n })
    const silent = await deployAnswering(world.chain, { 'name()': abiString('Silent') })
    const listing = {
      address: silent,
      standard: 'erc20' as const,
      name: 'Silent',
      symbol: 'SIL',
      decimals: 0,
    }
    expect((await world.balances(wallet)).content.coins).toMatchObject([
      { tokenAddress: ZERO_ADDRESS, symbol: 'ETH', decimals: 18, amount: '0', allowed: true },
      { tokenAddress: checksumAddress(tokens().erc20), name: 'Demo Coin', amount: '42', allowed: false },
    ])
    await world.allow('erc20')
    await allowByDefault(world.ctx.db, { ...listing, logoUrl: '', now: world.ctx.clock.now() })
    const after = await world.balances(wallet)
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

  test('behavior: includes tokens received before the wallet was created, although the chain was read past that block', async () => {
    const passkey = createSoftwarePasskey(world.demo.domain)
    const address = walletAddress({ factory: world.chain.chain.factory, ...passkey })
    await world.chain.mintCoins(address, 5n)
    // Reading the balances of another wallet indexes this block. A wallet that is created later must still list its
    // coins.
    await world.balances(await world.createWallet())
    const email = `early-${passkey.qxHex.slice(0, 12)}@example.com`
    const verificationCode = await world.requestCode(email)
    const body = { qx: passkey.qxHex, qy: passkey.qyHex, rpIdHash: passkey.rpIdHash, verificationCode, email }
    expect((await world.call('POST', '/v1/baas/wallets', { body })).status).toBe(200)
    expect((await world.history({ address })).content).toMatchObject([{ kind: 'mint', amount: '5' }])
    expect((await world.balances({ address })).content.coins[1]).toMatchObject({ amount: '5' })
  })

  test('behavior: includes an unlisted wrapped coin that the wallet made by a deposit, which logs no transfer', async () => {
    const wallet = await world.createWallet()
    const wrapped = await deployWrappedCoin(world.chain)
    await world.chain.send({ to: wallet.address, data: '0x', value: 9n })
    const body = world.signed(wallet, { toAddress: wrapped, value: '7', data: '0xd0e30db0' })
    expect((await world.execute(body)).status).toBe(200)
    expect(await world.settledOf(body)).toMatchObject({ status: 'CONFIRMED' })
    expect((await world.balances(wallet)).content.coins).toMatchObject([
      { tokenAddress: ZERO_ADDRESS, amount: '2' },
      { tokenAddress: checksumAddress(wrapped), amount: '7', allowed: false },
    ])
    expect((await world.history(wallet)).content).toEqual([])
  })

  test('behavior: omits an unlisted coin that the wallet no longer has, and keeps its history', async () => {
    const wallet = await world.createWallet({ coins: 3n })
    await world.run(wallet, tokens().erc20, 'transfer(address,uint256)', [FRIEND, '3'])
    expect((await world.balances(wallet)).content.coins).toHaveLength(1)
    expect((await world.history(wallet)).content).toMatchObject([
      { kind: 'out', counterparty: FRIEND, amount: '3', standard: 'erc20' },
      { kind: 'mint', counterparty: ZERO_ADDRESS, amount: '3' },
    ])
  })
})

describe('collectibles and multi-tokens', () => {
  test('behavior: an item belongs to the wallet that its collection reports', async () => {
    const [wallet, second] = [await world.createWallet(), await world.createWallet()]
    const tokenId = newId()
    await world.chain.mint({ standard: 'erc721', to: wallet.address, tokenId })
    const item = {
      tokenAddress: checksumAddress(tokens().erc721),
      symbol: 'DCOL',
      tokenId: tokenId.toString(),
    }
    expect((await world.balances(wallet)).content.collectibles).toMatchObject([item])
    await world.run(wallet, tokens().erc721, MOVE, [wallet.address, second.address, String(tokenId)])
    expect((await world.balances(wallet)).content.collectibles).toEqual([])
    expect((await world.balances(second)).content.collectibles).toMatchObject([item])
    expect((await world.history(wallet)).content[0]).toMatchObject({
      kind: 'out',
      counterparty: second.address,
    })
    expect((await world.history(second)).content[0]).toMatchObject({
      kind: 'in',
      counterparty: wallet.address,
    })
  })

  test('param: tokens → the holdings of these tokens, regardless of later receipts', async () => {
    const wallet = await world.createWallet()
    const [tokenId, later] = [newId(), newId()]
    await world.chain.mint({ standard: 'erc721', to: wallet.address, tokenId })
    await world.chain.mint({ standard: 'erc1155', to: wallet.address, tokenId: later, amount: 1n })
    expect((await world.balances(wallet, '?limit=1')).content.collectibles).toEqual([])
    const asked = await world.balances(wallet, `?limit=1&tokens=${FRIEND},${tokens().erc721}`)
    expect(asked.content).toMatchObject({ collectibles: [{ tokenId: tokenId.toString() }], multiTokens: [] })
    expect(asked.content.coins).toHaveLength(1)
    for (const wrong of ['', 'x', `${FRIEND},`, Array(11).fill(FRIEND).join()])
      expect((await world.balances(wallet, `?tokens=${wrong}`)).status).toBe(400)
  })

  test('behavior: the collection counts the units; a batch is one entry per item', async () => {
    const wallet = await world.createWallet()
    const [first, second] = [newId(), newId()]
    await world.chain.mint({ standard: 'erc1155', to: wallet.address, tokenId: first, amount: 10n })
    await world.chain.mint({ standard: 'erc1155', to: wallet.address, tokenId: second, amount: 1n })
    const batch = [wallet.address, FRIEND, `["${first}","${second}"]`, '["4","1"]', '0x']
    await world.run(wallet, tokens().erc1155, BATCH_TRANSFER, batch)
    const { content } = await world.balances(wallet)
    expect(content.multiTokens).toMatchObject([{ tokenId: first.toString(), amount: '6' }])
    const history = await world.history(wallet)
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
  const allowances = async (wallet: TestWallet) => (await world.balances(wallet)).content.allowances

  test('behavior: an allowance has its remaining amount, and is omitted when spent or revoked', async () => {
    const wallet = await world.createWallet({ coins: 100n })
    const approve = (amount: bigint) => world.run(wallet, tokens().erc20, APPROVE, [sender(), String(amount)])
    const spend = (amount: bigint) => {
      const params = [wallet.address, FRIEND, String(amount)]
      const data = encodeCall('transferFrom(address,address,uint256)', params)
      return world.chain.send({ to: tokens().erc20, data })
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
    const kinds = (await world.history(wallet)).content.map((entry: { kind: string }) => entry.kind)
    expect(kinds).toEqual(['approval', 'approval', 'out', 'out', 'approval', 'mint'])
  })

  test('behavior: the permission for one item ends with the item', async () => {
    const wallet = await world.createWallet()
    const tokenId = newId()
    await world.chain.mint({ standard: 'erc721', to: wallet.address, tokenId })
    await world.run(wallet, tokens().erc721, APPROVE, [FRIEND, String(tokenId)])
    expect(await allowances(wallet)).toMatchObject([{ spender: FRIEND, tokenId: tokenId.toString() }])
    await world.run(wallet, tokens().erc721, MOVE, [wallet.address, FRIEND, String(tokenId)])
    expect(await allowances(wallet)).toEqual([])
  })

  test('behavior: lists an operator until it is revoked', async () => {
    const wallet = await world.createWallet()
    const operators = async () => (await world.balances(wallet)).content.operators
    const set = (approved: boolean) =>
      world.run(wallet, tokens().erc1155, 'setApprovalForAll(address,bool)', [FRIEND, String(approved)])
    await set(true)
    expect(await operators()).toMatchObject([
      { tokenAddress: checksumAddress(tokens().erc1155), operator: FRIEND },
    ])
    await set(false)
    expect(await operators()).toEqual([])
    const { content } = await world.history(wallet)
    expect(content).toMatchObject([
      { kind: 'operator', counterparty: FRIEND, approved: false },
      { kind: 'operator', counterparty: FRIEND, approved: true },
    ])
    expect(content[0]).not.toHaveProperty('standard')
  })
})
