import { isFinal } from '#shared/org/transaction-states.ts'
import type { FollowedTransaction } from '#widget/answers.ts'
import { WidgetError } from '#widget/errors.ts'
import { attempt } from './attempt.ts'
import type { Executed, SendContext } from './send-context.ts'
import type { Confirmation, Progress } from './send-screens.ts'

const LOOK_EVERY_MS = 700
const LOOK_EVERY_MS_MAX = 10_000
/** A held transaction stays open for 15 minutes (profile 8); after that nothing more happens. */
const FOLLOW_MS_MAX = 16 * 60_000

/** What a screen shows of a transaction's progress; anything else changes nothing. */
const SHOWN = ['status', 'transactionHash', 'reason', 'number', 'ended'] as const

/**
 * Follows a transaction until its state is final, and shows each change. A server without the status extension ends
 * it at once: the transfer is sent, and nothing more is known. Source: profile 8.
 */
export async function followTransaction(
  context: SendContext,
  confirmation: Confirmation,
  executed: Executed,
): Promise<void> {
  const { deps, signal } = context
  const endMs = deps.clock.now() + FOLLOW_MS_MAX
  let everyMs = LOOK_EVERY_MS
  let progress = startOf(confirmation, executed)
  deps.screens.showProgress(progress)
  while (!progress.ended) {
    await deps.clock.wait(everyMs, signal)
    everyMs = Math.min(everyMs * 1.4, LOOK_EVERY_MS_MAX)
    const look = await attempt(
      () => readTransaction(context, confirmation, executed),
      () => {},
      signal,
    )
    const next = look.ok ? advance(progress, look.value) : afterError(progress, look.error)
    if (deps.clock.now() > endMs) next.ended = true
    if (next.status !== progress.status) notify(context, executed, next)
    if (SHOWN.some((part) => next[part] !== progress[part])) deps.screens.showProgress(next)
    progress = next
  }
}

function startOf(confirmation: Confirmation, executed: Executed): Progress {
  return {
    confirmation,
    status: executed.transactionUuid === undefined ? 'SUBMITTED' : 'PENDING_USER_APPROVAL',
    transactionHash: executed.transactionHash,
    transactionUuid: executed.transactionUuid,
    reason: undefined,
    number: undefined,
    ended: false,
  }
}

/** By its uuid when the answer had one, else in the wallet's list by the digest that was signed. */
async function readTransaction(
  context: SendContext,
  { digest, wallet }: Confirmation,
  { transactionUuid }: Executed,
): Promise<FollowedTransaction | undefined> {
  const { api } = context.deps
  if (transactionUuid === undefined) {
    const list = await api.transactions(wallet.address, context.signal)
    return list.find((transaction) => transaction.digest === digest)
  }
  const transaction = await api.transaction(transactionUuid, context.signal)
  if (transaction.digest === digest) return transaction
  throw new WidgetError('UNEXPECTED_ANSWER', { detail: 'the transaction is another' })
}

function advance(progress: Progress, transaction: FollowedTransaction | undefined): Progress {
  if (transaction === undefined) return { ...progress }
  return {
    ...progress,
    status: transaction.status,
    transactionHash: transaction.transactionHash ?? progress.transactionHash,
    transactionUuid: transaction.transactionUuid,
    reason: transaction.reason,
    number: transaction.approval?.number,
    ended: isFinal(transaction.status),
  }
}

function afterError(progress: Progress, error: WidgetError): Progress {
  const hopeless =
    error.code === 'NOT_FOUND' || error.code === 'OPERATION_NOT_ALLOWED' || error.next !== 'retry'
  return { ...progress, ended: hopeless }
}

function notify(context: SendContext, executed: Executed, progress: Progress): void {
  context.deps.statusChanged({
    digest: executed.digest,
    status: progress.status,
    ...(progress.transactionHash === undefined ? {} : { transactionHash: progress.transactionHash }),
    ...(progress.transactionUuid === undefined ? {} : { transactionUuid: progress.transactionUuid }),
  })
}
