import { expect, test } from 'vitest'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { BOB, COIN, tokens, WALLET } from '#protocol/testing/described-calls.ts'
import { describeCall } from './describe-call.ts'
import { describeCoinTransfer } from './describe-coin-transfer.ts'

const call = (data: string, toAddress: string = COIN) => ({
  chainId: 1,
  walletAddress: WALLET,
  toAddress,
  value: 0n,
  data,
  tokens,
})

test('behavior: describes a transfer like the full reader, in either case of its hex digits', () => {
  const transfer = call(encodeCall('transfer(address,uint256)', [BOB, '5']))
  expect(describeCoinTransfer(transfer)).toEqual(describeCall(transfer))
  expect(describeCoinTransfer({ ...transfer, data: `0x${transfer.data.slice(2).toUpperCase()}` })).toEqual(
    describeCall(transfer),
  )
})

test.each([
  ['an approval', call(encodeCall('approve(address,uint256)', [BOB, '5']))],
  [
    'a transfer that the wallet itself is called with',
    call(encodeCall('transfer(address,uint256)', [BOB, '5']), WALLET),
  ],
])('behavior: %s is unknown, with all its bytes, and dangerous', (_, other) => {
  const description = describeCoinTransfer(other)
  expect(description).toMatchObject({ kind: 'unknown', severity: 'danger' })
  expect(description.fields).toContainEqual({
    label: 'data',
    value: { kind: 'hex', hex: other.data, bytes: other.data.length / 2 - 1 },
  })
})
