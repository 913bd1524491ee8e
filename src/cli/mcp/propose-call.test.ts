import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checksumAddress } from '#protocol/display/address.ts'
import { buildPrepareRequest, isOfCoins } from '#protocol/operations.ts'
import { PREPARE_ENDPOINTS } from '#protocol/prepare.ts'
import type { TokenStandard } from '#protocol/token-functions.ts'
import { callOfValues } from '#web/console/features/tokens/call-of-values.ts'
import { valuesOfQuery } from '#web/console/features/tokens/send-values.ts'
import { PREPARED_KINDS, proposeCall } from './propose-call.ts'

const CONSOLE = 'https://wallets.example'
const WALLET = checksumAddress(`0x${'ab'.repeat(20)}`)
const TOKEN = checksumAddress(`0x${'cd'.repeat(20)}`)
const FRIEND = checksumAddress(`0x${'12'.repeat(20)}`)

const address = fc
  .stringMatching(/^[0-9a-f]{40}$/)
  .filter((digits) => /[1-9a-f]/.test(digits))
  .map((digits) => checksumAddress(`0x${digits}`))
const number = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }).map(String)
/** Values of each field of the prepare endpoints that the form can express. */
const values: Record<string, fc.Arbitrary<unknown>> = {
  from: fc.constant(WALLET),
  to: address,
  spender: address,
  operator: address,
  tokenId: number,
  amount: number,
}
const party = { walletAddress: WALLET, tokenAddress: TOKEN }
const coin = { isContract: true, name: 'Token', symbol: 'T', hasHiddenText: false, address: TOKEN }

const CASES: {
  name: keyof typeof PREPARED_KINDS
  standard: TokenStandard
  body: Record<string, fc.Arbitrary<unknown>>
}[] = [
  { name: 'prepareErc20Transfer', standard: 'erc20', body: pick('to', 'amount') },
  { name: 'prepareErc20Approve', standard: 'erc20', body: pick('spender', 'amount') },
  { name: 'prepareErc721SafeTransfer', standard: 'erc721', body: pick('from', 'to', 'tokenId') },
  { name: 'prepareErc1155SafeTransfer', standard: 'erc1155', body: pick('from', 'to', 'tokenId', 'amount') },
  {
    name: 'prepareErc721Approve',
    standard: 'erc721',
    body: { approved: fc.oneof(address, fc.constant(`0x${'0'.repeat(40)}`)), ...pick('tokenId') },
  },
  {
    name: 'prepareErc721SetApprovalForAll',
    standard: 'erc721',
    body: { ...pick('operator'), approved: fc.boolean() },
  },
  {
    name: 'prepareErc1155SetApprovalForAll',
    standard: 'erc1155',
    body: { ...pick('operator'), approved: fc.boolean() },
  },
]

function pick(...names: string[]) {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? fc.constant(undefined)]))
}

test.each(CASES)(
  'behavior: the console’s form for $name prepares exactly the same call',
  ({ name, standard, body }) => {
    const kind = PREPARED_KINDS[name]
    const decimals = fc.integer({ min: 0, max: 77 })
    const sameCall = fc.property(fc.record(body), decimals, (fields, places) => {
      const prepared = { ...party, ...fields }
      const url = new URL(proposeCall(CONSOLE, kind, prepared, places) ?? '')
      expect(url.pathname).toBe(`/wallets/${WALLET}/send`)
      const form = { ...valuesOfQuery(url.searchParams), isUnderstood: true }
      const token = { ...coin, standard, decimals: isOfCoins(kind) ? places : null }
      const checked = callOfValues(form, { token, balance: undefined })
      if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
      const request = buildPrepareRequest(WALLET, checked.call, standard)
      expect(`/tokens/${request.path}`).toBe(PREPARE_ENDPOINTS[name].path)
      expect(request.body).toEqual(prepared)
    })
    fc.assert(sameCall)
  },
)

test.each([
  ['a batch', 'erc1155-batch-transfer', { from: WALLET, to: FRIEND, tokenIds: ['1'], amounts: ['2'] }, 0],
  ['tokens of another holder', 'erc721-transfer', { from: FRIEND, to: FRIEND, tokenId: '1' }, 0],
  [
    'data for the receiver',
    'erc1155-transfer',
    { from: WALLET, to: FRIEND, tokenId: '1', amount: '1', data: '0x01' },
    0,
  ],
  ['an amount without known decimals', 'erc20-transfer', { to: FRIEND, amount: '1' }, undefined],
] as const)(
  'behavior: there is no proposal for %s, which the form cannot express',
  (_, kind, fields, decimals) => {
    expect(proposeCall(CONSOLE, kind, { ...party, ...fields }, decimals)).toBeUndefined()
  },
)

test('behavior: receiver data that is null is left out, as the service does', () => {
  const body = { ...party, from: WALLET, to: FRIEND, tokenId: '7' }
  const without = proposeCall(CONSOLE, 'erc721-transfer', body, undefined)
  expect(without).toBeTypeOf('string')
  expect(proposeCall(CONSOLE, 'erc721-transfer', { ...body, data: null }, undefined)).toBe(without)
})
