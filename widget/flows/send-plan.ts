import type { CallDescription, DescribedCall } from '#protocol/display/call-description.ts'
import type { CallOperation } from '#protocol/operations.ts'
import type { FollowedTransaction, WidgetWallet } from '#widget/answers.ts'
import type { Choice, Selection, Start } from './choose-transfer.ts'
import type { SendContext } from './send-context.ts'
import type { Coin, Confirmation } from './send-screens.ts'

/** Reads what a call means from its bytes; the tokens that somebody vouches for are known to it. */
export type Describe = (call: Omit<DescribedCall, 'tokens'>) => CallDescription

/** What is known around a call's bytes. `coin` is the token that is called, `coins` are those that may name the fee. */
export type CallFacts = {
  coin: Coin
  coins: readonly Coin[]
  functionSignature: string
  describe: Describe
}

/** What a flow signs: coins that a person sends (`coin-plan.ts`), or the call of a page (`calls/`). */
export type SendPlan = {
  /** What the widget token must allow, beside `execute`. */
  operations: readonly CallOperation[]
  /** The page has left nothing to choose but the wallet. */
  fixed: boolean
  /** Asks for what is missing, and has it prepared. */
  choose: (context: SendContext, selection: Selection, start: Start) => Promise<Choice>
  /** Whether a call that was signed before is the one that the page asks for; without it by what the page has set of coins. */
  isWanted?: (context: SendContext, confirmation: Confirmation) => boolean
}

/** Knows the calls that are no transfer of coins. */
export type CallReader = (
  context: SendContext,
  wallet: WidgetWallet,
  found: Pick<FollowedTransaction, 'toAddress' | 'data'>,
) => Promise<CallFacts>
