import { expect, test } from 'vitest'
import { encodeCall, encodeTokenCall } from '#protocol/signing/calldata.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import { callOperations } from './call-operations.ts'

const WALLET = `0x${'11'.repeat(20)}` as const
const TOKEN = `0x${'22'.repeat(20)}` as const
const FRIEND = `0x${'33'.repeat(20)}` as const
const ITEM = 'safeTransferFrom(address,address,uint256)'

const of = (toAddress: string, data: string, value = '0') =>
  callOperations({ walletAddress: WALLET, toAddress, value, data })

test.each([
  ['coins', encodeCall('transfer(address,uint256)', [FRIEND, '5'])],
  ['an item', encodeCall(ITEM, [WALLET, FRIEND, '5'])],
  [
    'items',
    encodeTokenCall('erc1155-batch-transfer', { from: WALLET, to: FRIEND, tokenIds: ['1'], amounts: ['2'] })
      .data,
  ],
  ['the chain’s own coin', '0x'],
  [
    'what the wallet holds by transferFrom',
    encodeCall('transferFrom(address,address,uint256)', [WALLET, FRIEND, '5']),
  ],
])('param: sending %s is a transfer', (_name, data) => {
  expect(of(TOKEN, data)).toEqual(['transfer'])
})

test.each([
  ['an allowance', TOKEN, encodeCall('approve(address,uint256)', [FRIEND, '5'])],
  ['an operator', TOKEN, encodeCall('setApprovalForAll(address,bool)', [FRIEND, 'true'])],
  ['an item of somebody else', TOKEN, encodeCall(ITEM, [FRIEND, WALLET, '5'])],
  ['what nobody can read', TOKEN, '0x12345678'],
  ['a backup address', WALLET, encodeCall('setBackup(address)', [FRIEND])],
  ['a transfer with bytes behind it', TOKEN, `${encodeCall('transfer(address,uint256)', [FRIEND, '5'])}00`],
])('param: %s needs approve', (_name, to, data) => {
  expect(of(to, data)).toEqual(['approve'])
})

test('behavior: cancelling a signed call needs neither operation, and only on the wallet itself', () => {
  const data = encodeCall('cancelCall(bytes32,uint256)', [`0x${'ab'.repeat(32)}`, '1800000000'])
  expect(of(WALLET, data)).toEqual([])
  expect(of(TOKEN, data)).toEqual(['approve'])
})

test('behavior: a call that also sends the chain’s own coin is a transfer too', () => {
  expect(of(TOKEN, '0x12345678', '5')).toEqual(['approve', 'transfer'])
})

test('behavior: a batch needs the operations of its calls, each once', () => {
  const transfer = { to: TOKEN, value: 0n, data: encodeCall('transfer(address,uint256)', [FRIEND, '5']) }
  const approve = { to: TOKEN, value: 0n, data: encodeCall('approve(address,uint256)', [FRIEND, '5']) }
  expect(of(WALLET, encodeExecuteBatch([transfer, transfer]))).toEqual(['transfer'])
  expect(of(WALLET, encodeExecuteBatch([transfer, approve, transfer]))).toEqual(['transfer', 'approve'])
  expect(of(TOKEN, encodeExecuteBatch([transfer]))).toEqual(['approve'])
  expect(of(WALLET, encodeExecuteBatch([]))).toEqual([])
})
