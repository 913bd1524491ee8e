import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { formatTitle } from '#protocol/display/call-words.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { describeReceipt, hasBaseUnits, readReceiptTokens } from './read-receipt-tokens.ts'

const COIN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const RECEIPT = {
  chainId: 31_337,
  wallet: { address: '0x52908400098527886E0F7030069857D2E4169EE7' },
  call: {
    toAddress: COIN,
    value: '0',
    data: encodeCall('transfer(address,uint256)', [RECIPIENT, '25000000']),
    feeCoinAddress: ZERO_ADDRESS,
  },
}
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const DEMO = `0x${word(32n)}${word(4n)}${'44454d4f'.padEnd(64, '0')}`
const ANSWERS = { decimals: `0x${word(6n)}`, symbol: DEMO }

const callSchema = z.object({ data: z.string() })

/** A node whose token returns these values. The call reverts if a value is undefined. */
function nodeWith({ decimals, symbol }: { decimals: string | undefined; symbol: string | undefined }) {
  const bySelector = new Map<string, string | undefined>([
    [encodeCall('decimals()', []), decimals],
    [encodeCall('symbol()', []), symbol],
  ])
  return async (_: string, [call]: readonly unknown[]) => {
    const answer = bySelector.get(callSchema.parse(call).data)
    if (answer === undefined) throw new Error('reverted')
    return answer
  }
}

test.each([
  ['its decimals and symbol', ANSWERS, 'Send 25 DEMO', false],
  ['its decimals alone', { ...ANSWERS, symbol: undefined }, 'Send 25 ?', false],
  ['no decimals', { ...ANSWERS, decimals: undefined }, 'Send 25,000,000 base units of 0x5FbD…0aa3', true],
  ['empty decimals', { ...ANSWERS, decimals: '0x' }, 'Send 25,000,000 base units of 0x5FbD…0aa3', true],
  [
    'absurd decimals',
    { ...ANSWERS, decimals: `0x${word(78n)}` },
    'Send 25,000,000 base units of 0x5FbD…0aa3',
    true,
  ],
])('behavior: the token of a receipt reports %s → %s', async (_, answers, title, isInBaseUnits) => {
  const tokens = await readReceiptTokens(RECEIPT, nodeWith(answers))
  const description = describeReceipt(RECEIPT, tokens)
  expect(formatTitle(description)).toBe(title)
  expect(hasBaseUnits(description)).toBe(isInBaseUnits)
})
