import type { Hex } from 'viem'
import { checksumAddress, sameAddress } from '#protocol/display/address.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { compareSimulation, NO_FEE, type Difference } from '#protocol/effects/compare-simulation.ts'
import { isFinal, WITHDRAWN_REASON } from '#protocol/transaction-states.ts'
import type { FollowedTransaction } from '#widget/answers.ts'
import { anySignal } from '#widget/any-signal.ts'
import type { CallsServer, HasMemory, HasServerTime } from '#widget/flows/context-parts.ts'
import { stillExecutable } from '#widget/flows/follow-transaction.ts'
import type { ChecksCalls, LookUpNotes } from '#widget/flows/send-parts.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { readSignedRequest } from '#widget/held/signed-request.ts'
import { openReview, findExpiresIn, type Asked } from './ask-review.ts'
import { checkAmounts, drawnAmounts } from './check-amounts.ts'
import { drawNotes } from './draw-notes.ts'
import type { Review } from './draw-review.ts'
import { feeNotes } from './fee-notes.ts'
import { areLookedUp } from './looked-up.ts'
import type { BalanceNote, DrawnAmount, FeeNote, Notes, PartyNote } from './notes.ts'
import { partiesIn, listParts, partyNotes, type Unfinished } from './party-notes.ts'

/**
 * Maximum number of addresses that the server accepts in one request. Further addresses are noted as
 * unchecked.
 */
const LOOKED_UP_MAX = 50
/** Timeout of the history, in milliseconds. */
const LOOK_MS_MAX = 4_000

/** Entry of the file for the notes on a call and its preconditions. */
export default function openNotes(): LookUpNotes {
  return async (context, confirmation) => {
    const answers = askServer(context, confirmation)
    const port = openReview(context, confirmation)
    const compared = async (asked: Promise<Asked>): Promise<Review> => {
      const { list = [] } = await answers
      return { ...(await asked), differences: differencesIn(confirmation, await asked, list) }
    }
    const expiresIn = findExpiresIn(port.latest(), context.signal)
    const { drawn, ...checked } = await checkCall(context, confirmation, answers)
    const { balances } = await answers
    const notes = {
      ...checked,
      expiresIn: await expiresIn,
      balances: balances === undefined ? [] : balanceNotes(confirmation, drawn, balances),
    }
    const reviews = { latest: () => compared(port.latest()), again: () => compared(port.again()) }
    return { ...notes, check: port.check, draw: (stage) => drawNotes(stage, notes, reviews) }
  }
}

/**
 * The differences between the simulation of a call and the screen. `list` has the tokens that the server
 * lists.
 */
function differencesIn(
  { call, chainId, description }: Confirmation,
  { simulation }: Asked,
  list: readonly KnownToken[],
): readonly Difference[] {
  if (simulation.outcome !== 'succeeds') return []
  const compared = { ...call, ...NO_FEE, value: `${call.value}`, chainId, tokens: list }
  return compareSimulation(compared, description, simulation)
}

/**
 * Checks the preconditions of a call's confirmation. Returns the notes on its fee, its amounts and its
 * recipients.
 *
 * @throws WidgetError `CALL_MISMATCH` if known facts of a token or the fee differ from the displayed ones
 */
export async function checkCall(
  context: ChecksCalls,
  confirmation: Confirmation,
  answers = askServer(context, confirmation),
): Promise<{
  fee: FeeNote[]
  drawn: DrawnAmount[]
  parties: PartyNote[]
  payees: { address: Hex; name: string }[]
  exact: DrawnAmount[]
  isOneParty: boolean
  findName: Notes['findName']
}> {
  const fee = feeNotes(context, confirmation)
  const { description, wallet } = confirmation
  const parts = listParts(description)
  const drawn = drawnAmounts(confirmation, parts)
  const { balances, transactions, list, lookedUp } = await answers
  context.signal.throwIfAborted()
  const unfinished = unfinishedCalls(context, wallet.address, transactions ?? [])
  const around = { wallet: wallet.address, transactions, unfinished, tokens: list ?? [], lookedUp }
  const all = partiesIn(description)
  const parties = partyNotes(all, around)
  const payees = (lookedUp?.addresses ?? []).flatMap(({ address, payeeName }) =>
    payeeName === null || !all.includes(checksumAddress(address))
      ? []
      : [{ address: checksumAddress(address), name: payeeName }],
  )
  const exact = checkAmounts(context, drawn, { list, balances })
  const findName = (address: string) => payees.find((payee) => sameAddress(payee.address, address))?.name
  return { fee, drawn, parties, payees, exact, isOneParty: all.length === 1, findName }
}

