import { isFinal, type TransactionState } from '#protocol/transaction-states.ts'
import type { FollowedTransaction } from '#widget/answers.ts'
import { WidgetError } from '#widget/errors.ts'
import type { Sent } from '#widget/memory.ts'
import { isOrdinary } from '#widget/texts/messages.ts'
import { attempt, withRetry, type AsksRetry } from './attempt.ts'
import type { CallsServer, HasApi, HasConfig, HasMemory, HasReport, HasServerTime } from './context-parts.ts'
import type { FollowsCalls, HasScreens, HasStatusListener, LoadsHeld } from './send-parts.ts'
import type { Confirmation, Progress } from './send-screens.ts'
import type { Executed, Unfinished } from './unfinished.ts'

const LOOK_EVERY_MS = 700
const LOOK_EVERY_MS_MAX = 5_000
/**
 * Maximum time that a transaction is followed, in milliseconds. A held one expires after 15 minutes (profile
 * 8).
 */
const FOLLOW_MS_MAX = 16 * 60_000

/**
 * Time without a response after which the outcome counts as unknown, in milliseconds. The user then decides
 * when to query again.
 */
export const UNHEARD_MS_MAX = 5 * 60_000

/**
 * Time limit for a transaction that the server does not list, in milliseconds. Such a server lists only held
 * transactions.
 */
const UNLISTED_MS_MAX = 20_000

/** The displayed fields of a transaction's progress. Other changes do not render again. */
const SHOWN = ['status', 'transactionHash', 'reason', 'number', 'notified', 'lost', 'ended'] as const

/**
 * Follows a transaction until its state is final, and displays each change. The server delays its response until
 * there is news. If the server responds early or fails, there is a pause between polls. If the server lacks the
 * status extension, polling ends immediately: the transfer is submitted, and nothing more is known. After five
 * minutes without a response, polling stops until the user retries. `held/follow-failed.ts` continues with a
 * transaction that was not executed but still can be.
 * Source: profile 8 (ADR 0013).
 */
export async function followTransaction(
  context: FollowsCalls,
  unfinished: Unfinished,
  executed: Executed,
): Promise<void> {
  const { deps, signal } = context
  const { confirmation, transaction: first } = unfinished
  const beganMs = deps.clock.now()
  let everyMs = LOOK_EVERY_MS
  let heardMs = beganMs
  let known: TransactionState | undefined
  let progress = startProgress(context, confirmation, executed)
  if (first !== undefined) progress = advance(context, progress, first)
  if (progress.status !== 'SUBMITTED') notify(context, progress)
  await show(context, progress)
  while (!progress.ended && !progress.executableUntil) {
    const startedMs = deps.clock.now()
    const look = await attempt(
      () =>
        readTransaction(
          context,
          confirmation.wallet.address,
          { ...executed, transactionUuid: progress.transactionUuid },
          known,
        ),
      signal,
    )
    const found = look.ok ? look.value : undefined
    const next = look.ok ? advance(context, progress, found) : afterError(context, progress, look.error)
    const followMsMax = found ? FOLLOW_MS_MAX : UNLISTED_MS_MAX
    if (look.ok && deps.clock.now() - beganMs > followMsMax) next.ended = true
    if (next.status !== progress.status) notify(context, next)
    if (SHOWN.some((part) => next[part] !== progress[part])) await show(context, next)
    progress = next
    const isNews = found !== undefined && found.status !== known
    // After a failure, the next response comes immediately, which shows that the connection is back.
    known = found?.status
    if (look.ok || progress.ended) heardMs = startedMs
    else if (startedMs - heardMs > UNHEARD_MS_MAX) {
      await (
        await withRetry(context, deps.held)
      ).untilWanted(context, { ...progress, lost: false }, look.error)
      deps.screens.showProgress(progress)
      heardMs = deps.clock.now()
      continue
    }
    const pauseMs = everyMs - (deps.clock.now() - startedMs)
    if (isNews) everyMs = LOOK_EVERY_MS
    else if (!progress.ended && pauseMs > 0) {
      await deps.clock.wait(pauseMs, signal)
      everyMs = Math.min(everyMs * 1.4, LOOK_EVERY_MS_MAX)
    }
  }
  if (progress.executableUntil)
    return (await withRetry(context, deps.held)).followFailed(context, unfinished, progress)
  keepEnd(context, progress)
}

/**
 * Remembers that the end of a declined, expired or cancelled transaction was displayed. A holder of its signature can
 * execute it until its expiration. `held/find-unfinished.ts` therefore looks for it before another transaction is
 * signed.
 */
