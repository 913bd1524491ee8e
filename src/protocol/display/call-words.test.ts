import { expect, test } from 'vitest'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { encodeCall, encodeTokenCall } from '#protocol/signing/calldata.ts'
import { findCounterparty, formatTitle, splitTitle } from './call-words.ts'

const COIN = { address: `0x${'c0'.repeat(20)}`, symbol: 'DEMO', decimals: 6, name: 'Demo' }
const ALICE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

function describeData(data: string, toAddress = COIN.address) {
  return describeCall({
    chainId: 31_337,
    walletAddress: `0x${'aa'.repeat(20)}`,
    toAddress,
    value: '0',
    data,
    tokens: [COIN],
  })
}

test('behavior: a transfer shows its amount and its recipient', () => {
  const call = describeData(encodeCall('transfer(address,uint256)', [ALICE, '1234500000']))
  expect(formatTitle(call)).toBe('Send 1,234.5 DEMO')
  expect(findCounterparty(call)).toEqual({ word: 'to', address: ALICE })
})

test('behavior: an unlimited allowance is titled as unlimited', () => {
  const call = describeData(encodeCall('approve(address,uint256)', [ALICE, (2n ** 256n - 1n).toString()]))
  expect(formatTitle(call)).toBe('Approve spending Unlimited DEMO')
  expect(findCounterparty(call)).toEqual({ word: 'for', address: ALICE })
})

test('behavior: amount of an unverified coin → its base units and the address of the coin', () => {
  const call = describeData(encodeCall('transfer(address,uint256)', [ALICE, '25000000']), ALICE)
  expect(splitTitle(call)).toEqual({ word: 'Send', amount: '25,000,000 base units', token: '0x5aAe…eAed' })
  expect(formatTitle(call)).toBe('Send 25,000,000 base units of 0x5aAe…eAed')
})

const WALLET = `0x${'aa'.repeat(20)}`
const SAFE_SEND = 'safeTransferFrom(address,address,uint256'

test.each([
  [
    'an NFT',
    encodeCall(`${SAFE_SEND})`, [WALLET, ALICE, '7']),
    { word: 'Send', amount: 'NFT #7', title: 'Send NFT #7' },
  ],
  [
    'units of a token ID',
    encodeCall(`${SAFE_SEND},uint256,bytes)`, [WALLET, ALICE, '1', '2', '0x']),
    { word: 'Send ERC-1155 tokens', amount: '2 × #1', title: 'Send ERC-1155 tokens 2 × #1' },
  ],
  [
    'a batch with two rows of one token ID',
    encodeTokenCall('erc1155-batch-transfer', {
      from: WALLET,
      to: ALICE,
      tokenIds: ['1', '4', '1'],
      amounts: ['2', '3', '5'],
    }).data,
    { word: 'Batch send', amount: '7 × #1, 3 × #4', title: 'Batch send 7 × #1, 3 × #4' },
  ],
])('behavior: title and columns of %s → its quantity with the token ID', (_, data, { title, ...parts }) => {
  const call = describeData(data, ALICE)
  expect(splitTitle(call)).toEqual({ ...parts, token: '' })
  expect(formatTitle(call)).toBe(title)
})

test('behavior: number of an unknown kind → both readings in the column, none in the title', () => {
  const call = describeData(encodeCall('approve(address,uint256)', [ALICE, '7']), ALICE)
  expect(splitTitle(call)).toEqual({ word: 'Approve a token', amount: '7 or NFT #7', token: '' })
  expect(formatTitle(call)).toBe('Approve a token')
})

test('error: describes a call that cannot be read as a contract call', () => {
  expect(formatTitle(describeData('0xdeadbeef'))).toBe('Contract call')
  expect(formatTitle(null)).toBe('Contract call')
  expect(findCounterparty(null)).toBeNull()
})
