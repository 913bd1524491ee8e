import { type Hex, toEventSelector } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import { decodeArguments } from '#protocol/signing/abi-decode.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { argumentTypes } from '#protocol/token-functions.ts'
import type { ReceiptLog } from '#service/chain/rpc-schemas.ts'

/** Functions whose last two arguments are a recipient and an amount, by selector. */
const COIN_MOVES: ReadonlyMap<string, string> = new Map([
  ['0xa9059cbb', 'transfer(address,uint256)'],
  ['0x23b872dd', 'transferFrom(address,address,uint256)'],
])
const TRANSFER = toEventSelector('Transfer(address,address,uint256)')

/** Number of calldata bytes that contain the recipient and the amount in every function above. */
export const COIN_MOVE_BYTES_MAX = 4 + 3 * 32
export const COIN_MOVE_SELECTORS: readonly string[] = [...COIN_MOVES.keys()]

type Units = Map<string, bigint>

/**
 * Returns a note if a token's own logs report less for a recipient than the calls requested, as with
 * fee-on-transfer tokens. Returns undefined if the logs report enough or contain no ERC-20 transfers.
 */
export function findShortDelivery(
  calls: readonly { to: string; data: Hex }[],
  logs: readonly ReceiptLog[],
): string | undefined {
  const asked = sumAsked(calls)
  if (asked.size === 0) return undefined
  const { delivered, tokens } = sumDelivered(logs)
  for (const [key, units] of asked) {
    const [token = '', recipient = ''] = key.split(' ')
    const arrived = delivered.get(key) ?? 0n
    if (tokens.has(token) && arrived < units)
      return `it was executed, but the token reported ${arrived} of ${units} base units for ${checksumAddress(recipient)}`
  }
  return undefined
}

/** Sums the units that calls transfer, by token and recipient in lower case. */
function sumAsked(calls: readonly { to: string; data: Hex }[]): Units {
  const asked: Units = new Map()
  for (const { to: token, data } of calls) {
    const signature = COIN_MOVES.get(data.slice(0, 10).toLowerCase())
    const params = signature && decodeArguments(argumentTypes(signature), bytesFromHex(data).subarray(4))
    const [recipient, units] = params?.slice(-2) ?? []
    if (recipient === undefined || units === undefined) continue
    add(asked, `${token} ${recipient}`.toLowerCase(), BigInt(units))
  }
  return asked
}

/** Sums the units that logs report, and lists the tokens that reported any ERC-20 transfer. */
function sumDelivered(logs: readonly ReceiptLog[]): { delivered: Units; tokens: ReadonlySet<string> } {
  const delivered: Units = new Map()
  const tokens = new Set<string>()
  for (const { address, topics, data } of logs) {
    const [topic, , recipient] = topics
    if (topic !== TRANSFER || recipient === undefined || topics.length !== 3 || data.length !== 66) continue
    tokens.add(address.toLowerCase())
    add(delivered, `${address} 0x${recipient.slice(26)}`.toLowerCase(), BigInt(data))
  }
  return { delivered, tokens }
}

function add(sums: Units, key: string, units: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + units)
}
