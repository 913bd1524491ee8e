import { BODY_BYTES_MAX, TYPED_DATA_VALUES_MAX } from '#protocol/limits.ts'
import { readMessage } from '#protocol/messages/read-message.ts'
import type { SignableMessage } from '#protocol/widget-call.ts'
import { LISTED_TOKENS } from './listed-tokens.ts'
import { worst, type WorstInput } from './worst-input.ts'

const PAGE = {
  chainId: 1,
  walletAddress: `0x${'11'.repeat(20)}`,
  tokens: LISTED_TOKENS,
  origin: 'https://shop.example',
  nowMs: 0,
}

const ADDRESS = `0x${'ab'.repeat(20)}`
const member = (name: string, type: string) => ({ name, type })
const structs = (count: number, members: (index: number) => { name: string; type: string }[]) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`A${index}`, members(index)]))
const typed = (types: object, message: object, primaryType = 'A0'): SignableMessage => ({
  kind: 'typed-data',
  typedData: { domain: {}, types, primaryType, message },
})
const list = (type: string, value: unknown, count: number): SignableMessage =>
  typed({ A0: [member('a', `${type}[]`)], S: [] }, { a: Array(count).fill(value) })

/** Each type contains the next one, and its hash covers all types that follow. The last type has addresses. */
function chain(count: number, addresses = 0): SignableMessage {
  const name = 'n'.repeat(5)
  const types = structs(count, (index) =>
    index === count - 1 ? [member('a', 'address[]')] : [member(name, `A${index + 1}`)],
  )
  let message: object = { a: Array(addresses).fill(ADDRESS) }
  for (let index = 1; index < count; index += 1) message = { [name]: message }
  return typed(types, message)
}

/** Number of items in a list of the maximum length. */
const VALUES = TYPED_DATA_VALUES_MAX - 10

const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
/** Number of tokens in a permission of the maximum length. Each has three values. */
const PERMITTED = Math.floor(VALUES / 3) - 5

function permission(count: number): SignableMessage {
  const types = {
    PermitBatchTransferFrom: [
      member('permitted', 'TokenPermissions[]'),
      member('spender', 'address'),
      member('nonce', 'uint256'),
      member('deadline', 'uint256'),
    ],
    TokenPermissions: [member('token', 'address'), member('amount', 'uint256')],
  }
  const permitted = LISTED_TOKENS.slice(0, count).map(({ address }) => ({ token: address, amount: '1' }))
  const message = { permitted, spender: ADDRESS, nonce: '0', deadline: '1' }
  const domain = { name: 'Permit2', chainId: '1', verifyingContract: PERMIT2 }
  return {
    kind: 'typed-data',
    typedData: { domain, types, primaryType: 'PermitBatchTransferFrom', message },
  }
}

/** Every message at its limit or far beyond it. */
const WORST: readonly (readonly [what: string, message: SignableMessage])[] = [
  [
    'types that double 40 times',
    typed(
      structs(41, (index) =>
        index === 40 ? [] : [member('a', `A${index + 1}`), member('b', `A${index + 1}`)],
      ),
      {},
    ),
  ],
  ['31 types in a chain', chain(31)],
  ['31 types in a chain, and 300 addresses', chain(31, 300)],
  ['10,000 types that nothing refers to', typed({ ...structs(10_000, () => []), T: [] }, {}, 'T')],
  [
    '6,000 members of a struct',
    typed({ A0: Array.from({ length: 6_000 }, (_, index) => member(`m${index}`, 'bool')) }, {}),
  ],
  ['arrays of arrays, 50,000 deep', typed({ A0: [member('a', `bool${'[]'.repeat(50_000)}`)] }, { a: [] })],
  [`${VALUES} addresses`, list('address', ADDRESS, VALUES)],
  [`${VALUES} structs`, list('S', {}, VALUES)],
  [`${VALUES} strings`, list('string', 'x', VALUES)],
  [`${VALUES} numbers of 78 digits`, list('uint256', String(2n ** 256n - 1n), VALUES)],
  [`a permission of ${PERMITTED} tokens`, permission(PERMITTED)],
  ['120,000 values', list('uint8', 1, 120_000)],
  ['a string of 65,500 bytes', list('string', '\u20ac'.repeat(21_830), 1)],
  ['a string of 260,000 bytes', list('string', '\u20ac'.repeat(86_000), 1)],
  ['32,700 bytes', list('bytes', `0x${'ab'.repeat(32_700)}`, 1)],
  ['a number of 250,000 digits', list('uint256', '9'.repeat(250_000), 1)],
  ['a text of 65,535 bytes', { kind: 'text', text: '\u20ac'.repeat(21_845) }],
  ['a text of 65,536 digits', { kind: 'text', text: '0x'.padEnd(65_536, 'a') }],
  ['65,536 bytes that are no text', { kind: 'bytes', data: `0x${'ff'.repeat(65_536)}` }],
]

/** The worst messages after parsing, at the maximum length or far longer. */
export const MESSAGE_INPUTS: readonly WorstInput[] = WORST.map(([what, message]) =>
  worst(
    `a message, ${what}`,
    () => fitting(what, message),
    (fit) => readMessage(fit, PAGE),
  ),
)

function fitting(what: string, message: SignableMessage): SignableMessage {
  const bytes = JSON.stringify(message).length
  if (bytes > BODY_BYTES_MAX) throw new Error(`${what}: ${bytes} bytes are more than a request may have`)
  return message
}
