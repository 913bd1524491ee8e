import { expect, test } from 'vitest'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { encodeCall, encodeTokenCall } from '#protocol/signing/calldata.ts'
import { en } from '#widget/texts/en.ts'
import { LANGUAGES } from '#widget/texts/match-language.ts'
import type { Language, Messages } from '#widget/texts/messages.ts'
import { summarizeCall } from './summarize-call.ts'

const WALLET = `0x${'aa'.repeat(20)}`
const FRIEND = `0x${'bb'.repeat(20)}`
const COLLECTION = `0x${'cc'.repeat(20)}`
const SAFE_SEND = 'safeTransferFrom(address,address,uint256'

const TRANSLATIONS = import.meta.glob<() => Language>(['../texts/??.ts', '!../texts/en.ts'], {
  eager: true,
  import: 'default',
})

const batch = (tokenIds: string[]) =>
  encodeTokenCall('erc1155-batch-transfer', {
    from: WALLET,
    to: FRIEND,
    tokenIds,
    amounts: tokenIds.map((_, index) => String(index + 1)),
  }).data

function summary(messages: Messages, data: string) {
  const call = { chainId: 1, walletAddress: WALLET, toAddress: COLLECTION, value: '0', data }
  return summarizeCall(messages, { description: describeCall({ ...call, tokens: [] }) })
}

test.each([
  ['an NFT', encodeCall(`${SAFE_SEND})`, [WALLET, FRIEND, '7']), 'NFT #7'],
  [
    'units of a token ID',
    encodeCall(`${SAFE_SEND},uint256,bytes)`, [WALLET, FRIEND, '1', '2000', '0x']),
    '2,000 × #1',
  ],
  ['a batch with two rows of one token ID', batch(['1', '1']), '1 token ID'],
  ['a batch of two token IDs in three rows', batch(['1', '2', '1']), '2 token IDs'],
])('behavior: summary of %s → its quantity with the token ID', (_, data, main) => {
  expect(summary(en, data)).toMatchObject({ label: 'You send', main })
})

test.each(LANGUAGES)(
  'behavior: quantities in %s → the same digits, with the language’s words',
  (language) => {
    const messages = TRANSLATIONS[`../texts/${language}.ts`]?.()
    if (messages === undefined) throw new Error(language)
    expect(summary(messages, encodeCall(`${SAFE_SEND})`, [WALLET, FRIEND, '7'])).main).toBe('NFT #7')
    const units = encodeCall(`${SAFE_SEND},uint256,bytes)`, [WALLET, FRIEND, '1', '2', '0x'])
    expect(summary(messages, units).main).toBe('2 × #1')
    expect(summary(messages, batch(['1', '1', '3', '4'])).main).toContain('3')
  },
)
