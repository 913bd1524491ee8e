import { sameAddress } from '#shared/display/address.ts'
import type { WidgetError, WidgetErrorCode } from '#widget/errors.ts'
import { attempt } from './attempt.ts'
import type { Choice, Selection, Start } from './choose-transfer.ts'
import { coinPlan } from './coin-plan.ts'
import { confirmAndSign } from './confirm-and-sign.ts'
import { executeCall } from './execute-call.ts'
import { followTransaction } from './follow-transaction.ts'
import { loadWallets } from './load-wallet.ts'
import { readConfig } from './read-config.ts'
import type { Unfinished } from '#widget/held/held.ts'
import type { Executed, SendContext, SendDeps, SendInput } from './send-context.ts'
import type { SendPlan } from './send-plan.ts'
import type { Confirmation } from './send-screens.ts'

/**
 * Signs with a person what `plan` says, coins to send unless it says otherwise: choose, prepare, encode and compare,
 * confirm, passkey, execute, follow to the end. A call that was handed in before and has no end yet is followed
 * instead. Answers once the transaction's state is final or can be followed no further.
 *
 * @throws WidgetError when no step can help; the signal's reason when the page or the person leaves.
 */
export async function signTransaction(
  deps: SendDeps,
  input: SendInput,
  signal: AbortSignal,
  plan: SendPlan = coinPlan(input),
): Promise<Executed> {
  deps.screens.loading()
  let context = await open(deps, input, signal, plan)
  const selection = await select(context)
  let start: Start = { skipForm: plan.fixed || input.again !== undefined }
  let notice: WidgetError | undefined
  for (;;) {
    const unfinished = await findUnfinished(context, selection)
    if (unfinished !== undefined) {
      const { confirmation, transaction } = unfinished
      const executed = { digest: confirmation.digest, transactionUuid: transaction.transactionUuid }
      await followTransaction(context, confirmation, executed, transaction)
      return executed
    }
    const choice = await plan.choose(context, selection, start)
    const outcome = await confirmAndExecute(context, choice, notice)
    if (outcome.kind === 'executed') {
      deps.executed(outcome.executed)
      await followTransaction(context, outcome.confirmation, outcome.executed)
      return outcome.executed
    }
    const outdated = outcome.kind === 'outdated'
    if (outdated) context = await open(deps, input, signal, plan)
    start = outdated ? { skipForm: true } : { skipForm: false, problem: outcome.problem }
    notice = outdated ? outcome.problem : undefined
  }
}

async function open(
  deps: SendDeps,
  input: SendInput,
  signal: AbortSignal,
  plan: SendPlan,
): Promise<SendContext> {
  const { config, serverSeconds } = await readConfig(deps, [...plan.operations, 'execute'], signal)
  return { deps, plan, input, config, serverSeconds, signal }
}

/** What this browser handed in and saw no end of. */
async function findUnfinished(context: SendContext, { wallets }: Selection): Promise<Unfinished | undefined> {
  const { memory, held } = context.deps
  if (wallets.every(({ address }) => memory.sent(address) === undefined)) return undefined
  return (await held()).find(context, wallets)
}

async function select(context: SendContext): Promise<Selection> {
  const { again, tokenAddress = '', to = '', amount = '' } = context.input
  const wallets = await loadWallets(context)
  const wallet = wallets.find(({ address }) => sameAddress(address, again?.walletAddress ?? ''))
  return { wallets, wallet, draft: again?.draft ?? { tokenAddress, to, amount } }
}

type Outcome =
  | { kind: 'executed'; executed: Executed; confirmation: Confirmation }
  | { kind: 'back'; problem: WidgetError | undefined }
  | { kind: 'outdated'; problem: WidgetError }

/** The fee or the time limit is not what the server accepts now: ask it again and show the call anew. */
const OUTDATED: readonly WidgetErrorCode[] = [
  'FEE_REFUSED',
  'TRANSACTION_EXPIRED',
  'EXPIRATION_TOO_FAR',
  'CLOCK_WRONG',
]

async function confirmAndExecute(
  context: SendContext,
  choice: Choice,
  notice: WidgetError | undefined,
): Promise<Outcome> {
  let problem = notice
  for (;;) {
    const signed = await confirmAndSign(context, choice, problem)
    if (signed === 'back') return { kind: 'back', problem: undefined }
    const { confirmation } = signed
    const outcome = await attempt(
      () => executeCall(context, signed, choice.call.params),
      () => {},
      context.signal,
    )
    if (outcome.ok) return { kind: 'executed', executed: outcome.value, confirmation }
    const { error } = outcome
    if (OUTDATED.includes(error.code)) return { kind: 'outdated', problem: error }
    if (error.next === 'edit') return { kind: 'back', problem: error }
    if (error.next === 'restart' || error.next === 'none') throw error
    problem = error
  }
}
