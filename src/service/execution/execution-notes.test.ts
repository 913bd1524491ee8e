import { toEventSelector, type Address, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { EXECUTED_TOPIC } from '#protocol/executed-logs.ts'
import { encodeTokenFunction } from '#protocol/signing/calldata.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import type { Receipt, ReceiptLog } from '#service/chain/rpc-schemas.ts'
import { executionNote, type NotedCall } from './execution-notes.ts'

const TOKEN: Address = `0x${'c0'.repeat(20)}`
const [OURS, THEIRS]: [Address, Address] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`]
const TRANSFER = toEventSelector('Transfer(address,address,uint256)')

const log = (address: Address, ...topics: Hex[]) => ({ address, topics, data: '0x' as const })
const executed = (wallet: Address) => log(wallet, EXECUTED_TOPIC, digestOf(wallet))
const digestOf = (wallet: Address): Hex => `0x${wallet.slice(2, 4).repeat(32)}`

/** Returns the note on our transfer in a transaction with these logs. */
function noteOf(...logs: ReceiptLog[]): string | undefined {
  return noteOfCall({ to_address: TOKEN, data: '0xa9059cbb' }, ...logs)
}

function noteOfCall(
  call: Pick<NotedCall, 'to_address' | 'data'> & Partial<NotedCall>,
  ...logs: ReceiptLog[]
) {
  const block = { transactionHash: '0x', blockNumber: 1n, blockHash: '0x' } as const
  const receipt: Receipt = { ...block, status: 1n, gasUsed: 1n, logs }
  const event = { wallet: OURS, digest: digestOf(OURS) }
  return executionNote(event, { value: '0', fee: '0', fee_coin_address: ZERO_ADDRESS, ...call }, receipt)
}

test('behavior: notes a transfer that the token did not report, even if the transaction reported one of another wallet', () => {
  const silent = expect.stringContaining('the token reported no transfer')
  expect(noteOf(executed(OURS))).toEqual(silent)
  expect(noteOf(log(TOKEN, TRANSFER), executed(THEIRS), executed(OURS))).toEqual(silent)
  expect(noteOf(executed(OURS), log(TOKEN, TRANSFER), executed(THEIRS))).toEqual(silent)
})

test('behavior: does not note a transfer that the token reported, wherever it is in the transaction', () => {
  expect(noteOf(log(TOKEN, TRANSFER), executed(OURS))).toBeUndefined()
  expect(noteOf(executed(THEIRS), log(TOKEN, TRANSFER), executed(OURS))).toBeUndefined()
})

const [COIN, WITHDRAW]: [Address, Address] = [`0x${'fe'.repeat(20)}`, `0x${'dd'.repeat(20)}`]
const UNKNOWN: Hex = '0x12345678'
const silentlyDone = 'it was executed, but no contract reported anything: check what it changed'

test('behavior: a fee in the same token does not count as a report of the transfer', () => {
  const call = { to_address: TOKEN, data: '0xa9059cbb', fee: '5', fee_coin_address: TOKEN } as const
  expect(noteOfCall(call, log(TOKEN, TRANSFER), executed(OURS))).toContain('reported no transfer')
  expect(noteOfCall(call, log(TOKEN, TRANSFER), log(TOKEN, TRANSFER), executed(OURS))).toBeUndefined()
})

test('behavior: each of several batched calls must be reported, also those of a nested batch', () => {
  const transfer = {
    to: TOKEN,
    value: 0n,
    data: encodeTokenFunction('transfer(address,uint256)', [WITHDRAW, '1']),
  }
  const inner = { to: OURS, value: 0n, data: encodeExecuteBatch([transfer]) }
  const call = { to_address: OURS, data: encodeExecuteBatch([transfer, inner]) }
  expect(noteOfCall(call, log(TOKEN, TRANSFER), executed(OURS))).toContain('reported no transfer')
  expect(noteOfCall(call, log(TOKEN, TRANSFER), log(TOKEN, TRANSFER), executed(OURS))).toBeUndefined()
})

test('behavior: notes a call of an unknown function without any report other than the fee’s', () => {
  const call = { to_address: TOKEN, data: UNKNOWN }
  const paid = { ...call, fee: '5', fee_coin_address: COIN }
  expect(noteOfCall(call, executed(OURS))).toBe(silentlyDone)
  expect(noteOfCall(paid, log(COIN, TRANSFER), executed(OURS))).toBe(silentlyDone)
  expect(noteOfCall(call, log(COIN, UNKNOWN), executed(OURS))).toBeUndefined()
})

test('behavior: the native token, with or without calldata, and a call of the wallet to itself need no report', () => {
  expect(noteOfCall({ to_address: TOKEN, data: '0x', value: '1' }, executed(OURS))).toBeUndefined()
  expect(noteOfCall({ to_address: TOKEN, data: UNKNOWN, value: '1' }, executed(OURS))).toBeUndefined()
  expect(noteOfCall({ to_address: OURS, data: UNKNOWN }, executed(OURS))).toBeUndefined()
})
