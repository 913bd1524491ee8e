import type { CallDescription } from '#shared/display/call-description.ts'
import { callsIn } from '#shared/display/calls-in.ts'
import type { SendContext } from '#widget/flows/send-context.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { balanceNotes } from './balance-notes.ts'
import { drawNotes } from './draw-notes.ts'
import type { Notes, NotesOf } from './notes.ts'
import { partyNotes } from './party-notes.ts'
import { unfinishedCalls } from './unfinished-calls.ts'

/** Who waits longer than this for a history goes without. */
const LOOK_MS_MAX = 4_000

/** The entry of the file for what stands beside a call. */
export default function openNotes(): NotesOf {
  return async (context, confirmation) => {
    const parts = partsOf(confirmation.description)
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(LOOK_MS_MAX)])
    const [balances, parties] = await look(context, confirmation, parts, signal)
    context.signal.throwIfAborted()
    if (balances.length + parties.length === 0) return undefined
    return { balances, parties, draw: (stage) => drawNotes(stage, { balances, parties }) }
  }
}

async function look(
  context: SendContext,
  confirmation: Confirmation,
  parts: readonly CallDescription[],
  signal: AbortSignal,
): Promise<[Notes['balances'], Notes['parties']]> {
  const { api } = context.deps
  const { address } = confirmation.wallet
  const [balances, transactions, tokens] = await Promise.allSettled([
    api.balances(address, signal),
    api.transactions(address, signal),
    api.allowedTokens(signal),
  ])
  return [
    balances.status === 'fulfilled' ? balanceNotes(confirmation, parts, balances.value.coins) : [],
    partyNotes(parts, {
      wallet: address,
      transactions: transactions.status === 'fulfilled' ? transactions.value : undefined,
      unfinished: unfinishedCalls(
        context,
        address,
        transactions.status === 'fulfilled' ? transactions.value : [],
      ),
      tokens: tokens.status === 'fulfilled' ? tokens.value : [],
    }),
  ]
}

/** The call, or each of several. */
function partsOf(description: CallDescription): CallDescription[] {
  return [description, ...callsIn(description).flatMap(partsOf)]
}
