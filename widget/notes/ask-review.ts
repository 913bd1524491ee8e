import { EXECUTE_EXPIRATION_SECONDS_MAX } from '#protocol/limits.ts'
import type { PolicyVerdict, SimulationOutcome } from '#protocol/simulation.ts'
import { either, is, listOf, object, optional, text, type Checked } from '#widget/checks.ts'
import { withDeadline } from '#widget/deadline.ts'
import { WidgetError } from '#widget/errors.ts'
import type { CallsServer } from '#widget/flows/context-parts.ts'
import type { ExpiresIn } from '#widget/flows/expires-in.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { isPolicyVerdict } from './policy-verdict.ts'

/**
 * Maximum wait of a confirmation for the review, in milliseconds. After that, the simulation counts as
 * unavailable.
 */
export const REVIEW_MS_MAX = 4_000

/**
 * Maximum wait for the policies before the call is shown, in milliseconds. The policies decide how long the call is
 * valid.
 */
const POLICIES_MS_MAX = 1_000

const address = text(/^0x[0-9a-fA-F]{40}$/)
const amount = text(/^(0|-?[1-9][0-9]{0,79})$/)
const perhaps = optional(text(/^(0|[1-9][0-9]{0,77})$/))

const succeeds = object({
  // An older service sends no outcome.
  outcome: optional(is('succeeds')),
  changes: listOf(object({ tokenAddress: address, account: address, tokenId: perhaps, amount })),
  approvals: listOf(object({ tokenAddress: address, spender: address, amount: perhaps, tokenId: perhaps })),
})
const fails = object({
  outcome: is('fails'),
  reason: text(),
  notHeld: optional(object({ tokenId: perhaps })),
})
const unavailable = object({ outcome: is('unavailable') })

/** `POST /transactions/simulate`. */
export const isSimulated = object({
  simulation: optional(either(either(succeeds, fails), unavailable)),
  policies: optional(isPolicyVerdict),
})

// The protocol's own constant would add its schemas to the bundle.
const NOT_SIMULATED = { outcome: 'unavailable' } as const satisfies SimulationOutcome

/**
 * The server's review of a call before it is signed. `policies` is undefined if the server does not report
 * them.
 */
export type Asked = { simulation: SimulationOutcome; policies: PolicyVerdict | undefined }

/**
 * Asks the server for the outcome of a call, and for the decision of the policies. Neither the displayed call
 * nor the signed bytes depend on the response. It can only add a warning or stop the signature.
 */
export async function askReview(
  { deps: { api }, signal }: CallsServer,
  { call }: Confirmation,
): Promise<Asked> {
  const { walletAddress, toAddress, value, data } = call
  const body = { walletAddress, toAddress, value: `${value}`, data }
  try {
    const ask = (soon: AbortSignal) => api.post('/transactions/simulate', body, isSimulated, soon)
    const { simulation, policies } = await withDeadline(signal, REVIEW_MS_MAX, ask)
    return { simulation: outcomeFrom(simulation), policies }
  } catch {
    return { simulation: NOT_SIMULATED, policies: undefined }
  }
}

function outcomeFrom(simulation: Checked<typeof isSimulated>['simulation']): SimulationOutcome {
  if (simulation === undefined) return NOT_SIMULATED
  return 'changes' in simulation ? { ...simulation, outcome: 'succeeds' } : simulation
}

/**
 * Reason why a call or message must not be signed: a policy blocks it, or it would fail. Undefined if neither is
 * known.
 */
export function refusalIn({ simulation, policies }: Partial<Asked>): WidgetError | undefined {
  if (policies?.outcome === 'blocked')
    return new WidgetError('POLICY_REFUSED', { detail: policies.reason, next: 'edit' })
  return simulation?.outcome === 'fails'
    ? new WidgetError('TRANSACTION_REVERTS', { detail: simulation.reason })
    : undefined
}

/** The server's review of one call. It can be requested again, because the chain and the policies change. */
export type ReviewPort = {
  latest: () => Promise<Asked>
  again: () => Promise<Asked>
  /**
   * Waits for the review before a signature. A rejection is requested once more.
   *
   * @throws WidgetError `POLICY_REFUSED` or `TRANSACTION_REVERTS`
   */
  check: () => Promise<void>
}

export function openReview(context: CallsServer, confirmation: Confirmation): ReviewPort {
  let latest = askReview(context, confirmation)
  const again = () => (latest = askReview(context, confirmation))
  return {
    latest: () => latest,
    again,
    async check() {
      const isRefused = refusalIn(await latest) !== undefined
      const refusal = refusalIn(isRefused ? await again() : await latest)
      if (refusal !== undefined) throw refusal
    },
  }
}

/**
 * Validity of a call that waits for people of the organization, who decide within hours. The signature is valid for as
 * long as the service accepts (ADR 0011), less a minute for the prompt and the way to the service.
 */
const A_DAY: ExpiresIn = { least: EXECUTE_EXPIRATION_SECONDS_MAX - 60, choices: 30 }

/** Returns the longer validity of a call if a policy asks people of the organization. */
export async function findExpiresIn(
  asked: Promise<Asked>,
  signal: AbortSignal,
): Promise<ExpiresIn | undefined> {
  const { policies } = await withDeadline(signal, POLICIES_MS_MAX, () => asked).catch(() => ({
    policies: undefined,
  }))
  const waitsForPeople = policies?.outcome === 'needs-approval' && policies.by === 'administrator'
  return waitsForPeople ? A_DAY : undefined
}
