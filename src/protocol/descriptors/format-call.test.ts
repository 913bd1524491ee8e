import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeArguments } from '#protocol/signing/abi-encode.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { functionSelector } from '#protocol/signing/function-signature.ts'
import { hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import { canonicalType } from './abi-type.ts'
import { formatCall } from './format-fields.ts'
import { DescriptorError } from './json.ts'
import { parseFragment } from './parse-fragment.ts'
import { readDescriptor } from './read-descriptor.ts'

const CONTRACT = `0x${'22'.repeat(20)}`
const WALLET = `0x${'11'.repeat(20)}`
const COIN = `0x${'33'.repeat(20)}`
const TOKENS = [{ address: COIN, symbol: 'DEMO', name: 'Demo', decimals: 6 }]

function descriptorOf(formats: Record<string, unknown>, metadata: unknown = {}) {
  return {
    context: { contract: { deployments: [{ chainId: 1, address: CONTRACT }] } },
    metadata,
    display: { formats },
  }
}

function format(descriptor: unknown, data: string, changes: Record<string, unknown> = {}) {
  const call = { chainId: 1, walletAddress: WALLET, toAddress: CONTRACT, value: 5n, data, tokens: TOKENS }
  return formatCall([readDescriptor(descriptor)], { ...call, ...changes })
}

const field = (path: string, format: string, params?: unknown) => ({ path, label: path, format, params })

describe('parseFragment', () => {
  test.each([
    ['transfer(address to, uint256 value)', 'transfer(address,uint256)', ['to', 'value']],
    ['  play( uint  stake ,bytes calldata data )', 'play(uint256,bytes)', ['stake', 'data']],
    ['many(uint256[] memory ids)', 'many(uint256[])', ['ids']],
    ['none()', 'none()', []],
    ['unnamed(address,bool)', 'unnamed(address,bool)', ['0', '1']],
    ['fixed(address[] a, uint[3][] b)', 'fixed(address[],uint256[3][])', ['a', 'b']],
    [
      'fill((address token, (uint256 id, bytes data)[] items)[] orders, bytes32 salt)',
      'fill((address,(uint256,bytes)[])[],bytes32)',
      ['orders', 'salt'],
    ],
    ['one(tuple(bool yes) calldata order)', 'one((bool))', ['order']],
  ])('param: %s', (text, signature, names) => {
    const fragment = parseFragment(text)
    expect(fragment?.signature).toBe(signature)
    expect(fragment?.params.map(({ name }) => name)).toEqual(names)
  })

  test.each([
    '',
    'x',
    'f(',
    'f((uint256 a b)',
    'f((uint256 a)) b)',
    'f(() a)',
    'f((uint256 a)x b)',
    'f(uint256[0] a)',
    'f(uint256[9999999999] a)',
    'f(uint256[)] a)',
    `f(${'('.repeat(20)}bool${')'.repeat(20)} a)`,
    `f(${'uint256,'.repeat(400)}bool)`,
    'f((uint256 a, uint256 a) b)',
    'f(uint7 a)',
    'f(uint a, uint a)',
    'f(a b c d)',
  ])('error: does not parse %j', (text) => {
    expect(parseFragment(text)).toBeUndefined()
  })
})

describe('formatCall', () => {
  const VALUES = descriptorOf(
    {
      'f(address who, uint256 amount, uint256 when, uint8 mode, bytes data, uint256[] ids, string text, bool yes)':
        {
          intent: 'Do it',
          fields: [
            field('#.who', 'addressName'),
            field('amount', 'tokenAmount', { tokenPath: '#.nothing' }),
            field('when', 'date', { encoding: 'timestamp' }),
            field('mode', 'enum', { $ref: '$.metadata.enums.mode' }),
            field('ids.[]', 'raw'),
            field('@.value', 'amount'),
          ],
        },
    },
    { owner: 'Someone', enums: { mode: { '2': 'Fast' } } },
  )
  const DATA = encodeCallWith([COIN, '1500000', '1700000000', '2', '0x1234', '["1","2"]', 'hello', 'true'])

  test('behavior: formats every field, then appends what the descriptor leaves out', () => {
    const formatted = format(VALUES, DATA)
    expect(formatted?.intent).toBe('Do it')
    expect(formatted?.fields.map(({ label, value }) => [label, value])).toMatchObject([
      ['#.who', { kind: 'address', is: 'token' }],
      ['amount', { kind: 'units', units: '1500000' }],
      ['when', { kind: 'text', text: '2023-11-14 22:13:20 UTC (1700000000)' }],
      ['mode', { kind: 'text', text: 'Fast (2)' }],
      ['ids.[]', { kind: 'list', texts: ['1', '2'] }],
      ['@.value', { kind: 'amount', symbol: 'ETH', units: '5' }],
      ['data', { kind: 'hex', hex: '0x1234' }],
      ['text', { kind: 'text', text: 'hello' }],
      ['yes', { kind: 'text', text: 'true' }],
    ])
  })

  test('behavior: finds an amount’s token by a path and shows words beyond a threshold next to the number', () => {
    const formats = {
      'f(address token, uint256 amount)': {
        intent: 'Pay',
        fields: [
          field('amount', 'tokenAmount', { tokenPath: 'token', threshold: '0x0f4240', message: 'Plenty' }),
        ],
      },
    }
    const of = (amount: string) =>
      format(descriptorOf(formats), encodeCall('f(address,uint256)', [COIN, amount]))?.fields[0]?.value
    expect(of('999999')).toMatchObject({ kind: 'amount', text: '0.999999', symbol: 'DEMO' })
    expect(of('1000000')).toMatchObject({ kind: 'text', text: 'Plenty (1 DEMO)' })
  })

  test('error: formats nothing for another contract, chain or function, or for bytes that do not match exactly', () => {
    expect(format(VALUES, DATA)).toBeDefined()
    expect(format(VALUES, DATA, { toAddress: COIN })).toBeUndefined()
    expect(format(VALUES, DATA, { chainId: 2 })).toBeUndefined()
    expect(format(VALUES, `${DATA}00`)).toBeUndefined()
    expect(format(VALUES, '0x')).toBeUndefined()
    expect(format(VALUES, encodeCall('g()', []))).toBeUndefined()
  })

  test('behavior: makes the page’s words harmless', () => {
    const formats = { 'f(uint256 a)': { intent: 'Get\u202e\u200bmore'.repeat(100), fields: [] } }
    const formatted = format(descriptorOf(formats), encodeCall('f(uint256)', ['1']))
    expect(formatted?.intent).not.toMatch(/[\u202e\u200b]/)
    expect(formatted?.intent.length).toBeLessThanOrEqual(120)
  })

  test('behavior: a text with invisible letters is followed by its bytes', () => {
    const formats = { 'f(string a)': { intent: 'x', fields: [field('a', 'raw')] } }
    const of = (text: string) =>
      format(descriptorOf(formats), encodeCall('f(string)', [text]))?.fields[0]?.value
    expect(of('ab')).toEqual({ kind: 'text', text: 'ab' })
    expect(of('a\u200bb')).toEqual({ kind: 'text', text: 'ab (0x61e2808b62)' })
  })

  test('behavior: shows each argument, regardless of its value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.string(), (number, path) => {
        const formats = {
          'f(uint256 first, address second)': { intent: 'x', fields: [field(path || 'x', 'raw')] },
        }
        const formatted = format(
          descriptorOf(formats),
          encodeCall('f(uint256,address)', [String(number), COIN]),
        )
        const texts = JSON.stringify(formatted?.fields)
        expect(texts).toContain(String(number))
        expect(texts.toLowerCase()).toContain(COIN)
      }),
    )
  })
})

