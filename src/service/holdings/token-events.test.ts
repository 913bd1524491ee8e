import { encodeAbiParameters, numberToHex, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { addressTopic } from '#service/chain/chain-data.ts'
import type { ChainLog } from '#service/chain/chain-log.ts'
import { BATCH_ITEMS_MAX, tokenEvents, TOPICS, WRAP_TOPICS } from './token-events.ts'

const TOKEN = '0xAbcdefAbcdefAbcdefAbcdefAbcdefAbcdefAbcd'
const FROM = '0x1111111111111111111111111111111111111111'
const TO = '0x2222222222222222222222222222222222222222'
const parties = [addressTopic(FROM), addressTopic(TO)]
const word = (value: bigint) => numberToHex(value, { size: 32 })
const MAX = 2n ** 256n - 1n

function logged(topics: Hex[], data: Hex): ChainLog {
  const hash = word(1n)
  const place = { blockNumber: 5n, blockHash: hash, transactionHash: hash, logIndex: 0n, blockTimestamp: 1n }
  return { address: TOKEN, topics, data, ...place }
}
const batch = (ids: bigint[], amounts: bigint[]) =>
  encodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], [ids, amounts])
const operated = (topic: Hex) => [topic, addressTopic(TOKEN), ...parties]

const common = { token: TOKEN.toLowerCase(), from: FROM, to: TO, itemIndex: 0 }

test.each(Object.entries(WRAP_TOPICS))('param: %s of WETH9 → its account, no transfer', (_, topic) => {
  const [account = '0x'] = parties
  expect(tokenEvents(logged([topic, account], word(5n)))).toEqual([
    { ...common, to: FROM, kind: 'wrap', standard: 'erc20', amount: 5n },
  ])
  expect(tokenEvents(logged([topic, ...parties], word(5n)))).toEqual([])
  expect(tokenEvents(logged([topic], word(5n)))).toEqual([])
  expect(tokenEvents(logged([topic, account], '0x'))).toEqual([])
})

test('param: Transfer and Approval are of ERC-20 if the amount is in the data, of ERC-721 if there is a fourth topic', () => {
  expect(tokenEvents(logged([TOPICS.transfer, ...parties], word(MAX)))).toEqual([
    { ...common, kind: 'transfer', standard: 'erc20', amount: MAX },
  ])
  expect(tokenEvents(logged([TOPICS.approval, ...parties], word(0n)))).toEqual([
    { ...common, kind: 'approval', standard: 'erc20', amount: 0n },
  ])
  expect(tokenEvents(logged([TOPICS.transfer, ...parties, word(MAX)], '0x'))).toEqual([
    { ...common, kind: 'transfer', standard: 'erc721', tokenId: MAX },
  ])
  expect(tokenEvents(logged([TOPICS.approval, ...parties, word(7n)], '0x'))).toEqual([
    { ...common, kind: 'approval', standard: 'erc721', tokenId: 7n },
  ])
})

test('param: ApprovalForAll is of either standard, granted or revoked', () => {
  for (const approved of [true, false]) {
    expect(tokenEvents(logged([TOPICS.approvalForAll, ...parties], word(approved ? 1n : 0n)))).toEqual([
      { ...common, kind: 'operator', standard: null, approved },
    ])
  }
})

test('param: ERC-1155 names the operator first; a batch gives one event per item', () => {
  const single = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [7n, 8n])
  expect(tokenEvents(logged(operated(TOPICS.transferSingle), single))).toEqual([
    { ...common, kind: 'transfer', standard: 'erc1155', tokenId: 7n, amount: 8n },
  ])
  const items = tokenEvents(logged(operated(TOPICS.transferBatch), batch([1n, 1n, 2n], [3n, 4n, 0n])))
  expect(items.map(({ tokenId, amount, itemIndex }) => [tokenId, amount, itemIndex])).toEqual([
    [1n, 3n, 0],
    [1n, 4n, 1],
    [2n, 0n, 2],
  ])
})

test('behavior: a batch with too many items for a person to read counts only the first thousand', () => {
  const many = Array.from({ length: BATCH_ITEMS_MAX + 5 }, (_, index) => BigInt(index))
  expect(tokenEvents(logged(operated(TOPICS.transferBatch), batch(many, many)))).toHaveLength(BATCH_ITEMS_MAX)
})

test('param: ERC-2309 names a range; each item is a transfer, up to the first thousand', () => {
  const range = (first: bigint, last: bigint) =>
    tokenEvents(logged([TOPICS.consecutiveTransfer, word(first), ...parties], word(last)))
  expect(range(7n, 8n)).toEqual([
    { ...common, kind: 'transfer', standard: 'erc721', tokenId: 7n },
    { ...common, kind: 'transfer', standard: 'erc721', tokenId: 8n, itemIndex: 1 },
  ])
  expect(range(MAX, MAX)).toHaveLength(1)
  expect(range(0n, MAX)).toHaveLength(BATCH_ITEMS_MAX)
  expect(range(8n, 7n)).toEqual([])
})

test.each<[string, Hex[], Hex]>([
  ['a range without its end', [TOPICS.consecutiveTransfer, word(1n), ...parties], '0x'],
  ['another event', [word(1n), ...parties], word(1n)],
  ['no topic', [], word(1n)],
  ['a transfer without indexed arguments', [TOPICS.transfer], word(1n)],
  ['a transfer with one indexed argument', [TOPICS.transfer, addressTopic(FROM)], word(1n)],
  ['an amount of less than a word', [TOPICS.transfer, ...parties], '0x01'],
  ['an amount of more than a word', [TOPICS.transfer, ...parties], `${word(1n)}00`],
  ['a party that is no address', [TOPICS.transfer, word(MAX), addressTopic(TO)], word(1n)],
  ['a grant that is no boolean', [TOPICS.approvalForAll, ...parties], word(2n)],
  ['a grant without data', [TOPICS.approvalForAll, ...parties], '0x'],
  ['half an item', operated(TOPICS.transferSingle), word(1n)],
  ['a batch with lengths that differ', operated(TOPICS.transferBatch), batch([1n], [])],
  [
    'a batch longer than its data',
    operated(TOPICS.transferBatch),
    `${word(64n)}${word(96n).slice(2)}${word(MAX).slice(2)}`,
  ],
])('error: %s is no event', (_name, topics, data) => {
  expect(tokenEvents(logged(topics, data))).toEqual([])
})
