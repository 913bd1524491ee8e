import type { CallDescription } from '#protocol/display/call-description.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { balanceNotes } from './balance-notes.ts'
import { checkAmounts, drawnAmounts } from './check-amounts.ts'
import { findDifferences } from './find-differences.ts'
import { feeNotes } from './fee-notes.ts'
import type { Notes } from './notes.ts'
import { partyNotes } from './party-notes.ts'
import { unfinishedCalls } from './unfinished-calls.ts'

/** Who waits longer than this for a history goes without. */
const LOOK_MS_MAX = 4_000

/**
 * What is worth knowing of a call before it is confirmed, and what must hold of it.
 *
 * @throws WidgetError `CALL_MISMATCH` where what is known of a token or the fee is not what would be shown
 */
export async function lookUp(context: SendContext, confirmation: Confirmation): Promise<Omit<Notes, 'draw'>> {
  const fee = feeNotes(context, confirmation)
  const parts = partsOf(confirmation.description)
  const drawn = drawnAmounts(confirmation, parts)
  const { address } = confirmation.wallet
  const told = askServer(context, address)
  const differences = findDifferences(context, confirmation, told)
  const { balances, transactions, list } = await told
  context.signal.throwIfAborted()
  const unfinished = unfinishedCalls(context, address, transactions ?? [])
  const around = { wallet: address, transactions, unfinished, tokens: list ?? [] }
  return {
    balances: balances === undefined ? [] : balanceNotes(confirmation, drawn, balances),
    parties: partyNotes(confirmation.description.effects, parts, around),
    fee,
    exact: checkAmounts(context, drawn, { list, balances }),
    differences,
  }
}

/** What the server tells in time. */
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