function keepEnd({ deps: { memory } }: HasMemory, { status, confirmation }: Progress): void {
  const { digest, wallet } = confirmation
  if (status === 'CONFIRMED' || status === 'FAILED') memory.forgetSent(wallet.address, digest)
  else if (isFinal(status)) memory.keepSent(wallet.address, { digest, ended: true })
}

/** Shows the progress. Loads the screens of a held or failed transaction first. */
async function show(
  context: AsksRetry & LoadsHeld & HasScreens<'showProgress'>,
  progress: Progress,
): Promise<void> {
  const { deps } = context
  if (!isOrdinary(progress.status)) await withRetry(context, deps.held)
  deps.screens.showProgress(progress)
}

export function startProgress(context: HasConfig, confirmation: Confirmation, executed: Executed): Progress {
  return {
    confirmation,
    status: executed.transactionUuid && !executed.transactionHash ? 'PENDING_USER_APPROVAL' : 'SUBMITTED',
    transactionHash: executed.transactionHash,
    transactionUuid: executed.transactionUuid,
    notified: false,
    reported: false,
    approvalUrl: context.config.approvalUrl,
    email: context.config.email,
    lost: false,
    ended: false,
  }
}

/**
 * Time until which a failed transaction can still be executed with its signature. Undefined if it has ended.
 */
export function stillExecutable(
  { serverSeconds }: HasServerTime,
  { status, executableUntil = '' }: FollowedTransaction,
): string | undefined {
  const isOpen = status === 'FAILED' && Date.parse(executableUntil) > serverSeconds() * 1000
  return isOpen ? executableUntil : undefined
}

/**
 * Reads the transaction by its uuid if there is one, otherwise from the wallet's list by the signed digest.
 *
 * @throws WidgetError `UNEXPECTED_ANSWER` if the server returns a transaction that was not requested
 */
export async function readTransaction(
  { deps: { api }, signal }: CallsServer,
  wallet: string,
  { digest, transactionUuid }: Sent,
  known?: TransactionState,
): Promise<FollowedTransaction | undefined> {
  if (transactionUuid === undefined) {
    const list = await api.transactions(wallet, signal, digest)
    return list.find((transaction) => transaction.digest === digest)
  }
  const transaction = await api.transaction(transactionUuid, known, signal)
  if (transaction.digest === digest) return transaction
  throw new WidgetError('UNEXPECTED_ANSWER', { detail: 'the transaction is another' })
}

function advance(
  context: HasApi & HasServerTime,
  progress: Progress,
  transaction: FollowedTransaction | undefined,
) {
  if (transaction === undefined) return { ...progress, lost: false }
  const executableUntil = stillExecutable(context, transaction)
  const { approval, status } = transaction
  return {
    ...progress,
    status,
    transactionHash: transaction.transactionHash ?? progress.transactionHash,
    transactionUuid: transaction.transactionUuid,
    reason: transaction.reason,
    executableUntil,
    number: approval?.number,
    expiresAtMs: approval && context.deps.api.deviceMs(Date.parse(approval.expiresAtDatetime)),
    notified: approval?.notifiedAtDatetime !== undefined,
    forOrganization: approval?.forOrganization,
    reported: approval?.reported === true,
    lost: false,
    ended: (isFinal(status) && !executableUntil) || transaction.outcomeUnreported === true,
  }
}

/** Undefined if the server does not have the requested extension. @throws every other error */
export function noneIfUnsupported(error: unknown): undefined {
  if (isOutcomeUnknown(error)) return undefined
  throw error
}

function isOutcomeUnknown(error: unknown): boolean {
  return (
    error instanceof WidgetError && (error.code === 'NOT_FOUND' || error.code === 'OPERATION_NOT_ALLOWED')
  )
}

/** Stops polling if the server lacks the extension. After a retryable error, polling continues. */
function afterError(context: HasReport, progress: Progress, error: WidgetError): Progress {
  if (isOutcomeUnknown(error)) return { ...progress, ended: true }
  if (error.next === 'retry') return { ...progress, lost: true }
  void context.deps.report(error)
  return { ...progress, ended: true, problem: error }
}

function notify({ deps }: HasStatusListener, progress: Progress): void {
  const { confirmation, status, transactionHash, transactionUuid, reason, reported, executableUntil } =
    progress
  const { digest } = confirmation
  const changed = { digest, status, transactionHash, transactionUuid, reason, reported, executableUntil }
  deps.statusChanged(changed, confirmation)
}
