import { expect, test } from 'vitest'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { exampleTransaction } from '#web/console/testing/example-transaction.ts'
import { repeatHref } from './outcome-notice.tsx'

const COIN = '0x00000000000000000000000000000000000000C0'
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'
const FRIEND = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const STRANGER = `0x${'7'.repeat(40)}`
const TOKENS = [{ address: COIN, symbol: 'DEMO', decimals: 6, name: 'Demo' }]
const word = (value: string) => BigInt(value).toString(16).padStart(64, '0')

/** The values that the send page receives. Null if the call cannot be repeated. */
function repeated(selector: string, args: string[], value = '0') {
  const data = `${selector}${args.map(word).join('')}`
  const transaction = exampleTransaction({ toAddress: COIN, data, value, walletAddress: WALLET })
  const href = repeatHref(transaction, describeCallOrNull({ ...transaction, chainId: 1, tokens: TOKENS }))
  if (href === null) return null
  const { pathname, searchParams } = new URL(href, 'https://console.example')
  expect(pathname).toBe(`/wallets/${WALLET}/send`)
  return Object.fromEntries(searchParams)
}

test.each([
  ['0xa9059cbb', [FRIEND, '12500000'], { kind: 'erc20-transfer', to: FRIEND, amount: '12.5' }],
  ['0x42842e0e', [WALLET, FRIEND, '7'], { kind: 'erc721-transfer', to: FRIEND, tokenId: '7' }],
  ['0xa22cb465', [FRIEND, '1'], { kind: 'set-approval-for-all', operator: FRIEND, approved: 'true' }],
  ['0xa22cb465', [FRIEND, '0'], { kind: 'set-approval-for-all', operator: FRIEND, approved: 'false' }],
] as const)('behavior: %s %j fills in the same values', (selector, args, values) => {
  expect(repeated(selector, [...args])).toEqual({ token: COIN, ...values })
})

test.each([
  ['of another holder', '0x42842e0e', [STRANGER, FRIEND, '7'], '0'],
  ['that also sends coins', '0xa9059cbb', [FRIEND, '1'], '1'],
  ['that no form makes', '0x12345678', [], '0'],
] as const)('behavior: a call %s cannot be repeated', (_, selector, args, value) => {
  expect(repeated(selector, [...args], value)).toBeNull()
})
