import { encodeFunctionData, parseAbi, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { compileOddTokens, type OddToken } from '#service/testing/odd-tokens.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const abi = parseAbi(['function mint(address to, uint256 value)'])
const FRIEND = '0x000000000000000000000000000000000000dEaD'
/** The recipient that `SilentCoin` refuses. */
const BLOCKED = '0x000000000000000000000000000000000000b10c'

const world = await forFile(serviceWorld.wallets())
const wallet = await world.createWallet()
const deploy = compileOddTokens(world.chain)

async function mint(token: Address, value: bigint): Promise<void> {
  const data = encodeFunctionData({ abi, functionName: 'mint', args: [wallet.address, value] })
  await world.chain.send({ to: token, data })
}

const inspect = async (address: Address) =>
  (await world.call('POST', '/v1/org/tokens/inspect', { body: { address } })).content
const prepare = (tokenAddress: Address, path: string, fields: object) =>
  world.call('POST', `/v1/baas/tokens/${path}`, {
    body: { walletAddress: wallet.address, tokenAddress, ...fields },
  })

/** Sends 1000 base units. Returns the transaction once it is mined. */
async function send(token: Address) {
  await mint(token, 1_000n)
  const { content } = await prepare(token, 'erc20/transfer', { to: FRIEND, amount: '1000' })
  const fields = { toAddress: content.toAddress, data: content.txObject.data }
  const answer = await world.execute(world.signed(wallet, fields))
  expect(answer.status, answer.text).toBe(200)
  return world.settled(answer.content.transactionHash)
}

describe('a transfer of 1000 base units', () => {
  const short = `the token reported 990 of 1000 base units for ${FRIEND}`
  test.each<[OddToken, string | undefined]>([
    ['FeeCoin', short],
    ['BurningCoin', short],
    ['SilentCoin', undefined],
    ['DenyingCoin', undefined],
    ['RebasingCoin', undefined],
    ['UnitlessCoin', undefined],
  ])('behavior: %s → confirmed, with the note %s', async (token, note) => {
    const { status, reason } = await send(await deploy(token))
    expect(status).toBe('CONFIRMED')
    if (note === undefined) expect(reason).toBeUndefined()
    else expect(reason).toContain(note)
  })
})

test('error: a token that takes no other allowance → names the present one and the next step (ubiquity-dollar 900)', async () => {
  const token = await deploy('SilentCoin')
  const approve = async (amount: string) => {
    const { content } = await prepare(token, 'erc20/approve', { spender: FRIEND, amount })
    return world.execute(world.signed(wallet, { toAddress: content.toAddress, data: content.txObject.data }))
  }
  const first = await approve('7')
  expect(first.status, first.text).toBe(200)
  await world.settled(first.content.transactionHash)
  const { status, content } = await approve('9')
  expect(status).toBe(400)
  expect(content).toMatchObject({
    code: 'TRANSACTION_REVERTS',
    message: expect.stringContaining('still has an allowance of 7 base units: set it to 0 first'),
  })
  expect((await approve('0')).status).toBe(200)
})

test('error: a token that refuses a transfer without a reason → says what to look at (java-tron 5885)', async () => {
  const token = await deploy('SilentCoin')
  await mint(token, 7n)
  const { content } = await prepare(token, 'erc20/transfer', { to: BLOCKED, amount: '7' })
  const fields = { toAddress: content.toAddress, data: content.txObject.data }
  const answer = await world.execute(world.signed(wallet, fields))
  expect(answer.status).toBe(400)
  expect(answer.content).toMatchObject({
    code: 'TRANSACTION_REVERTS',
    message: expect.stringContaining('the token may be paused, or may block one of the addresses'),
  })
})

describe('inspected', () => {
  test.each<[OddToken, object]>([
    ['FeeCoin', { standard: 'erc20', decimals: 6 }],
    ['UnitlessCoin', { standard: 'erc20', decimals: null }],
    ['Kitties', { standard: null, decimals: null, isEarlyCollection: true }],
  ])('behavior: %s → %j', async (token, expected) => {
    expect(await inspect(await deploy(token))).toMatchObject({ isEarlyCollection: false, ...expected })
  })
})

test.each([
  ['erc20/transfer', { to: FRIEND, amount: '7' }],
  ['erc20/approve', { spender: FRIEND, amount: '7' }],
])('error: refuses %s of a collection older than ERC-721, and says why', async (path, fields) => {
  const kitties = await deploy('Kitties')
  await mint(kitties, 7n)
  const { status, content } = await prepare(kitties, path, fields)
  expect(status).toBe(400)
  expect(content).toMatchObject({
    code: 'TOKEN_UNREADABLE',
    message: expect.stringContaining('older than ERC-721'),
  })
})

test('error: does not allow a collection older than ERC-721 as a coin, and says why', async () => {
  const address = await deploy('Kitties')
  const { content } = await world.call('PUT', `/v1/org/tokens/${address}`, { body: { standard: 'erc20' } })
  expect(content).toMatchObject({
    code: 'TOKEN_UNREADABLE',
    message: expect.stringContaining('older than ERC-721'),
  })
})
