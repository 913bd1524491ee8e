import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormattedCall } from '#protocol/display/call-description.ts'
import { functionSelector } from '#protocol/signing/function-signature.ts'
import { hexFromBytes, joinBytes } from '#protocol/signing/hex.ts'
import type { AbiValue } from './abi-type.ts'
import { encodeValues } from './abi-values.ts'
import { formatCall } from './format-fields.ts'
import { parseFragment } from './parse-fragment.ts'
import { readDescriptor } from './read-descriptor.ts'

const CONTRACT = `0x${'22'.repeat(20)}`
const WALLET = `0x${'11'.repeat(20)}`
const COIN = `0x${'33'.repeat(20)}`
const OTHER = `0x${'44'.repeat(20)}`
const NATIVE = `0x${'ee'.repeat(20)}`
const TOKENS = [
  { address: COIN, symbol: 'DEMO', name: 'Demo', decimals: 6 },
  { address: OTHER, symbol: 'OTHER', name: 'Other', decimals: 2 },
]
const FILL =
  'fill((address token,uint256 amount,uint256 until)[] orders,(address to,bytes route,uint256[] ids) rest,bytes32 salt)'
const ORDERS = [
  [COIN, '1500000', '1700000000'],
  [OTHER, '250', '8250'],
]
const REST = [WALLET, `0x${COIN.slice(2)}000bb8${OTHER.slice(2)}`, ['7', '8']]
const SALT = `0x${'ab'.repeat(32)}`
const VALUES: AbiValue[] = [ORDERS, REST, SALT]

type Extra = {
  fragment?: string
  metadata?: unknown
  definitions?: unknown
  values?: AbiValue[]
  data?: string
}

function format(fields: unknown[], extra: Extra = {}): FormattedCall | undefined {
  const {
    fragment = FILL,
    metadata = {},
    definitions = {},
    values = VALUES,
    data = calldata(fragment, values),
  } = extra
  const descriptor = readDescriptor({
    context: { contract: { deployments: [{ chainId: 1, address: CONTRACT }] } },
    metadata,
    display: { definitions, formats: { [fragment]: { intent: 'Fill orders', fields } } },
  })
  return formatCall([descriptor], {
    chainId: 1,
    walletAddress: WALLET,
    toAddress: CONTRACT,
    value: 5n,
    data,
    tokens: TOKENS,
  })
}

function calldata(text: string, values: AbiValue[]): string {
  const fragment = parseFragment(text)
  if (fragment === undefined) throw new Error('no fragment')
  const types = fragment.params.map(({ type }) => type)
  return hexFromBytes(joinBytes([functionSelector(fragment.signature), encodeValues(types, values)]))
}

const field = (path: string, format: string, params: unknown = {}) => ({ path, label: path, format, params })

/** The lines of a formatted call as a person reads them. */
function lines(formatted: FormattedCall | undefined): string[] {
  return (formatted?.fields ?? []).map(({ label, value }) => {
    switch (value.kind) {
      case 'address':
        return `${label}: ${value.address.toLowerCase()}`
      case 'amount':
        return `${label}: ${value.text} ${value.symbol}`
      case 'units':
        return `${label}: ${value.units} units`
      case 'hex':
        return `${label}: ${value.hex}`
      case 'list':
        return `${label}: [${value.texts.join(',')}]`
      case 'number':
      case 'text':
        return `${label}: ${value.text}`
    }
  })
}

const AMOUNT = field('orders.[].amount', 'tokenAmount', { tokenPath: 'orders.[].token' })
const REST_LINES = [
  `rest to: ${WALLET}`,
  `rest route: ${String(REST[1])}`,
  'rest ids: [7,8]',
  `salt: ${SALT}`,
]

