import { expect, test } from 'vitest'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { counterpartyOf, titleOf, titlePartsOf } from './call-words.ts'

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

test('behavior: a transfer names its amount and whom it goes to', () => {
  const call = describeData(encodeCall('transfer(address,uint256)', [ALICE, '1234500000']))
  expect(titleOf(call)).toBe('Send 1,234.5 DEMO')
  expect(counterpartyOf(call)).toEqual({ word: 'to', address: ALICE })
})

test('behavior: an unlimited allowance says so', () => {
  const call = describeData(encodeCall('approve(address,uint256)', [ALICE, (2n ** 256n - 1n).toString()]))
  expect(titleOf(call)).toBe('Approve spending unlimited DEMO')
  expect(counterpartyOf(call)).toEqual({ word: 'for', address: ALICE })
})

test('behavior: amount of a coin that nobody vouches for → its base units and the address of the coin', () => {
  const call = describeData(encodeCall('transfer(address,uint256)', [ALICE, '25000000']), ALICE)
  expect(titlePartsOf(call)).toEqual({ word: 'Send', amount: '25,000,000 base units', token: '0x5aAe…eAed' })
  expect(titleOf(call)).toBe('Send 25,000,000 base units of 0x5aAe…eAed')
})

test('error: what cannot be read is a call of a contract', () => {
  expect(titleOf(describeData('0xdeadbeef'))).toBe('Call of a contract')
  expect(titleOf(null)).toBe('Call of a contract')
  expect(counterpartyOf(null)).toBeNull()
})
