import type { FollowedTransaction } from '#widget/answers.ts'
import { attempt } from '#widget/flows/attempt.ts'
import { followTransaction, readTransaction, stillExecutable } from '#widget/flows/follow-transaction.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import type { Progress } from '#widget/flows/send-screens.ts'
import { WidgetError } from '#widget/errors.ts'
import { handIn } from './hand-in.ts'
import type { Unfinished } from './held.ts'

const LOOK_EVERY_MS = 5_000

/**
 * Goes on with a call that has failed and that anyone who has seen its signature can still execute: says until when,
 * looks whether it happens, and hands the same signature in again when the person wants that. A new signature would be a
 * second payment (docs/adr/0057).
 */
export async function followFailed(
  context: SendContext,
  unfinished: Unfinished,
  progress: Progress,
): Promise<void> {
  const { deps, signal } = context
  const { transactionUuid, confirmation } = progress
  const { digest } = confirmation
  const leaving = new AbortController()
  const wanted = new Promise<undefined>((resolve) => {
    const look = unfinished.request === undefined ? undefined : () => resolve(undefined)
    deps.screens.showProgress({ ...progress, look })
  })
  const looking = { ...context, signal: AbortSignal.any([signal, leaving.signal]) }
  try {
    const transaction = await Promise.race([
      wanted,
      untilNews(looking, confirmation.wallet.address, progress),
    ])
    if (transaction !== undefined)
      return await followTransaction(context, { ...unfinished, transaction }, { digest, transactionUuid })
  } finally {
    leaving.abort()
  }
  const executed = await handIn(context, unfinished, undefined, true)
  if (executed instanceof WidgetError) throw executed
  return followTransaction(context, { ...unfinished, transaction: undefined }, executed)
}

/** The transaction, once it is in another state, or nobody can execute it any more. */
async function untilNews(
  context: SendContext,
  wallet: string,
  { confirmation: { digest }, transactionUuid, status }: Progress,
): Promise<FollowedTransaction> {
  const { deps, signal } = context
  for (;;) {
    const startedMs = deps.clock.now()
    const look = await attempt(
      () => readTransaction(context, wallet, { digest, transactionUuid }, status),
      signal,
    )
    if (look.ok && look.value !== undefined && stillExecutable(context, look.value) === undefined)
      return look.value
    const pauseMs = LOOK_EVERY_MS - (deps.clock.now() - startedMs)
    if (pauseMs > 0) await deps.clock.wait(pauseMs, signal)
  }
}
