import { decodeAbiParameters, toEventSelector, type Address, type Hex } from 'viem'
import type { TokenStandard } from '#protocol/token-functions.ts'
import type { ChainLog } from '#service/chain/chain-log.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { EventKind } from './tables.ts'

/**
 * An event logged by a token contract. It may be false. Addresses are in lower case. `wrap`: a wrapped native coin
 * minted or burned coins of `from`, which is also `to`. Other contracts log the same for their own deposits, so it
 * does not count as a transfer.
 */
export type TokenEvent = {
  kind: EventKind | 'wrap'
  standard: TokenStandard | null
  token: Address
  from: Address
  to: Address
  tokenId?: bigint
  amount?: bigint
  approved?: boolean
  /** Position within a batch. */
  itemIndex: number
}

type TokenLog = Pick<ChainLog, 'address' | 'topics' | 'data'>

/** First topics of the followed events. ERC-20 and ERC-721 share two of them. */
export const TOPICS = {
  transfer: toEventSelector('Transfer(address,address,uint256)'),
  approval: toEventSelector('Approval(address,address,uint256)'),
  approvalForAll: toEventSelector('ApprovalForAll(address,address,bool)'),
  transferSingle: toEventSelector('TransferSingle(address,address,address,uint256,uint256)'),
  transferBatch: toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'),
  /** ERC-2309: a range of ERC-721 items, in place of one `Transfer` each. */
  consecutiveTransfer: toEventSelector('ConsecutiveTransfer(uint256,uint256,address,address)'),
} as const

/** First topics of WETH9 and its copies, which log no transfer when coins are wrapped and unwrapped. */
export const WRAP_TOPICS = {
  deposit: toEventSelector('Deposit(address,uint256)'),
  withdrawal: toEventSelector('Withdrawal(address,uint256)'),
} as const

/**
 * Maximum items stored per batch. A log with a whole block's gas could name 50,000 items. The others are not
 * stored.
 */
export const BATCH_ITEMS_MAX = 1_000

/** The events in a log. Empty if the log does not have the standards' form. */
export function tokenEvents(log: TokenLog): TokenEvent[] {
  try {
    return decode(log)
  } catch {
    return []
  }
}

function decode(log: TokenLog): TokenEvent[] {
  const [kind, first, second, third] = log.topics
  const token = lowerCase(log.address)
  if (kind === TOPICS.transfer) return fungibleOrItem('transfer', token, log)
  if (kind === TOPICS.approval) return fungibleOrItem('approval', token, log)
  if (kind === TOPICS.approvalForAll) {
    const [approved] = decodeAbiParameters([{ type: 'bool' }], log.data)
    const parties = { from: addressIn(first), to: addressIn(second) }
    return [{ kind: 'operator', standard: null, token, ...parties, approved, itemIndex: 0 }]
  }
  if (kind === TOPICS.consecutiveTransfer) return itemRange(token, log)
  if (kind === WRAP_TOPICS.deposit || kind === WRAP_TOPICS.withdrawal) return wrapped(token, log)
  // ERC-1155 has the operator before the parties.
  if (kind === TOPICS.transferSingle) {
    const [tokenId, amount] = decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], log.data)
    return multiTokens(token, second, third, [{ tokenId, amount }])
  }
  return kind === TOPICS.transferBatch ? multiTokens(token, second, third, batchItems(log.data)) : []
}

/** Distinguishes the standards: ERC-20 has the amount in the data, ERC-721 the item as a fourth topic. */
function fungibleOrItem(kind: 'transfer' | 'approval', token: Address, log: TokenLog): TokenEvent[] {
  const [, first, second, third] = log.topics
  const parties = { from: addressIn(first), to: addressIn(second) }
  if (third === undefined) {
    if (log.data.length !== 66) throw new Error('not one word')
    const amount = BigInt(log.data)
    return [{ kind, standard: 'erc20', token, ...parties, amount, itemIndex: 0 }]
  }
  return [{ kind, standard: 'erc721', token, ...parties, tokenId: BigInt(third), itemIndex: 0 }]
}

function wrapped(token: Address, { topics: [, account, more], data }: TokenLog): TokenEvent[] {
  if (more !== undefined || data.length !== 66) throw new Error('not an event of a wrapped coin')
  const from = addressIn(account)
  return [{ kind: 'wrap', standard: 'erc20', token, from, to: from, amount: BigInt(data), itemIndex: 0 }]
}

/** The first item is a topic, the last one in the data. Both are part of the range. */
function itemRange(token: Address, { topics: [, first, from, to], data }: TokenLog): TokenEvent[] {
  if (first === undefined || data.length !== 66) throw new Error('no range')
  const parties = { from: addressIn(from), to: addressIn(to) }
  const start = BigInt(first)
  const count = BigInt(data) - start + 1n
  const length = Number(count < BigInt(BATCH_ITEMS_MAX) ? count : BATCH_ITEMS_MAX)
  return Array.from({ length: Math.max(length, 0) }, (_, itemIndex) => ({
    kind: 'transfer',
    standard: 'erc721',
    token,
    ...parties,
    tokenId: start + BigInt(itemIndex),
    itemIndex,
  }))
}

type Item = { tokenId: bigint; amount: bigint }

function multiTokens(
  token: Address,
  from: Hex | undefined,
  to: Hex | undefined,
  items: Item[],
): TokenEvent[] {
  const parties = { from: addressIn(from), to: addressIn(to) }
  return items.map((item, itemIndex) => ({
    kind: 'transfer',
    standard: 'erc1155',
    token,
    ...parties,
    ...item,
    itemIndex,
  }))
}

function batchItems(data: Hex): Item[] {
  const [tokenIds, amounts] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
  if (tokenIds.length !== amounts.length) return []
  return tokenIds
    .slice(0, BATCH_ITEMS_MAX)
    .map((tokenId, index) => ({ tokenId, amount: amounts[index] ?? 0n }))
}

function addressIn(word: Hex | undefined): Address {
  if (word === undefined || !word.startsWith('0x000000000000000000000000')) throw new Error('no address')
  return `0x${word.slice(26)}`
}
