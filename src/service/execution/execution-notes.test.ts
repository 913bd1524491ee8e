import { expect, test } from 'vitest'
import { toEventSelector, type Address, type Hex } from 'viem'
import { EXECUTED_TOPIC } from '#protocol/executed-logs.ts'
import type { Receipt } from '#service/chain/rpc-schemas.ts'
import { executionNote } from './execution-notes.ts'

const TOKEN: Address = `0x${'c0'.repeat(20)}`
const [OURS, THEIRS]: [Address, Address] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`]
const TRANSFER = toEventSelector('Transfer(address,address,uint256)')

const log = (address: Address, ...topics: Hex[]) => ({ address, topics, data: '0x' as const })
const executed = (wallet: Address) => log(wallet, EXECUTED_TOPIC, digestOf(wallet))
const digestOf = (wallet: Address): Hex => `0x${wallet.slice(2, 4).repeat(32)}`

/** Of our transfer in a transaction with these logs. */
function noteOf(...logs: Receipt['logs']): string | undefined {
  const receipt: Receipt = {
    transactionHash: '0x',
    blockNumber: 1n,
    blockHash: '0x',
    status: 1n,
    gasUsed: 1n,
    logs,
  }
  const event = { wallet: OURS, digest: digestOf(OURS) }
  return executionNote(event, { to_address: TOKEN, selector: '0xa9059cbb' }, receipt)
}

test('behavior: a transfer that the token did not report is noted, also where the transaction had reported one of another wallet', () => {
  const silent = expect.stringContaining('the token reported no transfer')
  expect(noteOf(executed(OURS))).toEqual(silent)
  expect(noteOf(log(TOKEN, TRANSFER), executed(THEIRS), executed(OURS))).toEqual(silent)
  expect(noteOf(executed(OURS), log(TOKEN, TRANSFER), executed(THEIRS))).toEqual(silent)
})

test('behavior: one that the token reported is not, wherever it stands in the transaction', () => {
  expect(noteOf(log(TOKEN, TRANSFER), executed(OURS))).toBeUndefined()
  expect(noteOf(executed(THEIRS), log(TOKEN, TRANSFER), executed(OURS))).toBeUndefined()
})
