import type { Address, Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { simulateCall } from '#service/chain/simulate.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

let nextTokenId = 1n

const FRIEND = '0x000000000000000000000000000000000000dEaD'

const world = await forFile(serviceWorld.wallets())
const wallet = await world.createWallet()
const second = await world.createWallet()

const prepare = (path: string, body: unknown) => world.call('POST', `/v1/baas/tokens/${path}`, { body })
const transferBody = (token: 'erc721' | 'erc1155') => ({
  walletAddress: wallet.address,
  tokenAddress: world.chain.tokens[token],
  from: wallet.address,
  to: FRIEND,
})
const approvalBody = (token: 'erc20' | 'erc721' | 'erc1155') => ({
  walletAddress: wallet.address,
  tokenAddress: world.chain.tokens[token],
})

/** Signs and executes a prepared call by its data, as any client may, and waits until it is mined. */
async function execute(prepared: { toAddress: string; txObject: { data: Hex } }, signer = wallet) {
  const fields = { toAddress: prepared.toAddress, data: prepared.txObject.data }
  const answer = await world.execute(world.signed(signer, fields))
  expect(answer.status, answer.text).toBe(200)
  expect((await world.settled(answer.content.transactionHash)).status).toBe('CONFIRMED')
}

async function read(token: Address, functionSignature: string, ...params: string[]): Promise<bigint> {
  const data = encodeCall(functionSignature, params)
  const call = await simulateCall(world.ctx.chain.rpc, { from: ZERO_ADDRESS, to: token, data })
  if (!call.ok) throw new Error(call.reason)
  return BigInt(call.returned)
}

const { erc20, erc721, erc1155 } = world.chain.tokens
const addressIn = (word: bigint) => checksumAddress(`0x${word.toString(16).padStart(40, '0')}`)
const ownerOf = async (id: bigint) => addressIn(await read(erc721, 'ownerOf(uint256)', String(id)))
const approvedOf = async (id: bigint) => addressIn(await read(erc721, 'getApproved(uint256)', String(id)))
const isOperator = (token: Address, owner: Address, operator: Address) =>
  read(token, 'isApprovedForAll(address,address)', owner, operator)
const unitsOf = (owner: Address, id: bigint) => read(erc1155, 'balanceOf(address,uint256)', owner, String(id))

async function mintCollectible(to: Address): Promise<bigint> {
  const tokenId = nextTokenId++
  await world.chain.mint({ standard: 'erc721', to, tokenId })
  return tokenId
}
async function mintUnits(to: Address, amount: bigint): Promise<bigint> {
  const tokenId = nextTokenId++
  await world.chain.mint({ standard: 'erc1155', to, tokenId, amount })
  return tokenId
}

describe('executed on the chain', () => {
  test('behavior: erc20/approve sets the allowance', async () => {
    const body = { ...approvalBody('erc20'), spender: FRIEND, amount: '1234' }
    await execute((await prepare('erc20/approve', body)).content)
    expect(await read(erc20, 'allowance(address,address)', wallet.address, FRIEND)).toBe(1_234n)
  })

  test.each([undefined, '0xbeef'])('behavior: erc721/safe-transfer moves the item, data %s', async (data) => {
    const tokenId = await mintCollectible(wallet.address)
    const body = { ...transferBody('erc721'), tokenId: String(tokenId), data }
    await execute((await prepare('erc721/safe-transfer', body)).content)
    expect(await ownerOf(tokenId)).toBe(FRIEND)
  })

  test('behavior: erc1155/safe-transfer moves the given number of units', async () => {
    const tokenId = await mintUnits(wallet.address, 10n)
    const body = { ...transferBody('erc1155'), tokenId: String(tokenId), amount: '4' }
    await execute((await prepare('erc1155/safe-transfer', body)).content)
    expect(await unitsOf(wallet.address, tokenId)).toBe(6n)
    expect(await unitsOf(FRIEND, tokenId)).toBe(4n)
  })

  test('behavior: erc1155/batch-transfer pairs ids and amounts by position, in one transaction', async () => {
    const ids = [await mintUnits(wallet.address, 10n), await mintUnits(wallet.address, 20n)]
    const body = { ...transferBody('erc1155'), tokenIds: ids.map(String), amounts: ['3', '7'] }
    await execute((await prepare('erc1155/batch-transfer', body)).content)
    expect(await Promise.all(ids.map((id) => unitsOf(FRIEND, id)))).toEqual([3n, 7n])
    expect(await Promise.all(ids.map((id) => unitsOf(wallet.address, id)))).toEqual([7n, 13n])
  })

  test('behavior: executes a prepared batch with its signature and params in addition to its data', async () => {
    const id = await mintUnits(wallet.address, 1n)
    const body = { ...transferBody('erc1155'), tokenIds: [String(id)], amounts: ['1'] }
    const { content } = await prepare('erc1155/batch-transfer', body)
    const answer = await world.execute(
      world.signed(wallet, { toAddress: content.toAddress, ...content.txObject }),
    )
    expect(answer.status, answer.text).toBe(200)
    expect((await world.settled(answer.content.transactionHash)).status).toBe('CONFIRMED')
    expect(await unitsOf(FRIEND, id)).toBe(1n)
  })

  test('behavior: erc721/approve grants a permission for one item, and the zero address clears it', async () => {
    const tokenId = await mintCollectible(wallet.address)
    const body = { ...approvalBody('erc721'), approved: FRIEND, tokenId: String(tokenId) }
    await execute((await prepare('erc721/approve', body)).content)
    expect(await approvedOf(tokenId)).toBe(FRIEND)
    await execute((await prepare('erc721/approve', { ...body, approved: ZERO_ADDRESS })).content)
    expect(await approvedOf(tokenId)).toBe(ZERO_ADDRESS)
  })

  test.each(['erc721', 'erc1155'] as const)(
    'behavior: %s/set-approval-for-all grants and revokes through the same endpoint',
    async (token) => {
      const collection = world.chain.tokens[token]
      const body = { ...approvalBody(token), operator: FRIEND }
      await execute((await prepare(`${token}/set-approval-for-all`, { ...body, approved: true })).content)
      expect(await isOperator(collection, wallet.address, FRIEND)).toBe(1n)
      await execute((await prepare(`${token}/set-approval-for-all`, { ...body, approved: false })).content)
      expect(await isOperator(collection, wallet.address, FRIEND)).toBe(0n)
    },
  )

  test('behavior: an operator wallet moves tokens of another wallet of the organization', async () => {
    const tokenId = await mintCollectible(second.address)
    const grant = { tokenAddress: world.chain.tokens.erc721, operator: wallet.address, approved: true }
    const granted = await prepare('erc721/set-approval-for-all', { ...grant, walletAddress: second.address })
    await execute(granted.content, second)
    const body = { ...transferBody('erc721'), from: second.address, tokenId: String(tokenId) }
    await execute((await prepare('erc721/safe-transfer', body)).content)
    expect(await ownerOf(tokenId)).toBe(FRIEND)
  })
})

describe('the log', () => {
  let before: number
  beforeEach(() => {
    before = world.ctx.logLines.length
  })
  const logged = () =>
    world.ctx.logLines
      .slice(before)
      .map((line) => JSON.parse(line))
      .filter(({ event }) => String(event).startsWith('approval-for-all'))

  test.each([
    ['erc721', true, 'granted'],
    ['erc1155', true, 'granted'],
    ['erc721', false, 'revoked'],
    ['erc1155', false, 'revoked'],
  ] as const)(
    'behavior: logs %s/set-approval-for-all %s with operator, collection and wallet',
    async (token, approved, kind) => {
      const body = { ...approvalBody(token), operator: FRIEND.toLowerCase(), approved }
      await prepare(`${token}/set-approval-for-all`, body)
      expect(logged()).toMatchObject([
        {
          level: 30,
          event: `approval-for-all-${kind}`,
          organizationId: world.demo.id,
          keyId: world.demo.keyId,
          operator: FRIEND,
          collection: checksumAddress(world.chain.tokens[token]),
          wallet: wallet.address,
        },
      ])
    },
  )

  test('error: does not log a refused request as granted', async () => {
    const body = {
      ...approvalBody('erc721'),
      walletAddress: FRIEND,
      operator: FRIEND,
      approved: true,
    }
    expect((await prepare('erc721/set-approval-for-all', body)).status).toBe(403)
    expect(logged()).toEqual([])
  })
})
