import type { CallDescription } from '#protocol/display/call-description.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { balanceNotes } from './balance-notes.ts'
import { checkAmounts, drawnAmounts } from './check-amounts.ts'
import { feeNotes } from './fee-notes.ts'
import type { Notes } from './notes.ts'
import { partyNotes } from './party-notes.ts'
import { unfinishedCalls } from './unfinished-calls.ts'

/** Timeout of the history. */
const LOOK_MS_MAX = 4_000

/**
 * Notes on a call before it is confirmed, and its preconditions.
 *
 * @throws WidgetError `CALL_MISMATCH` where known facts of a token or the fee differ from those displayed
 */
export async function lookUp(context: SendContext, confirmation: Confirmation): Promise<Omit<Notes, 'draw'>> {
  const fee = feeNotes(context, confirmation)
  const parts = partsOf(confirmation.description)
  const drawn = drawnAmounts(confirmation, parts)
  const { address } = confirmation.wallet
  const { balances, transactions, list } = await askServer(context, address)
  context.signal.throwIfAborted()
  const unfinished = unfinishedCalls(context, address, transactions ?? [])
  const around = { wallet: address, transactions, unfinished, tokens: list ?? [] }
  return {
    balances: balances === undefined ? [] : balanceNotes(confirmation, drawn, balances),
    parties: partyNotes(confirmation.description.effects, parts, around),
    fee,
    exact: checkAmounts(context, drawn, { list, balances }),
  }
}

/** The server's answers within the timeout. */
export async function askServer({ deps: { api }, signal }: SendContext, wallet: string) {
  const soon = AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS_MAX)])
  const [balances, transactions, list] = await Promise.allSettled([
    api.balances(wallet, soon),
    api.transactions(wallet, soon),
    api.allowedTokens(soon),
  ])
  return {
    balances: balances.status === 'fulfilled' ? balances.value.coins : undefined,
    transactions: transactions.status === 'fulfilled' ? transactions.value : undefined,
    list: list.status === 'fulfilled' ? list.value : undefined,
  }
}

/** The call, or each of several. */
export function partsOf(description: CallDescription): CallDescription[] {
  return [description, ...callsIn(description).flatMap(partsOf)]
}
