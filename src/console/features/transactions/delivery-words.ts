import type { TransactionDelivery } from '#shared/org/organization-transactions.ts'
import { formatRelative } from '#console/lib/format-time.ts'

/** How often a delivery was tried, and what came of the last time. */
export function attemptText({ attempts }: Pick<TransactionDelivery, 'attempts'>): string {
  const [last] = attempts
  if (last === undefined) return 'Not tried yet.'
  const count = attempts.length === 1 ? 'Tried once' : `Tried ${attempts.length} times`
  const answer =
    last.responseStatus === null
      ? `the last without an answer${last.problem === null ? '' : ` (${last.problem})`}`
      : `the last was answered with ${last.responseStatus}`
  return `${count}, ${answer} after ${last.durationMs} ms.`
}

const SOON_MS = 60_000

/** When a delivery is tried again. */
export function nextTryText(nextAttemptAtDatetime: string, nowMs: number): string {
  const isSoon = Date.parse(nextAttemptAtDatetime) - nowMs < SOON_MS
  return isSoon
    ? 'The next try is in a moment.'
    : `The next try is ${formatRelative(nextAttemptAtDatetime, nowMs)}.`
}