/** The server's responses within the timeout. */
async function askServer(
  { deps: { api }, signal }: CallsServer,
  { wallet: { address: wallet }, description }: Confirmation,
) {
  const soon = anySignal(signal, AbortSignal.timeout(LOOK_MS_MAX))
  const none = () => undefined
  const parties = partiesIn(description)
  const looked = { walletAddress: wallet, addresses: parties.slice(0, LOOKED_UP_MAX) }
  const [balances, transactions, list, lookedUp] = await Promise.all([
    api.balances(wallet, soon).catch(none),
    api.transactions(wallet, soon).catch(none),
    api.allowedTokens(soon).catch(none),
    parties.length === 0
      ? { addresses: [] }
      : api.post('/addresses/lookup', looked, areLookedUp, soon).catch(none),
  ])
  return { balances: balances?.coins, transactions, list, lookedUp }
}

/** Balances before and after of every listed token that a call and its fee take. */
function balanceNotes(
  { fee, call, description, wallet }: Confirmation,
  drawn: readonly DrawnAmount[],
  balances: readonly { tokenAddress: string; amount: string }[],
): BalanceNote[] {
  const taken = description.effects.flatMap((effect) =>
    effect.does === 'move' &&
    effect.what.is === 'coins' &&
    sameAddress(effect.from, wallet.address) &&
    !sameAddress(effect.to, wallet.address)
      ? [{ token: effect.token, units: BigInt(effect.what.units) }]
      : [],
  )
  if (fee !== null) taken.push({ token: call.feeCoinAddress, units: call.fee })
  return balances.flatMap(({ tokenAddress, amount }) => {
    const coin = drawn.find(({ token }) => sameAddress(token, tokenAddress))
    const ofCoin = taken.filter(({ token }) => sameAddress(token, tokenAddress))
    const units = ofCoin.reduce((sum, one) => sum + one.units, 0n)
    const before = BigInt(amount)
    if (coin === undefined || units === 0n || units > before) return []
    return [{ symbol: coin.symbol, decimals: coin.decimals, before, after: before - units }]
  })
}

/**
 * The wallet's signed calls that can still be executed: those that the server lists, and those of this browser that
 * the server does not list.
 */
function unfinishedCalls(
  context: HasMemory & HasServerTime,
  wallet: string,
  transactions: readonly FollowedTransaction[],
): Unfinished[] {
  const listed = transactions.flatMap((transaction) => {
    const until = openUntil(context, transaction)
    return until === undefined ? [] : [{ ...transaction, until }]
  })
  const unlisted = context.deps.memory.sent(wallet).flatMap(({ digest, request }) => {
    const signed = readSignedRequest(request)
    const isListed = transactions.some((transaction) => transaction.digest === digest)
    if (signed === undefined || isListed || Number(signed.expiration) <= context.serverSeconds()) return []
    return [{ ...signed, until: formatTime(signed.expiration) }]
  })
  return [...listed, ...unlisted]
}

/**
 * Time until which the holders of a call's signature can execute the call, even if it was declined, expired or
 * cancelled before it was sent. Undefined if the wallet has used the call's digest, or if this time has passed.
 */
function openUntil(context: HasServerTime, transaction: FollowedTransaction): string | undefined {
  const { status, reason, expiration } = transaction
  if (status === 'FAILED') return stillExecutable(context, transaction)
  const isSpent = status === 'CONFIRMED' || (status === 'CANCELLED' && reason !== WITHDRAWN_REASON)
  const isOver = isFinal(status) && Number(expiration) <= context.serverSeconds()
  return isSpent || isOver ? undefined : formatTime(expiration)
}

function formatTime(expiration: string): string {
  return new Date(Number(expiration) * 1000).toISOString()
}
