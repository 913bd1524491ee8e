import { toEventSelector, type Address, type Hex } from 'viem'
import { TOKEN_FUNCTIONS, type TokenFunction } from '#protocol/operations.ts'
import type { ReceiptLog } from '#service/chain/rpc-schemas.ts'

/** A call by whom it reaches and its first four bytes. */
export type CalledToken = { toAddress: Address; selector: string }

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

/**
 * What is to be said of an executed call of which the token reported nothing; `undefined` when there is nothing to say.
 * `logs` are all of the transaction, in their order, `executedAt` is the place of the wallet's own among them.
 */
export function missingReport(
  { toAddress, selector }: CalledToken,
  logs: readonly ReceiptLog[],
  executedAt: number,
): string | undefined {
  const report = REPORTS.get(selector.toLowerCase())
  if (report === undefined) return undefined
  const token = toAddress.toLowerCase()
  const isReported = logs
    .slice(0, executedAt)
    .some(({ address, topics: [topic] }) => address.toLowerCase() === token && topic === report.topic)
  return isReported
    ? undefined
    : `it was executed, but the token reported no ${report.what}: check what moved`
}
