import { sql } from 'kysely'
import { type Address, type Hex, toEventSelector } from 'viem'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { logsOfCall } from '#protocol/executed-logs.ts'
import { COIN_TRANSFER } from '#protocol/signing/coin-transfer.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { decodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import { EXECUTE_BATCH } from '#protocol/signing/wallet-functions.ts'
import { TOKEN_FUNCTIONS, type TokenFunction } from '#protocol/token-functions.ts'
import { readReceipt } from '#service/chain/chain-data.ts'
import type { Receipt, ReceiptLog } from '#service/chain/rpc-schemas.ts'
import type { WalletDigest, WalletEvent } from '#service/chain/wallet-events.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'
import type { OutcomeEvent } from './decide-outcome.ts'
import { COIN_MOVE_BYTES_MAX, COIN_MOVE_SELECTORS, findShortDelivery } from './find-short-delivery.ts'
import { markSent } from './sent-by-service.ts'

/**
 * The stored facts of a signed call. `data`: the selector of the call. For a token transfer it includes the
 * arguments, and for a batch it is complete.
 */
export type NotedCall = {
  to_address: Address
  value: string
  fee: string
  fee_coin_address: Address
  data: Hex
}

/** SQL: the columns of a `NotedCall`. */
export const NOTED_CALL = sql`to_address, value::text, fee::text, fee_coin_address,
  case when lower(left(data, 10)) = ${EXECUTE_BATCH} then data
    when lower(left(data, 10)) = any(${COIN_MOVE_SELECTORS}) then left(data, ${2 + 2 * COIN_MOVE_BYTES_MAX}::integer)
    else left(data, 10) end as data`

/**
 * Adds the notes of `executionNote` to executions by other parties whose calls are stored. If the record of a call
 * lacks the approval, or was found on the chain, checks whether the service sent it (`markSent`).
 */
export async function annotateExecutions(
  ctx: HasChain & HasDatabase,
  events: readonly WalletEvent[],
): Promise<OutcomeEvent[]> {
  if (events.length === 0) return []
  const { rows } = await sql<NotedCall & { digest: Hex; isUnexplained: boolean }>`
    select digest, ${NOTED_CALL}, state <> 'CONFIRMED' and (outside or bypassed is not null
      or exists (select from held_transactions as held
        where held.transaction_id = transactions.id and held.approved is not true)) as "isUnexplained"
    from transactions
    where digest = any(${events.map(({ digest }) => digest)}) and watch is not null`.execute(ctx.db)
  const unexplained = new Set(rows.flatMap(({ digest, isUnexplained }) => (isUnexplained ? [digest] : [])))
  const noted = await executionsWithNotes(ctx, events, new Map(rows.map((row) => [row.digest, row])))
  const isUnexplained = ({ digest }: OutcomeEvent) => unexplained.has(digest)
  const marked = await markSent(ctx, noted.filter(isUnexplained))
  return [...noted.filter((event) => !isUnexplained(event)), ...marked]
}

/** Adds the notes of `executionNote` to executions. `calls`: the known calls, by digest. */
export function executionsWithNotes(
  { chain }: HasChain,
  events: readonly WalletEvent[],
  calls: ReadonlyMap<Hex, NotedCall>,
): Promise<OutcomeEvent[]> {
  // The receipts are cached, because several events may belong to one transaction.
  const receipts = new Map<Hex, ReturnType<typeof readReceipt>>()
  const readReceiptOnce = (hash: Hex) => {
    const receipt = receipts.get(hash) ?? readReceipt(chain, hash)
    receipts.set(hash, receipt)
    return receipt
  }
  return Promise.all(
    events.map(async (event): Promise<OutcomeEvent> => {
      const call = calls.get(event.digest)
      if (event.kind === 'cancelled' || call === undefined || call.data === '0x') return event
      const receipt = await readReceiptOnce(event.hash)
      return receipt === null ? event : { ...event, note: executionNote(event, call, receipt) }
    }),
  )
}

/** The event that a token must emit for each known call, by selector. */
const REPORTS = new Map<string, { topic: Hex; what: string }>(
  TOKEN_FUNCTIONS.flatMap(({ selector, event, list }: TokenFunction) =>
    event === undefined
      ? []
      : [[selector, { topic: toEventSelector(event), what: list === 'transfer' ? 'transfer' : 'approval' }]],
  ),
)

/** Returns whether the selector belongs to a token function whose result and events are known. */
export function isKnownTokenCall(selector: string): boolean {
  return REPORTS.has(selector.toLowerCase())
}

/**
 * Returns a note on an execution, or undefined if there is nothing to note. There are three cases:
 * - A token did not report everything before the wallet's own log.
 * - No contract reported anything, for example because there is none at the address.
 * - A token reported less than requested.
 */
export function executionNote(
  event: WalletDigest,
  call: NotedCall,
  { logs = [] }: Receipt,
): string | undefined {
  const own = logsOfCall(logs, event)
  if (own === undefined) return undefined
  const before = own.slice(0, -1)
  const reported = countReports(before)
  const calls = listCalls(call.to_address, call.data)
  const called = calls.map(({ to, data }) => ({ to, selector: data.slice(0, 10) }))
  for (const { to, selector } of [...toFeeCall(call), ...called]) {
    const report = REPORTS.get(selector.toLowerCase())
    if (report === undefined) continue
    const ofToken = reported.get(to.toLowerCase())
    const left = ofToken?.get(report.topic) ?? 0
    if (left === 0) return `it was executed, but the token reported no ${report.what}: check what moved`
    ofToken?.set(report.topic, left - 1)
  }
  const short = findShortDelivery(calls, before)
  if (short !== undefined) return short
  const { to_address: to, value, data } = call
  const isKnown = data === '0x' || isKnownTokenCall(data.slice(0, 10)) || sameAddress(to, event.wallet)
  const isReportLeft = [...reported.values()].some((counts) => [...counts.values()].some((left) => left > 0))
  if (isKnown || value !== '0' || isReportLeft) return undefined
  return 'it was executed, but no contract reported anything: check what it changed'
}

/**
 * Counts the logs by address and topic, so that looking one up is fast. Each call of a batch looks for a log, and an
 * attacker can add thousands.
 */
function countReports(logs: readonly ReceiptLog[]): Map<string, Map<string | undefined, number>> {
  const counts = new Map<string, Map<string | undefined, number>>()
  for (const { address, topics } of logs) {
    const emitter = address.toLowerCase()
    const known = counts.get(emitter)
    const ofAddress = known ?? new Map<string | undefined, number>()
    if (known === undefined) counts.set(emitter, ofAddress)
    ofAddress.set(topics[0], (ofAddress.get(topics[0]) ?? 0) + 1)
  }
  return counts
}

function toFeeCall({ fee, fee_coin_address: to }: NotedCall): { to: string; selector: string }[] {
  return fee === '0' || sameAddress(to, ZERO_ADDRESS) ? [] : [{ to, selector: COIN_TRANSFER }]
}

/** Maximum depth of nested batches. A deeper one counts as one call of an unknown function. */
const DEPTH_MAX = 2

/** Returns a call, or each call of a batch, which may contain further batches. */
function listCalls(to: string, data: Hex, depth = 1): { to: string; data: Hex }[] {
  const isBatch = depth <= DEPTH_MAX && data.slice(0, EXECUTE_BATCH.length).toLowerCase() === EXECUTE_BATCH
  const batch = isBatch ? decodeExecuteBatch(bytesFromHex(data)) : undefined
  return batch?.flatMap((one) => listCalls(one.to, one.data, depth + 1)) ?? [{ to, data }]
}
