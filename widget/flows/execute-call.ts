import type { WidgetError } from '#widget/errors.ts'
import { attempt, withRetry } from './attempt.ts'
import type { HasMemory, HasServerTime } from './context-parts.ts'
import type { ExecutesCalls } from './send-parts.ts'
import type { Executed, Unfinished } from './unfinished.ts'

/**
 * Submits a signed call. Stores the call with its signature first, and keeps it until its final state was seen.
 * `held/resubmit.ts` handles every response that is not an acceptance. It also handles a call that was signed
 * earlier, because that call may have been submitted already.
 *
 * @returns the error if the call was certainly rejected. Source: spec "Execute"; profile 8; ADR 0013.
 */
export async function executeCall(
  context: ExecutesCalls,
  unfinished: Unfinished,
): Promise<Executed | WidgetError> {
  const { deps, signal } = context
  const { confirmation, request, isFound } = unfinished
  let problem: WidgetError | undefined
  if (!isFound && request !== undefined) {
    const { digest, wallet, call } = confirmation
    const stored = JSON.stringify({ ...request, data: call.data })
    deps.memory.keepSent(wallet.address, { digest, request: stored })
    deps.screens.working('execute')
    const tried = await attempt(() => deps.api.execute(request, signal), signal)
    if (tried.ok) return accepted(context, confirmation, tried.value)
    problem = tried.error
  }
  return (await withRetry(context, deps.held)).resubmit(context, unfinished, problem)
}

/** Records that the service has accepted the call. A held call also has a uuid to query it by. */
export function accepted(
  { deps: { memory }, serverSeconds }: HasMemory & HasServerTime,
  { wallet, digest }: Unfinished['confirmation'],
  { transactionUuid, transactionHash }: Omit<Executed, 'digest'>,
): Executed {
  memory.keepSent(wallet.address, { digest, transactionUuid })
  memory.executedAt.set(wallet.address, transactionUuid === undefined ? serverSeconds() : 0)
  return { digest, transactionUuid, transactionHash }
}
