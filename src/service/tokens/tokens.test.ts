import { keccak256, stringToHex, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowedTokenListSchema, resolvedTokenSchema } from '#protocol/tokens.ts'
import { preparedCallSchema } from '#protocol/prepare.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { abiString, abiUint, deployAnswering, type Answers } from '#service/testing/answering-contract.ts'
import { startChainHarness } from '#service/testing/chain-harness.ts'
import { allowByDefault } from './allowed-tokens.ts'

const NOBODY = '0x000000000000000000000000000000000000dEaD'

const harness = await startChainHarness()
const other = await harness.addOrganization('Other', 'other.example')
const wallet = await harness.createWallet()
const coin = harness.test.tokens.erc20
afterAll(() => harness.stop())

describe('POST /tokens/erc20/transfer', () => {
  const prepare = (body: unknown, key?: string) =>
    harness.call('POST', '/v1/baas/tokens/erc20/transfer', { body, ...(key && { key }) })
  const request = () => ({ walletAddress: wallet.address, tokenAddress: coin, to: NOBODY, amount: '1500000' })

  test('behavior: answers the call to sign: destination, then amount, sent to the token', async () => {
    const answer = await prepare(request())
    expect(answer.status).toBe(200)
    expect(preparedCallSchema.parse(answer.content)).toEqual(answer.content)
    const data = encodeCall('transfer(address,uint256)', [NOBODY, '1500000'])
    expect(answer.content).toEqual({
      success: true,
      toAddress: checksumAddress(coin),
      txObject: { functionSignature: 'transfer(address,uint256)', params: [NOBODY, '1500000'], data },
    })
  })

  test.each(['0', (2n ** 256n - 1n).toString()])('param: amount %s', async (amount) => {
    expect((await prepare({ ...request(), amount })).content.txObject.params[1]).toBe(amount)
  })

  test('error: not yours and not there are answered byte for byte alike', async () => {
    const notYours = await prepare(request(), other.key)
    const notThere = await prepare({ ...request(), walletAddress: NOBODY })
    expect(notYours.status).toBe(403)
    expect(notYours.text).toBe(
      '{"statusCode":403,"content":{"message":"Wallet does not belong to this organization","code":"WALLET_NOT_OWNED"}}',
    )
    expect(notThere.text).toBe(notYours.text)
  })

  test.each([
    ['walletAddress', undefined],
    ['walletAddress', '0x12'],
    ['walletAddress', 1],
    ['tokenAddress', undefined],
    ['tokenAddress', 'DEMO'],
    ['to', undefined],
    ['to', `${NOBODY}0`],
    ['amount', undefined],
    ['amount', ''],
    ['amount', 1],
    ['amount', '-1'],
    ['amount', '1.5'],
    ['amount', '01'],
    ['amount', '0x10'],
    ['amount', '1e3'],
    ['amount', ' 1'],
    ['amount', (2n ** 256n).toString()],
    ['amount', '9'.repeat(100_000)],
    ['data', '0x'],
  ])('error: %s = %j is refused, before ownership', async (field, value) => {
    const answer = await prepare({ ...request(), walletAddress: NOBODY, [field]: value })
    expect(answer.status).toBe(400)
    expect(answer.content.errors.map((error: { path: string }) => error.path)).toContain(field)
  })
})

