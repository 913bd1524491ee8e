import { afterAll, describe, expect, test } from 'vitest'
import { encodeAbiParameters, stringToHex, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'
import { unreachableChain } from '#service/testing/unreachable.ts'
import { startTestChain } from '#service/testing/chain.ts'
import { readErc20Balance, readErc20Metadata, readNativeBalance } from './erc20.ts'

const chain = await startTestChain()
afterAll(() => chain.close())

const NAME = '06fdde03'
const SYMBOL = '95d89b41'
const DECIMALS = '313ce567'
const BALANCE_OF = '70a08231'
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const bytes32 = (value: string) => stringToHex(value, { size: 32 })

const hex = (value: number) => value.toString(16).padStart(4, '0')
/** Runtime code that answers each selector with fixed bytes, and reverts for the others. */
function answering(answers: Record<string, Hex>): Hex {
  const entries = Object.entries(answers)
  const headLength = 6 + entries.length * 11 + 5
  const blockLength = 17
  let head = '60003560e01c'
  let blocks = ''
  let data = ''
  for (const [index, [selector, answer]] of entries.entries()) {
    const length = answer.length / 2 - 1
    const at = headLength + entries.length * blockLength + data.length / 2
    // DUP1 PUSH4 selector EQ PUSH2 block JUMPI
    head += `8063${selector}1461${hex(headLength + index * blockLength)}57`
    // JUMPDEST PUSH2 length PUSH2 at PUSH1 0 CODECOPY PUSH2 length PUSH1 0 RETURN, filled up to 17 bytes
    blocks += `5b61${hex(length)}61${hex(at)}60003961${hex(length)}6000f300`
    data += answer.slice(2)
  }
  // PUSH1 0 PUSH1 0 REVERT
  return `0x${head}60006000fd${blocks}${data}`
}

let next = 0xbeef00
async function deploy(code: Hex): Promise<Address> {
  next += 1
  const address: Address = `0x${next.toString(16).padStart(40, 'a')}`
  await chain.embedded.rpc.request(z.unknown(), 'anvil_setCode', [address, code])
  return address
}
const token = (answers: Partial<Record<'name' | 'symbol' | 'decimals', Hex>>) =>
  deploy(
    answering({
      ...(answers.name === undefined ? {} : { [NAME]: answers.name }),
      ...(answers.symbol === undefined ? {} : { [SYMBOL]: answers.symbol }),
      ...(answers.decimals === undefined ? {} : { [DECIMALS]: answers.decimals }),
    }),
  )
const good = { name: text('Token'), symbol: text('TOK'), decimals: word(18n) }
const read = async (address: Address) => readErc20Metadata(chain.chain, address)
const refusal = async (address: Address) => {
  const error = await read(address).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'TOKEN_UNREADABLE', status: 400 })
  return String(error)
}

describe('metadata', () => {
  test('behavior: reads a coin', async () => {
    expect(await read(chain.tokens.erc20)).toEqual({ name: 'Demo Coin', symbol: 'DEMO', decimals: 6 })
    expect(await read(await token(good))).toEqual({ name: 'Token', symbol: 'TOK', decimals: 18 })
  })

  test('behavior: reads old tokens that answer bytes32', async () => {
    const old = await token({ ...good, name: bytes32('Maker'), symbol: bytes32('MKR') })
    expect(await read(old)).toEqual({ name: 'Maker', symbol: 'MKR', decimals: 18 })
  })

  test('behavior: cuts long names and removes what would forge a screen', async () => {
    const long = await token({ ...good, name: text('N'.repeat(20_000)), symbol: text('S'.repeat(200)) })
    const { name, symbol } = await read(long)
    expect([name.length, symbol.length]).toEqual([64, 32])
    const forged = await token({
      ...good,
      name: text('US\u202eDC\u200b\n\u0000 Coin'),
      symbol: text(' \u2066USDC\u2069 '),
    })
    expect(await read(forged)).toMatchObject({ name: 'USDC Coin', symbol: 'USDC' })
    const broken = await token({ ...good, name: encodeAbiParameters([{ type: 'bytes' }], ['0xff41fe42']) })
    expect((await read(broken)).name).toMatch(/A.B/)
  })

  test('behavior: decimals of every size that ERC-20 allows', async () => {
    for (const decimals of [0n, 77n, 255n]) {
      expect(await read(await token({ ...good, decimals: word(decimals) }))).toMatchObject({
        decimals: Number(decimals),
      })
    }
  })

  test.each<[string, Parameters<typeof token>[0], RegExp]>([
    ['decimals out of range', { ...good, decimals: word(256n) }, /decimals out of range/],
    ['decimals of 256 bits', { ...good, decimals: word(2n ** 256n - 1n) }, /decimals out of range/],
    ['decimals that revert', { name: good.name, symbol: good.symbol }, /does not answer decimals/],
    ['an empty answer for the name', { ...good, name: '0x' }, /does not answer name/],
    ['a short answer for the symbol', { ...good, symbol: '0x1234' }, /does not answer symbol/],
    [
      'a string that points beyond its end',
      { ...good, name: `${word(2n ** 255n)}${'00'.repeat(64)}` },
      /does not answer name/,
    ],
    [
      'a string longer than its bytes',
      { ...good, name: `${word(32n)}${word(1_000n).slice(2)}41` },
      /does not answer name/,
    ],
    ['nothing but reverts', {}, /does not answer/],
  ])('error: %s', async (_, answers, message) => {
    expect(await refusal(await token(answers))).toMatch(message)
  })

  test('error: no contract, an endless loop, an invalid instruction', async () => {
    expect(await refusal('0x00000000000000000000000000000000000dead1')).toContain('no contract')
    expect(await refusal(await deploy('0x5b600056'))).toContain('does not answer')
    expect(await refusal(await deploy('0xfe'))).toContain('does not answer')
    expect(await refusal(chain.tokens.erc1155)).toContain('does not answer')
  })

  test('error: a node that does not answer is no fault of the token', async () => {
    await expect(readErc20Metadata(unreachableChain(), chain.tokens.erc20)).rejects.toMatchObject({
      code: 'CHAIN_FAILED',
    })
  })
})

describe('balances', () => {
  test('behavior: coins and the native coin', async () => {
    const holder: Address = '0x00000000000000000000000000000000000b0b01'
    await chain.mintCoins(holder, 123n)
    await chain.embedded.fund(holder, 5n)
    expect(await readErc20Balance(chain.chain, chain.tokens.erc20, holder)).toBe(123n)
    expect(await readNativeBalance(chain.chain, holder)).toBe(5n)
  })

  test('error: a contract that answers no number', async () => {
    const silent = await deploy(answering({ [BALANCE_OF]: '0x' }))
    await expect(readErc20Balance(chain.chain, silent, silent)).rejects.toMatchObject({
      code: 'TOKEN_UNREADABLE',
    })
  })
})
