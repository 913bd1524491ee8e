import type { BffErrorCode, ErrorCode } from '#protocol/errors.ts'
import { rejectOnAbort } from '#widget/deadline.ts'
import { WidgetError, type WidgetErrorCode } from '#widget/errors.ts'
import { attempt } from '#widget/flows/attempt.ts'
import type { CallsServer, HasReport } from '#widget/flows/context-parts.ts'
import { accepted } from '#widget/flows/execute-call.ts'
import { readTransaction, startProgress } from '#widget/flows/follow-transaction.ts'
import type { ResubmitsCalls, ShowsDoubt } from '#widget/flows/send-parts.ts'
import type { Progress } from '#widget/flows/send-screens.ts'
import type { Executed, Unfinished } from '#widget/flows/unfinished.ts'

/** Codes in the service's own error response with which it has certainly rejected the call. */
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

/**
 * Codes whose sentences are true for any outcome. The sentences of other codes say that the call was not
 * sent.
 */
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
 * Decides the outcome of a call whose response is not an acceptance. A certain rejection is returned, and the
 * call deleted. Any other response, invalid or lost, may have been an acceptance. The call is then queried by
 * its digest and the same signature is resubmitted, which the service and the wallet's contract accept only
 * once. No replacement is signed before the call is found, is rejected, or has expired and the service does
 * not have it (ADR 0013).
 */
export async function resubmit(
  context: ResubmitsCalls,
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
      const unsure = { ...startProgress(context, confirmation, { digest }), unsure: true }
      await untilWanted(context, unsure, toDoubt(problem))
    }
    if (request === undefined) return { digest }
    isNext = false
    // The call was rejected in another tab meanwhile, and another one may have replaced it.
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

/** `isUnknown` means that the service responded that it has no such call. */
async function lookUp(context: CallsServer, { confirmation: { wallet, digest } }: Unfinished) {
  const look = await attempt(() => readTransaction(context, wallet.address, { digest }), context.signal)
  const found = look.ok ? look.value : undefined
  if (found === undefined) return { executed: undefined, isUnknown: look.ok }
  const { transactionUuid, transactionHash } = found
  return { executed: { digest, transactionUuid, transactionHash }, isUnknown: false }
}

/** Displays that the outcome is unknown, until the user retries. */
export async function untilWanted(
  { deps, signal }: ShowsDoubt,
  progress: Progress,
  tried: WidgetError,
): Promise<void> {
  const problem = (await deps.report(tried)) ?? tried
  const wanted = new Promise<void>((look) =>
    deps.screens.showProgress({ ...progress, ended: true, problem, look }),
  )
  return Promise.race([wanted, rejectOnAbort(signal)])
}

/** The problem to display for a try that may have been accepted. */
function toDoubt(tried: WidgetError | undefined): WidgetError {
  if (tried !== undefined && HONEST.includes(tried.code)) return tried
  return new WidgetError('OUTCOME_UNKNOWN', { detail: tried?.message, cause: tried })
}

async function reported({ deps }: HasReport, error: WidgetError): Promise<WidgetError> {
  return (await deps.report(error)) ?? error
}
