import { checksumAddress, sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { imitatedBy } from '#protocol/display/lookalike-address.ts'
import type { Effect } from '#protocol/effects/effect.ts'
import type { TransactionState } from '#protocol/org/transaction-states.ts'
import type { FollowedTransaction } from '#widget/answers.ts'
import type { PartyNote } from './notes.ts'

/** `widget/api.ts` asks for as many; a list that is shorter is all there is. */
const HISTORY_LENGTH = 20
/** What these came to nothing, so nobody has been dealt with. */
const VAIN: ReadonlySet<TransactionState> = new Set<TransactionState>([
  'CANCELLED',
  'EXPIRED',
  'FAILED',
  'REJECTED',
])
/** What stands before an address in a word. */
const PADDING = '0'.repeat(24)

type Around = {
  wallet: string
  /** The wallet's newest calls; undefined where nobody tells. */
  transactions: readonly FollowedTransaction[] | undefined
  /** What else was signed and has no end: its bytes, and until when it can be executed. */
  unfinished: readonly { data: string; until: string }[]
  tokens: readonly { address: string }[]
}

/** Whether those that a call is about are known to the wallet, or made to be confused with somebody who is. */
export function partyNotes(
  effects: readonly Effect[],
  parts: readonly CallDescription[],
  around: Around,
): PartyNote[] {
  const own = [around.wallet, ZERO_ADDRESS, ...around.tokens.map(({ address }) => address)]
  const named = [...effects.flatMap(partiesOf), ...parts.flatMap(toldParties)].map(checksumAddress)
  const parties = new Set(named.filter((party) => own.every((address) => !sameAddress(address, party))))
  const past = around.transactions && historyOf(around.transactions)
  return [...parties].flatMap((address): PartyNote[] => {
    const other = around.unfinished.find(({ data }) => isIn(data.toLowerCase(), address))
    if (other !== undefined) return [{ kind: 'unfinished', address, until: other.until }]
    const imitation = imitationOf(address, around, past ?? '')
    if (imitation !== undefined) return [imitation]
    const isKnown = past === undefined || past.includes(wordOf(address))
    return isKnown ? [] : [{ kind: 'first', address, whole: isWhole(around.transactions) }]
  })
}

/** Whom a call sends to, gives a permission or makes powerful; what takes a permission back is about nobody new. */
function partiesOf(effect: Effect): string[] {
  if (effect.does === 'unread') return [effect.contract]
  return 'to' in effect && !(effect.does === 'grant' && effect.sets === 'nothing') ? [effect.to] : []
}

/** Whom the bytes name at the places that the page describes. */
function toldParties({ told }: CallDescription): string[] {
  return (told?.fields ?? []).flatMap(({ value }) => (value.kind === 'address' ? [value.address] : []))
}

function imitationOf(address: string, { wallet, tokens }: Around, past: string): PartyNote | undefined {
  const note = (like: 'wallet' | 'known' | 'token', original: string): PartyNote => ({
    kind: 'imitates',
    like,
    address,
    original: checksumAddress(original),
  })
  if (imitatedBy(address, [{ address: wallet }]) !== undefined) return note('wallet', wallet)
  // Tokens are in the history too, as what was called.
  const token = imitatedBy(address, tokens)
  if (token !== undefined) return note('token', token.address)
  const known = isIn(past, address) ? undefined : likeIn(past, address)
  return known === undefined ? undefined : note('known', known)
}

function isIn(past: string, address: string): boolean {
  return past.includes(wordOf(address))
}

/** An address of the history with the same beginning and end: within the bytes of a batch it may stand anywhere. */
function likeIn(past: string, address: string): string | undefined {
  const digits = address.slice(2).toLowerCase()
  const pattern = new RegExp(`${PADDING}(${digits.slice(0, 4)}[0-9a-f]{32}${digits.slice(-4)})`)
  const found = pattern.exec(past)?.[1]
  return found === undefined ? undefined : `0x${found}`
}

/** The calls that happened, as one text that is searched: whom they called, and their bytes. */
function historyOf(transactions: readonly FollowedTransaction[]): string {
  return transactions
    .filter(({ status }) => !VAIN.has(status))
    .map(({ toAddress, data }) => `${wordOf(toAddress)} ${data.toLowerCase()}`)
    .join(' ')
}

function wordOf(address: string): string {
  return PADDING + address.slice(2).toLowerCase()
}

function isWhole(transactions: readonly FollowedTransaction[] = []): boolean {
  return transactions.length < HISTORY_LENGTH && transactions.every(({ untold }) => untold !== true)
}
