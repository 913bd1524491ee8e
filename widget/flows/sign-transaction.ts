import { sameAddress } from '#protocol/display/address.ts'
import { isFinal } from '#protocol/transaction-states.ts'
import { WidgetError } from '#widget/errors.ts'
import { isHopeless } from './attempt.ts'
import type { Selection, Start } from './choice.ts'
import { confirmAndSign, toExecuteRequest } from './confirm-and-sign.ts'
import type { HasMemory } from './context-parts.ts'
import { executeCall } from './execute-call.ts'
import { followTransaction, noneIfUnsupported } from './follow-transaction.ts'
import { loadWallets } from './load-wallet.ts'
import { readConfig } from './read-config.ts'
import type { HasExecutedListener, SendContext, SendDeps } from './send-context.ts'
import type { SendInput } from './send-input.ts'
import type { ChoosesCalls, FindsCalls, FollowsCalls, LoadsHeld, SendPlan, SignsCalls } from './send-parts.ts'
import type { Executed, Unfinished } from './unfinished.ts'

/**
 * Signs the call that `plan` chooses: choose, prepare, encode and compare, confirm, passkey, execute, follow
 * to the end. If the same call was signed before and has no final state, it is followed instead (ADR 0013).
 * Returns when the transaction's state is final or can no longer be followed.
 *
 * @throws WidgetError if no step can help, or the signal's reason if the page or the person leaves
 */
export async function signTransaction(
  deps: SendDeps,
  input: SendInput,
  signal: AbortSignal,
  plan: SendPlan,
): Promise<Executed> {
  deps.screens.loading()
  const operations = [...plan.operations, 'execute'] as const
  const open = async (): Promise<SendContext> => ({
    ...(await readConfig(deps, operations, signal)),
    deps,
    plan,
    input,
    signal,
  })
  let context = await open()
  const { again, tokenAddress = '', to = '', amount = '' } = input
  const wallets = await loadWallets(context)
  const wallet = wallets.find(({ address }) => sameAddress(address, again?.walletAddress ?? ''))
  const selection: Selection = { wallets, wallet, draft: again?.draft ?? { tokenAddress, to, amount } }
  let start: Start = { skipForm: plan.fixed || again !== undefined }
  let notice: WidgetError | undefined
  for (;;) {
    const known = remembered(context, selection)
    const signed =
      (await findUnfinished(context, selection)) ??
      (await signNew(context, selection, { start, notice, known }))
    const isRefused = signed === undefined || signed instanceof WidgetError
    const settled = isRefused ? signed : await settle(context, signed)
    if (settled !== undefined && !(settled instanceof WidgetError)) return settled
    if (settled && isHopeless(settled)) throw settled
    // Any other problem, such as a changed fee, is displayed with data that is read from the server again.
    const isForm = settled === undefined || settled.next === 'edit'
    if (!isForm) context = await open()
    start = { skipForm: !isForm, problem: isForm ? settled : undefined }
    notice = isForm ? undefined : settled
  }
}

/** Digests signed in any tab of this browser whose final state was not seen. */
function remembered({ deps: { memory } }: HasMemory, { wallets }: Selection): string[] {
  return wallets.flatMap(({ address }) => memory.sent(address).map(({ digest }) => digest))
}

/**
 * A call without a final state that was signed before: in this browser, or, for a page's call, from the
 * server's list.
 */
async function findUnfinished(
  context: FindsCalls & LoadsHeld,
  selection: Selection,
): Promise<Unfinished | undefined> {
  const { deps, plan, signal } = context
  const asked = plan.fixed ? selection.wallets : []
  const lists = asked.map(({ address }) => deps.api.transactions(address, signal).catch(noneIfUnsupported))
  const open = (await Promise.all(lists))
    .flatMap((list = []) => list)
    .filter(({ status, executableUntil }) => !isFinal(status) || executableUntil)
  if (open.length === 0 && remembered(context, selection).length === 0) return undefined
  return (await deps.held()).find(context, selection.wallets, open)
}

/** Submits the call unless the service has it, and follows the call to its end. */
async function settle(
  context: FollowsCalls & HasExecutedListener,
  unfinished: Unfinished,
): Promise<Executed | WidgetError> {
  let { executed } = unfinished
  if (executed === undefined) {
    const submitted = await executeCall(context, unfinished)
    if (submitted instanceof WidgetError) return submitted
    context.deps.executed((executed = submitted))
  }
  await followTransaction(context, unfinished, executed)
  return executed
}

/**
 * Chooses, confirms and signs a new call. Undefined if the person went back. `known` has the digests that
 * were signed before.
 */
async function signNew(
  context: ChoosesCalls & SignsCalls,
  selection: Selection,
  { start, notice, known }: { start: Start; notice: WidgetError | undefined; known: readonly string[] },
): Promise<Unfinished | WidgetError | undefined> {
  const choice = await context.plan.choose(context, selection, start)
  const signed = await confirmAndSign(context, choice, notice)
  if (signed === 'back') return undefined
  // Another tab has signed a call meanwhile, which may be the same.
  const isOvertaken = remembered(context, selection).some((digest) => !known.includes(digest))
  if (isOvertaken) return new WidgetError('CONFLICT')
  return { confirmation: signed.confirmation, request: toExecuteRequest(signed, choice.call.params) }
}
