import { encodeAbiParameters, stringToHex, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import {
  abiString,
  abiUint,
  deployAnswering,
  deployRuntime,
  type Answers,
} from '#service/testing/answering-contract.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { unreachableChain } from '#service/testing/unreachable.ts'
import { readErc20Balance, readErc20Metadata, readNativeBalance } from './erc20.ts'

const chain = await forFile(serviceWorld.chain())

const bytes32 = (value: string) => stringToHex(value, { size: 32 })
const GOOD: Answers = {
  'name()': abiString('Token'),
  'symbol()': abiString('TOK'),
  'decimals()': abiUint(18n),
}
const token = (answers: Answers = {}) => deployAnswering(chain, { ...GOOD, ...answers })
const read = async (address: Address) => readErc20Metadata(chain.chain, address)
const refusal = async (address: Address) => {
  const error = await read(address).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'TOKEN_UNREADABLE', status: 400 })
  return String(error)
}

describe('metadata', () => {
  test('behavior: reads a token', async () => {
    expect(await read(chain.tokens.erc20)).toEqual({ name: 'Demo Coin', symbol: 'DEMO', decimals: 6 })
    expect(await read(await token())).toEqual({ name: 'Token', symbol: 'TOK', decimals: 18 })
  })

  test('behavior: reads old tokens that return bytes32', async () => {
    const old = await token({ 'name()': bytes32('Maker'), 'symbol()': bytes32('MKR') })
    expect(await read(old)).toEqual({ name: 'Maker', symbol: 'MKR', decimals: 18 })
  })

  test('behavior: cuts long names and removes characters that could spoof a screen', async () => {
    const words = (name: string, symbol: string) =>
      token({ 'name()': abiString(name), 'symbol()': abiString(symbol) })
    const { name, symbol } = await read(await words('N'.repeat(20_000), 'S'.repeat(200)))
    expect([name.length, symbol.length]).toEqual([64, 32])
    const forged = await words('US\u202eDC\u200b\n\u0000 Coin', ' \u2066USDC\u2069 ')
    expect(await read(forged)).toMatchObject({ name: 'USDC Coin', symbol: 'USDC' })
    const broken = await token({ 'name()': encodeAbiParameters([{ type: 'bytes' }], ['0xff41fe42']) })
    expect((await read(broken)).name).toMatch(/A.B/)
  })

  test.each([0, 77, 255])('behavior: %i decimals, which ERC-20 allows', async (decimals) => {
    expect(await read(await token({ 'decimals()': abiUint(BigInt(decimals)) }))).toMatchObject({ decimals })
  })

  test.each<[string, Answers, RegExp]>([
    ['decimals out of range', { 'decimals()': abiUint(256n) }, /decimals out of range/],
    ['decimals of 256 bits', { 'decimals()': abiUint(2n ** 256n - 1n) }, /decimals out of range/],
    ['decimals that revert', { 'decimals()': 'revert' }, /does not return decimals/],
    ['decimals of half a word', { 'decimals()': '0x06' }, /does not return decimals/],
    ['an empty name result', { 'name()': '0x' }, /does not return name/],
    ['a short symbol result', { 'symbol()': '0x1234' }, /does not return symbol/],
    [
      'a string that points beyond its end',
      { 'name()': `${abiUint(2n ** 255n)}${'00'.repeat(64)}` },
      /does not return name/,
    ],
    [
      'a string longer than its bytes',
      { 'name()': `${abiUint(32n)}${abiUint(1_000n).slice(2)}41` },
      /does not return name/,
    ],
    [
      'reverts alone',
      { 'name()': 'revert', 'symbol()': 'revert', 'decimals()': 'revert' },
      /does not return/,
    ],
  ])('error: %s', async (_, answers, message) => {
    expect(await refusal(await token(answers))).toMatch(message)
  })

  test('error: rejects an address without a contract, an endless loop and an invalid instruction', async () => {
    expect(await refusal('0x00000000000000000000000000000000000dead1')).toContain('no contract')
    expect(await refusal(await deployRuntime(chain, '0x5b600056'))).toContain('does not return')
    expect(await refusal(await deployRuntime(chain, '0xfe'))).toContain('does not return')
    expect(await refusal(chain.tokens.erc1155)).toContain('does not return')
  })

  test('error: an unresponsive node is not reported as a fault of the token', async () => {
    await expect(readErc20Metadata(unreachableChain(), chain.tokens.erc20)).rejects.toMatchObject({
      code: 'CHAIN_FAILED',
    })
  })
})

describe('balances', () => {
  test('behavior: reads tokens and the native token', async () => {
    const holder: Address = '0x00000000000000000000000000000000000b0b01'
    await chain.mintCoins(holder, 123n)
    await chain.embedded.fund(holder, 5n)
    expect(await readErc20Balance(chain.chain, chain.tokens.erc20, holder)).toBe(123n)
    expect(await readNativeBalance(chain.chain, holder)).toBe(5n)
  })

  test('error: rejects a contract that returns no number', async () => {
    const silent = await deployAnswering(chain, { 'balanceOf(address)': '0x' })
    await expect(readErc20Balance(chain.chain, silent, silent)).rejects.toMatchObject({
      code: 'TOKEN_UNREADABLE',
    })
  })
})
