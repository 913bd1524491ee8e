import type { FollowedTransaction } from '#widget/answers.ts'
import { anySignal } from '#widget/any-signal.ts'
import { WidgetError } from '#widget/errors.ts'
import { attempt, withRetry } from '#widget/flows/attempt.ts'
import type { CallsServer, HasClock, HasServerTime } from '#widget/flows/context-parts.ts'
import { followTransaction, readTransaction, stillExecutable } from '#widget/flows/follow-transaction.ts'
import type { CancelPort, FollowsCalls, HasScreens } from '#widget/flows/send-parts.ts'
import type { Progress } from '#widget/flows/send-screens.ts'
import type { Unfinished } from '#widget/flows/unfinished.ts'
import { resubmit } from './resubmit.ts'

const LOOK_EVERY_MS = 5_000

/**
 * Follows a call that has failed and that any holder of its signature can still execute. Displays the time until
 * which this is possible, and polls the call's state. Executes the call with the same signature, or cancels it, if
 * the user wants to. A new signature for the same payment would be a second payment (ADR 0013, ADR 0010).
 */
export async function followFailed(
  context: FollowsCalls,
  unfinished: Unfinished,
  progress: Progress,
): Promise<void> {
  const { transactionUuid, confirmation } = progress
  let following = context
  let outcome: Awaited<ReturnType<CancelPort['cancelCall']>>
  for (;;) {
    const news =
      outcome === 'cancelled'
        ? await untilNews(context, progress)
        : await newsOrWish(context, unfinished, { ...progress, problem: outcome })
    if (news === 'look') break
    if (news !== 'cancel') {
      const sent = { digest: confirmation.digest, transactionUuid }
      return followTransaction(following, { ...unfinished, transaction: news }, sent)
    }
    const cancel = await withRetry(context, context.deps.cancel)
    following = cancel.following(context)
    outcome = await cancel.cancelCall(context, confirmation)
  }
  const executed = await resubmit(context, unfinished, undefined, true)
  if (executed instanceof WidgetError) throw executed
  return followTransaction(context, { ...unfinished, transaction: undefined }, executed)
}

/** The user's choice, or the transaction when it changes. */
async function newsOrWish(
  context: CallsServer & HasClock & HasServerTime & HasScreens<'showProgress'>,
  { request }: Unfinished,
  progress: Progress,
) {
  const leaving = new AbortController()
  const wish = new Promise<'look' | 'cancel'>((resolve) => {
    const look = request === undefined ? undefined : () => resolve('look')
    context.deps.screens.showProgress({ ...progress, look, cancel: () => resolve('cancel') })
  })
  const looking = { ...context, signal: anySignal(context.signal, leaving.signal) }
  try {
    return await Promise.race([wish, untilNews(looking, progress)])
  } finally {
    leaving.abort()
  }
}

/** The transaction, once it is in another state or can no longer be executed. */
async function untilNews(
  context: CallsServer & HasClock & HasServerTime,
  { confirmation: { digest, wallet }, transactionUuid, status }: Progress,
): Promise<FollowedTransaction> {
  const { deps, signal } = context
  for (;;) {
    const startedMs = deps.clock.now()
    const look = await attempt(
      () => readTransaction(context, wallet.address, { digest, transactionUuid }, status),
      signal,
    )
    if (look.ok && look.value !== undefined && stillExecutable(context, look.value) === undefined)
      return look.value
    const pauseMs = LOOK_EVERY_MS - (deps.clock.now() - startedMs)
    if (pauseMs > 0) await deps.clock.wait(pauseMs, signal)
  }
}
