import { sql } from 'kysely'
import { type Address, type Hex, toEventSelector } from 'viem'
import { logsOfCall } from '#protocol/executed-logs.ts'
import { TOKEN_FUNCTIONS, type TokenFunction } from '#protocol/token-functions.ts'
import { readReceipt } from '#service/chain/chain-data.ts'
import type { Receipt } from '#service/chain/rpc-schemas.ts'
import type { WalletDigest, WalletEvent } from '#service/chain/wallet-events.ts'
import type { Context } from '#service/context.ts'
import type { OutcomeEvent } from './decide-outcome.ts'

/** `selector`: the first four bytes of the call. */
type Call = { to_address: Address; selector: string }

/** Adds to what others executed whether the token reported it, for the stored calls of which that is known. */
export async function annotateExecutions(
  ctx: Pick<Context, 'db' | 'chain'>,
  events: readonly WalletEvent[],
): Promise<OutcomeEvent[]> {
  if (events.length === 0) return []
  const { rows } = await sql<Call & { digest: Hex }>`
    select digest, to_address, left(data, 10) as selector from transactions
    where digest = any(${events.map(({ digest }) => digest)}) and watch is not null`.execute(ctx.db)
  return executionsWithNotes(ctx, events, new Map(rows.map((row) => [row.digest, row])))
}

/** The same for calls by their digests. */
export function executionsWithNotes(
  { chain }: Pick<Context, 'chain'>,
  events: readonly WalletEvent[],
  calls: ReadonlyMap<Hex, Call>,
): Promise<OutcomeEvent[]> {
  // Several events may be of one transaction.
  const receipts = new Map<Hex, ReturnType<typeof readReceipt>>()
  const receiptOf = (hash: Hex) => {
    const receipt = receipts.get(hash) ?? readReceipt(chain, hash)
    receipts.set(hash, receipt)
    return receipt
  }
  return Promise.all(
    events.map(async (event): Promise<OutcomeEvent> => {
      const call = calls.get(event.digest)
      if (event.kind === 'cancelled' || call === undefined || !isKnownTokenCall(call.selector)) return event
      const receipt = await receiptOf(event.hash)
      return receipt === null ? event : { ...event, note: executionNote(event, call, receipt) }
    }),
  )
}

/** What a token must report of each known call, by selector. */
const REPORTS = new Map<string, { topic: Hex; what: string }>(
  TOKEN_FUNCTIONS.flatMap(({ selector, event, list }: TokenFunction) =>
    event === undefined
      ? []
      : [[selector, { topic: toEventSelector(event), what: list === 'transfer' ? 'transfer' : 'approval' }]],
  ),
)

/** Whether a call is one of which it is known what the token answers and reports. */
export function isKnownTokenCall(selector: string): boolean {
  return REPORTS.has(selector.toLowerCase())
}

/** The note on an execution of which the token reported nothing before the wallet's own log; `undefined` when there is none. */
export function executionNote(
  event: WalletDigest,
  { to_address, selector }: Call,
  { logs }: Receipt,
): string | undefined {
  const report = REPORTS.get(selector.toLowerCase())
  const own = logsOfCall(logs, event)
  if (report === undefined || own === undefined) return undefined
  const token = to_address.toLowerCase()
  const isReported = own.some(
    ({ address, topics: [topic] }) => address.toLowerCase() === token && topic === report.topic,
  )
  return isReported
    ? undefined
    : `it was executed, but the token reported no ${report.what}: check what moved`
}
