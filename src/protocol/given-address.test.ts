import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { importAddressesRequestSchema } from '#protocol/console/address-book.ts'
import { createWalletRequestSchema } from './create-wallet.ts'
import { setFeeSettingsRequestSchema } from './deployment-config.ts'
import { executeRequestSchema } from './execute-transaction.ts'
import { givenAddressSchema } from './given-address.ts'
import { createPolicyRequestSchema } from './policies.ts'
import { PREPARE_ENDPOINTS } from './prepare.ts'
import { simulateRequestSchema } from './simulation.ts'
import { resolveTokenRequestSchema } from './tokens.ts'
import { widgetCallSchema } from './widget-call.ts'

const RIGHT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
/** The first letter has the other case. */
const WRONG = '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test.each([RIGHT, RIGHT.toLowerCase(), `0x${RIGHT.slice(2).toUpperCase()}`, `0x${'1'.repeat(40)}`])(
  'param: %s → accepted',
  (address) => {
    expect(givenAddressSchema.safeParse(address).success).toBe(true)
  },
)

test('error: a wrong checksum → names the mistake, and no other text is called one', () => {
  expect(givenAddressSchema.safeParse(WRONG).error?.issues[0]?.message).toContain('typing mistake')
  expect(givenAddressSchema.safeParse(`${WRONG}0`).error?.issues[0]?.message).toContain('must be an address')
})

const parties = { walletAddress: RIGHT, tokenAddress: RIGHT }
const call = { walletAddress: RIGHT, toAddress: RIGHT, value: '0', data: '0x' }
const key = { qx: '1', qy: '1', rpIdHash: `0x${'0'.repeat(64)}`, verificationCode: '123456' }
const { prepareErc20Transfer, prepareErc20Approve, prepareErc721Approve } = PREPARE_ENDPOINTS

/** Requests with the path of each address. */
const REQUESTS: [string, z.ZodMiniType, object, string[]][] = [
  [
    'erc20/transfer',
    prepareErc20Transfer.body,
    { ...parties, to: RIGHT, amount: '1' },
    ['to', 'tokenAddress'],
  ],
  ['erc20/approve', prepareErc20Approve.body, { ...parties, spender: RIGHT, amount: '1' }, ['spender']],
  ['erc721/approve', prepareErc721Approve.body, { ...parties, approved: RIGHT, tokenId: '1' }, ['approved']],
  [
    'execute',
    executeRequestSchema,
    { ...call, signature: '0x', expiration: '1', fee: '0', feeCoinAddress: RIGHT, feeWithdrawAddress: RIGHT },
    ['walletAddress', 'toAddress', 'feeCoinAddress', 'feeWithdrawAddress'],
  ],
  ['simulate', simulateRequestSchema, call, ['toAddress']],
  ['wallets', createWalletRequestSchema, { ...key, backupAddress: RIGHT }, ['backupAddress']],
  ['tokens/resolve', resolveTokenRequestSchema, { address: RIGHT }, ['address']],
  [
    'fees',
    setFeeSettingsRequestSchema,
    { fee: { tokenAddress: RIGHT, amountPerTransaction: '1', withdrawAddress: RIGHT } },
    ['fee.tokenAddress', 'fee.withdrawAddress'],
  ],
  [
    'policies',
    createPolicyRequestSchema,
    { name: 'Payees', rule: { kind: 'recipients', recipients: [RIGHT] } },
    ['rule.recipients.0'],
  ],
  [
    'address book',
    importAddressesRequestSchema,
    { addresses: [{ address: RIGHT, label: 'Ada', note: '' }] },
    ['addresses.0.address'],
  ],
  [
    'widget',
    widgetCallSchema,
    { kind: 'erc20-transfer', token: RIGHT, to: RIGHT, amount: '1' },
    ['to', 'token'],
  ],
]
const cases = REQUESTS.flatMap(([name, schema, body, paths]) =>
  paths.map((path) => ({ name, schema, body, path })),
)

test.each(cases)('error: $name with a wrong checksum in $path → refused there', ({ schema, body, path }) => {
  expect(schema.safeParse(body).error).toBeUndefined()
  const wrong = replaceAt(body, path.split('.'))
  expect(schema.safeParse(wrong).error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
})

function replaceAt(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return WRONG
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === name ? replaceAt(one, rest) : one))
  const entries = Object.entries(value ?? {})
  return Object.fromEntries(entries.map(([key, one]) => [key, key === name ? replaceAt(one, rest) : one]))
}
