import { readComponentName, resolveItems, resolve, type JsonSchema, type Schemas } from './json-schemas.ts'

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const TOKEN = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const PERSON = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const ZERO = '0x0000000000000000000000000000000000000000'
const UUID = '2f3f1f7e-7a52-4c6c-9a53-0c6f6a1d2b3c'
const HASH = `0x${'9f86d081884c7d65'.repeat(4)}`
const CALL = `0xa9059cbb${PERSON.slice(2).toLowerCase().padStart(64, '0')}${(1_500_000).toString(16).padStart(64, '0')}`

/** Plausible values, keyed by field name. */
const BY_FIELD: Record<string, unknown> = {
  qx: '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
  qy: '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  rpIdHash: '0x49960de5880e8c687434170f6476605b8fe4aeb9a28632c7995cf3ba831d9763',
  label: 'Savings',
  externalUserId: 'user-42',
  externalUserLabel: 'Ada',
  email: 'ada@example.com',
  tokenAddress: TOKEN,
  toAddress: TOKEN,
  to: PERSON,
  spender: PERSON,
  operator: PERSON,
  feeCoinAddress: ZERO,
  feeWithdrawAddress: ZERO,
  amounts: ['5', '10'],
  tokenIds: ['7', '8'],
  tokenId: '7',
  value: '0',
  fee: '0',
  blockNumber: '1024',
  functionSignature: 'transfer(address,uint256)',
  params: [PERSON, '1500000'],
  expiration: '1795262400',
  sequence: '42',
  decimals: 6,
  tokenDecimals: 6,
  chainId: 31_337,
  url: 'https://shop.example/latchkey-events',
  domain: 'shop.example',
  name: 'Demo Coin',
  symbol: 'DEMO',
  tokenSymbol: 'DEMO',
  logoUrl: 'https://shop.example/coin.svg',
  approvalUrl: 'https://wallet.example/approve',
  secret: 'shown once',
}

const BY_COMPONENT: Record<string, unknown> = {
  Address: WALLET,
  Uint: '1500000',
  Calldata: CALL,
  Signature: `0x${'00'.repeat(31)}20`,
  VerificationCode: '123456',
}

/** Optional fields that examples include. The others are omitted. */
const SHOWN = new Set([
  'label',
  'email',
  'externalUserId',
  'functionSignature',
  'params',
  'transactionHash',
  'simulation',
  'outcome',
  'amount',
  'policies',
])

/** An example of a schema: each required field, and the optional ones worth showing. */
export function buildExample(schemas: Schemas, schema: JsonSchema, field = ''): unknown {
  const named = BY_FIELD[field]
  const resolved = resolve(schemas, schema)
  const component = readComponentName(schema)
  if (component !== undefined && component in BY_COMPONENT) {
    return typeof named === 'string' ? named : BY_COMPONENT[component]
  }
  if (resolved.const !== undefined) return resolved.const
  if (resolved.enum !== undefined) return resolved.enum[0]
  const [first] = resolved.anyOf ?? resolved.oneOf ?? []
  if (first !== undefined) return buildExample(schemas, first, field)
  // The first of several types is used, so a nullable value is shown as not null.
  switch ([resolved.type].flat()[0]) {
    case 'object': {
      const required = new Set(resolved.required)
      const shown = Object.entries(resolved.properties ?? {})
        .filter(([name]) => required.has(name) || SHOWN.has(name))
        .map(([name, inner]) => [name, buildExample(schemas, typeof inner === 'boolean' ? {} : inner, name)])
      return Object.fromEntries(shown)
    }
    case 'array':
      return Array.isArray(named) ? named : [buildExample(schemas, resolveItems(schemas, resolved), field)]
    case 'boolean':
      return true
    case 'number':
    case 'integer':
      return typeof named === 'number' ? named : Math.max(1, resolved.minimum ?? 1)
    case 'null':
      return null
    case 'string':
    case undefined:
      return typeof named === 'string' && takes(resolved, named) ? named : exampleText(resolved)
  }
}

/** Texts in the formats that schemas require. The example of a schema is the first text that it accepts. */
const TEXTS: readonly string[] = [
  '2026-11-21T12:00:00.000Z',
  '2026-11-21',
  'https://shop.example',
  HASH,
  '9f86d081884c7d65',
  'A'.repeat(43),
  'A'.repeat(86),
  '-1500000',
  `${WALLET},${PERSON}`,
]

function exampleText(schema: JsonSchema): string {
  if (schema.format === 'uuid') return UUID
  const isPlain = schema.pattern === undefined && schema.format === undefined && schema.allOf === undefined
  if (isPlain) return 'text'
  return TEXTS.find((text) => takes(schema, text)) ?? 'text'
}

/** Whether a text has the format and the length that a schema requires. */
function takes(schema: JsonSchema, text: string): boolean {
  const { pattern, minLength = 0, maxLength = Infinity, format, allOf = [] } = schema
  if (text.length < minLength || text.length > maxLength) return false
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return false
  if (pattern === undefined && format === 'ipv4' && text !== '203.0.113.7') return false
  return allOf.every((part) => typeof part === 'boolean' || takes(part, text))
}
