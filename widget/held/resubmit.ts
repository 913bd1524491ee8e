import type { BffErrorCode, ErrorCode } from '#protocol/errors.ts'
import { rejectOnAbort } from '#widget/deadline.ts'
import { WidgetError, type WidgetErrorCode } from '#widget/errors.ts'
import { attempt } from '#widget/flows/attempt.ts'
import { accepted } from '#widget/flows/execute-call.ts'
import { readTransaction, startOf } from '#widget/flows/follow-transaction.ts'
import type { Executed, SendContext, Unfinished } from '#widget/flows/send-context.ts'
import type { Progress } from '#widget/flows/send-screens.ts'

/** With these codes, in the service's own envelope, the service has refused the call for certain. */
const REFUSALS: ReadonlySet<string> = new Set<ErrorCode | BffErrorCode>([
  'VALIDATION_FAILED',
  'INVALID_JSON',
  'NOT_JSON',
  'BODY_TOO_LARGE',
  'CALL_MISSING',
  'CALL_INVALID',
  'CALL_DISAGREES',
  'INVALID_SIGNATURE',
  'FEE_REFUSED',
  'TRANSACTION_EXPIRED',
  'EXPIRATION_TOO_FAR',
  'APPROVAL_TIME_TOO_SHORT',
  'TRANSACTION_REVERTS',
  'POLICY_REFUSED',
  'CO_SIGNATURE_MISSING',
  'CO_SIGNER_NOT_READY',
  'WALLET_NOT_OWNED',
  'ORIGIN_REFUSED',
  'OPERATION_REFUSED',
])

/** True whatever the call's outcome; the sentences of other codes state that it was not sent. */
const HONEST: readonly WidgetErrorCode[] = [
  'OFFLINE',
  'NETWORK_FAILED',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'CHAIN_FAILED',
  'CHAIN_TIMEOUT',
  'SESSION_EXPIRED',
]

/**
 * The outcome of a call whose answer is no acceptance. A certain refusal is answered, and the call deleted.
 * Everything else, an invalid answer as well as a lost one, may have been an acceptance: the call is queried by its
 * digest, and the same signature is resubmitted, which the service and the wallet's contract accept once. No
 * replacement is signed before it is found, is refused, or has expired and the service does not have it
 * (ADR 0013).
 */
export async function resubmit(
  context: SendContext,
  unfinished: Unfinished,
  tried: WidgetError | undefined,
  isWanted = tried === undefined && context.deps.insists === true,
): Promise<Executed | WidgetError> {
  const { deps, signal } = context
  const { confirmation, request } = unfinished
  const { digest, wallet, call } = confirmation
  let problem = tried
  let isDoubtful = tried === undefined
  let isNext = isWanted
  for (;;) {
    if (!isNext) {
      const isRefused = REFUSALS.has(problem?.refusedBy ?? '')
      const look = isRefused && !isDoubtful ? undefined : await lookUp(context, unfinished)
      if (look?.executed !== undefined) return look.executed
      isDoubtful = true
      const isOver = Number(call.expiration) <= context.serverSeconds()
      if (look?.isUnknown !== false && (isRefused || isOver)) {
        deps.memory.forgetSent(wallet.address, digest)
        const isLate = !isRefused || problem?.refusedBy === 'APPROVAL_TIME_TOO_SHORT'
        const refusal = isLate ? undefined : problem
        return reported(context, refusal ?? new WidgetError('TRANSACTION_EXPIRED'))
      }
      const unsure = { ...startOf(context, confirmation, { digest }), unsure: true }
      await untilWanted(context, unsure, doubtOf(problem))
    }
    if (request === undefined) return { digest }
    isNext = false
    // In another tab it was refused meanwhile, and another call may have taken its place.
    const listed = deps.memory.sent(wallet.address)
    if (listed.length > 0 && listed.every((one) => one.digest !== digest))
      return (await lookUp(context, unfinished)).executed ?? reported(context, new WidgetError('CONFLICT'))
    deps.memory.keepSent(wallet.address, {
      digest,
      request: JSON.stringify({ ...request, data: call.data }),
    })
    deps.screens.working('execute')
    const again = await attempt(() => deps.api.execute(request, signal), signal)
    if (again.ok) return accepted(context, confirmation, again.value)
    problem = again.error
  }
}

/** `isUnknown`: the service answered that it has no such call. */
async function lookUp(context: SendContext, { confirmation: { wallet, digest } }: Unfinished) {
  const look = await attempt(() => readTransaction(context, wallet.address, { digest }), context.signal)
  const found = look.ok ? look.value : undefined
  if (found === undefined) return { executed: undefined, isUnknown: look.ok }
  const { transactionUuid, transactionHash } = found
  return { executed: { digest, transactionUuid, transactionHash }, isUnknown: false }
}

/** Displays that the outcome is unknown, until the user retries. */
export async function untilWanted({ deps, signal }: SendContext, progress: Progress, tried: WidgetError) {
  const problem = (await deps.report(tried)) ?? tried
  const wanted = new Promise<void>((look) =>
    deps.screens.showProgress({ ...progress, ended: true, problem, look }),
  )
  return Promise.race([wanted, rejectOnAbort(signal)])
}

/** The displayed problem of a try that may have been an acceptance. */
function doubtOf(tried: WidgetError | undefined): WidgetError {
  if (tried !== undefined && HONEST.includes(tried.code)) return tried
  return new WidgetError('OUTCOME_UNKNOWN', { detail: tried?.message, cause: tried })
}

async function reported({ deps }: SendContext, error: WidgetError): Promise<WidgetError> {
  return (await deps.report(error)) ?? error
}