describe('POST /tokens/resolve', () => {
  const resolve = (address: unknown) => harness.call('POST', '/v1/baas/tokens/resolve', { body: { address } })
  const odd = async (answers: Answers) => resolve(await deployAnswering(harness.test, answers))
  const good: Answers = {
    'name()': abiString('Odd Coin'),
    'symbol()': abiString('ODD'),
    'decimals()': abiUint(6n),
  }

  test('behavior: reads name, symbol and decimals', async () => {
    const answer = await resolve(coin.toLowerCase())
    expect(resolvedTokenSchema.parse(answer.content)).toEqual(answer.content)
    expect(answer.content).toEqual({
      address: checksumAddress(coin),
      name: 'Demo Coin',
      symbol: 'DEMO',
      decimals: 6,
    })
  })

  test('param: old tokens that answer bytes32 are read', async () => {
    const old = { 'name()': stringToHex('Maker', { size: 32 }), 'symbol()': stringToHex('MKR', { size: 32 }) }
    expect((await odd({ ...good, ...old })).content).toMatchObject({ name: 'Maker', symbol: 'MKR' })
  })

  test('param: 0 and 255 decimals are answered', async () => {
    expect((await odd({ ...good, 'decimals()': abiUint(0n) })).content.decimals).toBe(0)
    expect((await odd({ ...good, 'decimals()': abiUint(255n) })).content.decimals).toBe(255)
  })

  test('behavior: long and hostile names are cut and made harmless', async () => {
    const name = `A\u202e\u0000\n${'x'.repeat(10_000)}`
    const answer = await odd({
      ...good,
      'name()': abiString(name),
      'symbol()': abiString('U\u200bSDC'.repeat(50)),
    })
    expect(answer.status).toBe(200)
    expect([...answer.content.name].length).toBeLessThanOrEqual(64)
    expect([...answer.content.symbol].length).toBeLessThanOrEqual(32)
    expect(answer.content.name + answer.content.symbol).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  test.each<[string, Answers]>([
    ['a revert', { ...good, 'name()': 'revert' }],
    ['nothing', { ...good, 'symbol()': '0x' }],
    ['half a word', { ...good, 'decimals()': '0x06' }],
    ['256 decimals', { ...good, 'decimals()': abiUint(256n) }],
    ['an offset beyond the answer', { ...good, 'name()': `0x${'f'.repeat(64)}${'0'.repeat(64)}` }],
    ['a length beyond the answer', { ...good, 'name()': `0x${'20'.padStart(64, '0')}${'f'.repeat(64)}` }],
    ['none of the three', {}],
  ])('error: %s is TOKEN_UNREADABLE, not a 5xx', async (_name, answers) => {
    expect(await odd(answers)).toMatchObject({ status: 400, content: { code: 'TOKEN_UNREADABLE' } })
  })

  test('error: an address without a contract is TOKEN_UNREADABLE', async () => {
    expect((await resolve(NOBODY)).content).toEqual({
      message: 'There is no contract at this address',
      code: 'TOKEN_UNREADABLE',
    })
  })

  test.each([undefined, '', '0x', 'DEMO', `0x${'g'.repeat(40)}`, [NOBODY], toHex(1n), keccak256('0x')])(
    'error: address %j is refused',
    async (address) => expect((await resolve(address)).content.errors[0].path).toBe('address'),
  )
})

describe('allowed tokens', () => {
  beforeAll(async () => {
    const { erc20, erc721 } = harness.test.tokens
    const now = harness.ctx.clock.now()
    const list = [
      { address: erc20, standard: 'erc20' as const, name: 'Demo Coin', symbol: 'DEMO', decimals: 6 },
      { address: erc721, standard: 'erc721' as const, name: 'Demo Art', symbol: 'ART', decimals: 0 },
    ]
    for (const token of list) await allowByDefault(harness.ctx.db, { ...token, logoUrl: '', now })
    return async () => {
      await harness.ctx.db.deleteFrom('allowed_tokens').execute()
    }
  })

  test('behavior: GET /tokens/allowed answers the same default list to every organization', async () => {
    const answer = await harness.call('GET', '/v1/baas/tokens/allowed')
    expect(allowedTokenListSchema.parse(answer.content)).toEqual(answer.content)
    expect(answer.content).toMatchObject([
      { address: checksumAddress(coin), name: 'Demo Coin', symbol: 'DEMO', decimals: 6, logoUrl: '' },
      { symbol: 'ART', decimals: 0 },
    ])
    expect((await harness.call('GET', '/v1/baas/tokens/allowed', { key: other.key })).text).toBe(answer.text)
  })

  test('behavior: allowing a token again brings its words up to date and keeps its id', async () => {
    const [before] = (await harness.call('GET', '/v1/baas/tokens/allowed')).content
    const token = { address: coin.toUpperCase().replace('0X', '0x'), standard: 'erc20' as const }
    const words = { name: 'Renamed', symbol: 'DEMO', decimals: 6, logoUrl: 'https://x.example/l.svg' }
    await allowByDefault(harness.ctx.db, { ...token, ...words, now: harness.ctx.clock.now() })
    const [after] = (await harness.call('GET', '/v1/baas/tokens/allowed')).content
    expect(after).toEqual({ ...before, name: 'Renamed', logoUrl: 'https://x.example/l.svg' })
  })
})