describe('readDescriptor', () => {
  const GOOD = descriptorOf({ 'f(uint256 a)': { intent: 'x', fields: [field('a', 'raw')] } })

  test.each([
    [null, 'the descriptor must be an object'],
    [{}, 'display must be an object'],
    [{ ...GOOD, context: {} }, 'context.contract must be an object'],
    [
      { ...GOOD, context: { contract: { deployments: [] } } },
      'context.contract.deployments must name a contract',
    ],
    [descriptorOf({ 'f(uint256 a)': { fields: [] } }), 'display.formats.f(uint256 a).intent must be a text'],
    [
      descriptorOf({ 'f(uint256 a)': { intent: 'x', fields: [{ path: 'a' }] } }),
      'display.formats.f(uint256 a).fields.0.label must be a text',
    ],
    [
      descriptorOf({ 'f(uint256 a)': { intent: 'x', fields: [field('a', 'enum', { $ref: '$.other' })] } }),
      'display.formats.f(uint256 a).fields.0.params.$ref must be one of $.metadata.enums.*',
    ],
    [
      descriptorOf({ 'f(uint256 a)': { intent: 'x' }, 'f(uint256 b)': { intent: 'y' } }),
      'display.formats.f(uint256 b) is described twice',
    ],
    [
      descriptorOf(Object.fromEntries(Array.from({ length: 257 }, (_, index) => [`f${index}()`, {}]))),
      'display.formats must have at most 256 functions of 16384 characters together',
    ],
    [
      descriptorOf({
        'f(uint256 a)': { intent: 'x', fields: Array.from({ length: 256 }, () => field('a', 'raw')) },
        'f(uint256 a, uint256 b)': { intent: 'x', fields: [field('a', 'raw')] },
      }),
      'display.formats.f(uint256 a, uint256 b).fields: all functions together must have at most 256 fields',
    ],
    [
      descriptorOf({
        'f(uint256 a)': {
          intent: 'x',
          fields: [field('a', 'tokenAmount', { nativeCurrencyAddress: Array(11).fill(COIN) })],
        },
      }),
      'display.formats.f(uint256 a).fields.0.params.nativeCurrencyAddress must have at most 10 addresses',
    ],
    [
      descriptorOf({
        'f(uint256 a)': { intent: 'x', fields: [{ path: 'a', $ref: '$.display.definitions.b' }] },
      }),
      'display.formats.f(uint256 a).fields.0.$ref must be one of $.display.definitions.*',
    ],
    [
      descriptorOf({ 'f(uint256 a)': { intent: 'x', fields: [field('a', 'unit', { base: '000 DEMO' })] } }),
      'display.formats.f(uint256 a).fields.0.params.base must have no digits',
    ],
    [
      descriptorOf({
        'f(uint256 a)': { intent: 'x', fields: [field('a', 'unit', { base: 's', decimals: -1 })] },
      }),
      'display.formats.f(uint256 a).fields.0.params.decimals must be from 0 to 77',
    ],
  ])('error: %#: refuses %o: %s', (descriptor, message) => {
    expect(() => readDescriptor(descriptor)).toThrow(new DescriptorError(message))
  })

  test('error: reads any JSON or refuses it as a descriptor', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        try {
          readDescriptor({ ...GOOD, display: value })
        } catch (error) {
          expect(error).toBeInstanceOf(DescriptorError)
        }
      }),
    )
  })
})

/** Encodes a call of `f`. `encodeCall` does not support arrays, so the types come from the parsed fragment. */
function encodeCallWith(params: string[]): string {
  const fragment = parseFragment(
    'f(address who, uint256 amount, uint256 when, uint8 mode, bytes data, uint256[] ids, string text, bool yes)',
  )
  if (fragment === undefined) throw new Error('no fragment')
  const selector = functionSelector(fragment.signature)
  const types = fragment.params.map(({ type }) => canonicalType(type))
  return hexFromBytes(joinBytes([selector, encodeArguments(types, params)]))
}
