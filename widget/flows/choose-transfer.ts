import { sameAddress } from '#protocol/display/address.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import { WidgetError } from '#widget/errors.ts'
import { attempt, isHopeless, withRetry } from './attempt.ts'
import { checkTransfer } from './check-transfer.ts'
import type { Choice, Selection, Start } from './choice.ts'
import type { CallsServer } from './context-parts.ts'
import { loadCoins, readFee } from './load-wallet.ts'
import { describeCoins, prepareTransfer } from './prepare-transfer.ts'
import type { SendInput } from './send-input.ts'
import type { ChoosesCalls, HasScreens, LoadsCoins, ReadsFee, SendPlan } from './send-parts.ts'
import type { Coin, FeeLine, FieldProblem, TransferDraft } from './send-screens.ts'

/** Plan for a token transfer. The user chooses the values that the page has not set. */
export function coinPlan(input: SendInput): SendPlan {
  return {
    operations: ['transfer'],
    fixed: input.tokenAddress !== undefined && input.to !== undefined && input.amount !== undefined,
    choose: chooseTransfer,
  }
}

/** Asks for the wallet, token, recipient and amount until they are valid and prepared. */
export async function chooseTransfer(
  context: ChoosesCalls,
  selection: Selection,
  start: Start,
): Promise<Choice> {
  const { deps, input, signal } = context
  let shown: { fieldProblems: readonly FieldProblem[]; problem: WidgetError | undefined } = {
    fieldProblems: [],
    problem: start.problem,
  }
  let { skipForm } = start
  for (;;) {
    const wallet = (selection.wallet ??= await chooseWallet(context, selection.wallets))
    const loaded = await withRetry(context, () => load(context, wallet))
    const first = loaded.coins[0]?.address ?? ''
    if (!loaded.coins.some((coin) => sameAddress(coin.address, selection.draft.tokenAddress))) {
      selection.draft = { ...selection.draft, tokenAddress: first }
    }
    if (!skipForm) {
      const answer = await deps.screens.askTransfer({
        wallet,
        canChangeWallet: selection.wallets.length > 1,
        ...loaded,
        draft: selection.draft,
        fixed: {
          tokenAddress: input.tokenAddress !== undefined,
          to: input.to !== undefined,
          amount: input.amount !== undefined,
        },
        ...shown,
      })
      if (answer.kind === 'wallet') {
        selection.wallet = undefined
        continue
      }
      selection.draft = answer.draft
    }
    // Data loaded before the form may be outdated. Without the form, it is fresh.
    const fresh = skipForm ? async () => loaded : () => load(context, wallet)
    skipForm = false
    deps.screens.working('prepare')
    const outcome = await attempt(
      async () => prepareDraft(context, selection.draft, wallet, await fresh(), loaded.coins),
      signal,
      deps.report,
    )
    if (outcome.ok) {
      if ('call' in outcome.value) return outcome.value
      shown = { fieldProblems: outcome.value.fieldProblems, problem: undefined }
    } else {
      if (isHopeless(outcome.error)) throw outcome.error
      shown = { fieldProblems: [], problem: outcome.error }
    }
  }
}

type Loaded = { coins: Coin[]; fee: FeeLine | null }

async function load(context: LoadsCoins & ReadsFee, wallet: WidgetWallet): Promise<Loaded> {
  const coins = await loadCoins(context, wallet)
  return { coins, fee: await readFee(context, coins) }
}

/** The only wallet, or the one that the person chooses. */
export async function chooseWallet(
  context: HasScreens<'askWallet'>,
  wallets: readonly WidgetWallet[],
): Promise<WidgetWallet> {
  const [only] = wallets
  return wallets.length === 1 && only !== undefined ? only : context.deps.screens.askWallet(wallets)
}

/** Validates the form's values and prepares the transfer. */
async function prepareDraft(
  context: CallsServer,
  draft: TransferDraft,
  wallet: WidgetWallet,
  { coins, fee }: Loaded,
  shown: readonly Coin[],
): Promise<Choice | { fieldProblems: readonly FieldProblem[] }> {
  const coin = coins.find((candidate) => sameAddress(candidate.address, draft.tokenAddress))
  if (coin === undefined) throw new WidgetError('NO_TOKEN', { detail: 'not allowed any more' })
  // The amount was typed with the form's decimals.
  if (shown.some(({ address, decimals }) => address === coin.address && decimals !== coin.decimals))
    throw new WidgetError('CALL_MISMATCH', { detail: 'decimals' })
  const checked = checkTransfer(draft, coin, fee)
  if (!checked.ok) return { fieldProblems: checked.problems }
  requireFeeBalance(fee)
  const call = await prepareTransfer(context, wallet.address, checked.transfer)
  return { wallet, coin, fee, call, describe: describeCoins(coins) }
}

/** @throws WidgetError `INSUFFICIENT_BALANCE` if the wallet is known to hold less than the fee */
export function requireFeeBalance(fee: FeeLine | null): void {
  if (fee !== null && fee.coin !== null && fee.coin.balance !== null && fee.coin.balance < fee.units) {
    throw new WidgetError('INSUFFICIENT_BALANCE', { detail: `the fee in ${fee.coin.symbol}` })
  }
}