describe('fields in tuples and lists', () => {
  test('behavior: lists items one by one, each with its own token, then what the fields leave out', () => {
    const formatted = format([
      AMOUNT,
      field('#.orders.[].token', 'addressName'),
      field('orders.[].until', 'date'),
    ])
    expect(lines(formatted)).toEqual([
      'orders.[].amount 1: 1.5 DEMO',
      `#.orders.[].token 1: ${COIN}`,
      'orders.[].until 1: 2023-11-14 22:13:20 UTC (1700000000)',
      'orders.[].amount 2: 2.5 OTHER',
      `#.orders.[].token 2: ${OTHER}`,
      'orders.[].until 2: 1970-01-01 02:17:30 UTC (8250)',
      ...REST_LINES,
    ])
  })

  test('behavior: a group with paths of its own gives the same result', () => {
    const group = {
      path: 'orders.[]',
      label: 'Orders',
      fields: [field('amount', 'tokenAmount', { tokenPath: 'token' }), field('until', 'duration')],
    }
    expect(lines(format([group, field('#.rest.to', 'addressName')]))).toEqual([
      'amount 1: 1.5 DEMO',
      'until 1: 472222:13:20 (1700000000)',
      'amount 2: 2.5 OTHER',
      'until 2: 02:17:30 (8250)',
      `#.rest.to: ${WALLET}`,
      `orders 1 token: ${COIN}`,
      `orders 2 token: ${OTHER}`,
      ...REST_LINES.slice(1),
    ])
  })

  test('behavior: reads one item, the last item, a slice of a list, and a slice of bytes as an amount’s token', () => {
    const formatted = format([
      field('orders.[0].amount', 'tokenAmount', { tokenPath: 'rest.route.[:20]' }),
      field('orders[-1].amount', 'tokenAmount', { tokenPath: 'rest.route.[-20:]' }),
      field('rest.ids.[1:]', 'nftName', { collectionPath: '@.to' }),
      field('rest.route.[20:23]', 'raw'),
    ])
    expect(lines(formatted).slice(0, 4)).toEqual([
      'orders.[0].amount: 1.5 DEMO',
      'orders[-1].amount: 2.5 OTHER',
      'rest.ids.[1:]: [8]',
      'rest.route.[20:23]: 0x000bb8',
    ])
    // A slice is not the whole value, so the bytes and the item before the slice follow the fields.
    expect(lines(formatted)).toEqual(expect.arrayContaining([REST_LINES[1], 'rest ids: [7]']))
  })

  test('behavior: a tuple or a list named as a whole shows all its members', () => {
    expect(lines(format([field('rest', 'raw'), field('orders', 'raw')])).slice(0, 5)).toEqual([
      `rest to: ${WALLET}`,
      `rest route: ${String(REST[1])}`,
      'rest ids: [7,8]',
      `orders token 1: ${COIN}`,
      'orders amount 1: 1500000',
    ])
  })

  test('behavior: reads definitions, constants, units, the chain’s own coin and the call’s container', () => {
    const metadata = { constants: { coin: COIN, native: NATIVE } }
    const definitions = {
      pay: { label: 'Pay', format: 'tokenAmount', params: { token: '$.metadata.constants.coin' } },
    }
    const formatted = format(
      [
        { path: 'orders.[0].amount', $ref: '$.display.definitions.pay' },
        {
          path: 'orders.[1].amount',
          $ref: '$.display.definitions.pay',
          params: { token: OTHER },
          label: 'Paid',
        },
        field('orders.[1].until', 'unit', { base: '%', decimals: 2 }),
        field('@.value', 'tokenAmount', {
          token: NATIVE,
          nativeCurrencyAddress: ['$.metadata.constants.native'],
        }),
        field('@.chainId', 'raw'),
        { label: 'Free of charge', value: 'yes' },
      ],
      { metadata, definitions },
    )
    expect(lines(formatted).slice(0, 5)).toEqual([
      'Pay: 1.5 DEMO',
      'Paid: 2.5 OTHER',
      'orders.[1].until: 82.5 % (8250)',
      '@.value: 0.000000000000000005 ETH',
      '@.chainId: 1',
    ])
    expect(JSON.stringify(formatted)).not.toContain('Free of charge')
  })

  test('error: a token on another chain, of another length, from a map or with no address is no token', () => {
    for (const params of [
      { tokenPath: 'orders.[].token', chainId: 2 },
      { tokenPath: 'orders.[:1].token' },
      { tokenPath: 'rest.ids.[]' },
      { tokenPath: 'nowhere' },
      { token: { map: '$.metadata.maps.a', keyPath: '@.chainId' } },
    ]) {
      const formatted = lines(format([field('orders.[].amount', 'tokenAmount', params)]))
      expect(formatted.slice(0, 2)).toEqual([
        'orders.[].amount 1: 1500000 units',
        'orders.[].amount 2: 250 units',
      ])
    }
  })

  test('behavior: shows an empty list as empty', () => {
    const formatted = lines(format([AMOUNT], { values: [[], REST, SALT] }))
    expect(formatted[0]).toBe('orders: []')
  })

  test('error: does not format a call with more lines than a person reads', () => {
    const values: AbiValue[] = [Array.from({ length: 101 }, () => ORDERS[0] ?? []), REST, SALT]
    expect(format([AMOUNT], { values })).toBeUndefined()
  })

  test('error: hides nothing if a member is left out or a path is invalid or leads nowhere', () => {
    const paths = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'orders',
        'orders.[]',
        'orders.[5]',
        'rest.to.[]',
        'rest.x',
        '#.',
        '@.gas',
        '$.x',
        'salt.[:4]',
      ),
    )
    fc.assert(
      fc.property(fc.array(paths, { maxLength: 6 }), (list) => {
        const formatted = format(list.filter((path) => path !== '').map((path) => field(path, 'raw')))
        const text = lines(formatted).join('\n').toLowerCase()
        for (const value of [ORDERS, REST, SALT].flat(2)) expect(text).toContain(String(value))
      }),
    )
  })

  test('behavior: any other signed bytes are displayed differently, or not read', () => {
    const fields = [AMOUNT, field('orders.[].token', 'addressName'), field('rest', 'raw')]
    const data = calldata(FILL, VALUES)
    const honest = lines(format(fields))
    for (let place = 10; place < data.length; place += 1) {
      const other = data.charAt(place) === '1' ? '2' : '1'
      const formatted = format(fields, { data: `${data.slice(0, place)}${other}${data.slice(place + 1)}` })
      if (formatted !== undefined) expect(lines(formatted)).not.toEqual(honest)
    }
    expect(format(fields, { data: `${data}00` })).toBeUndefined()
    expect(format(fields, { data: data.slice(0, -2) })).toBeUndefined()
  })
})
