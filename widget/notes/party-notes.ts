import type { WidgetAddress, WidgetAddresses } from '#protocol/addresses.ts'
import { checksumAddress, sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import { imitatedBy } from '#protocol/display/lookalike-address.ts'
import type { Effect } from '#protocol/effects/effect.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import type { FollowedTransaction } from '#widget/answers.ts'
import type { PartyNote } from './notes.ts'

/** Number of calls that `widget/api.ts` requests. A shorter list is complete. */
const HISTORY_LENGTH = 20
/** States of calls without effect. Their addresses do not count as known. */
const VAIN: ReadonlySet<TransactionState> = new Set<TransactionState>([
  'CANCELLED',
  'EXPIRED',
  'FAILED',
  'REJECTED',
])
/** Padding of an address in an ABI word. */
const PADDING = '0'.repeat(24)

/** Another signed call that can still be executed, and its deadline. */
export type Unfinished = { toAddress: string; data: string; until: string }

type Around = {
  wallet: string
  /** The wallet's newest calls. Undefined if unknown. */
  transactions: readonly FollowedTransaction[] | undefined
  unfinished: readonly Unfinished[]
  tokens: readonly { address: string }[]
  /** The server's facts about the parties. Undefined if it did not respond. */
  lookedUp: WidgetAddresses | undefined
}

/** Recipients and grantees of a call, and the addresses that the page describes, without duplicates. */
export function partiesIn(description: CallDescription): string[] {
  const named = [
    ...description.effects.flatMap(listParties),
    ...listParts(description).flatMap(formattedParties),
  ]
  return [...new Set(named.map(checksumAddress))]
}

/** The call, and each call of a batch. */
export function listParts(description: CallDescription): CallDescription[] {
  return [description, ...callsIn(description).flatMap(listParts)]
}

/** Notes on parties that the wallet does not know, or that imitate a known one. */
export function partyNotes(all: readonly string[], around: Around): PartyNote[] {
  const own = [around.wallet, ZERO_ADDRESS, ...around.tokens.map(({ address }) => address)]
  const parties = all.filter((party) => own.every((address) => !sameAddress(address, party)))
  const past = around.transactions && countHistory(around.transactions)
  return parties.flatMap((address): PartyNote[] => {
    const other = around.unfinished.find((call) => isIn(toSearchText(call), address))
    if (other !== undefined) return [{ kind: 'unfinished', address, until: other.until }]
    const facts = around.lookedUp?.addresses.find((one) => sameAddress(one.address, address))
    const imitation = findImitation(address, around, past ?? '') ?? (facts && lookedUpImitation(facts))
    if (imitation !== undefined) return [imitation]
    const unchecked: PartyNote[] = facts === undefined ? [{ kind: 'unchecked', address }] : []
    const whole = wholeIfFirst(address, facts, { ...around, past })
    return whole === undefined ? unchecked : [...unchecked, { kind: 'first', address, whole }]
  })
}

/**
 * Undefined if the wallet has used the address, or if that is unknown. Otherwise returns whether the whole history
 * was checked. The server's lookup checks the history. Without it, only the newest calls are checked.
 */
function wholeIfFirst(
  address: string,
  facts: WidgetAddress | undefined,
  { past, lookedUp, transactions }: Around & { past: string | undefined },
): boolean | undefined {
  const lastUsed = facts?.lastUsedAtDatetime
  if (typeof lastUsed === 'string' || past?.includes(quoteAddress(address)) === true) return undefined
  if (lastUsed === null) return lookedUp?.isWholeHistory === true
  return past === undefined ? undefined : isWhole(transactions)
}

/**
 * The entry that the server says the address imitates. The server compares with all addresses that the wallet
 * used, and the organization's names.
 */
function lookedUpImitation({ address: shown, looksLike }: WidgetAddress): PartyNote | undefined {
  const address = checksumAddress(shown)
  if (looksLike === null) return undefined
  if (looksLike.as === 'used')
    return { kind: 'imitates', like: 'known', address, original: checksumAddress(looksLike.address) }
  const { name } = looksLike
  const original = looksLike.as === 'organization' && { original: checksumAddress(looksLike.address) }
  return { kind: 'imitates', like: 'named', address, name, ...original }
}

/** Recipients and grantees of a call. A revocation has none. */
function listParties(effect: Effect): string[] {
  if (effect.does === 'unread') return [effect.contract]
  return 'to' in effect && !(effect.does === 'grant' && effect.sets === 'nothing') ? [effect.to] : []
}

/** The addresses in the fields that the page describes. */
function formattedParties({ formatted }: CallDescription): string[] {
  return (formatted?.fields ?? []).flatMap(({ value }) => (value.kind === 'address' ? [value.address] : []))
}

function findImitation(address: string, { wallet, tokens }: Around, past: string): PartyNote | undefined {
  const note = (like: 'wallet' | 'known' | 'token', original: string): PartyNote => ({
    kind: 'imitates',
    like,
    address,
    original: checksumAddress(original),
  })
  if (imitatedBy(address, [{ address: wallet }]) !== undefined) return note('wallet', wallet)
  // Tokens are in the history too, as called contracts.
  const token = imitatedBy(address, tokens)
  if (token !== undefined) return note('token', token.address)
  const known = isIn(past, address) ? undefined : likeIn(past, address)
  return known === undefined ? undefined : note('known', known)
}

function isIn(past: string, address: string): boolean {
  return past.includes(quoteAddress(address))
}

/**
 * Finds an address in the history with the same beginning and end. In the bytes of a batch, it may be at any
 * position.
 */
function likeIn(past: string, address: string): string | undefined {
  const digits = address.slice(2).toLowerCase()
  const pattern = new RegExp(`${PADDING}(${digits.slice(0, 4)}[0-9a-f]{32}${digits.slice(-4)})`)
  const found = pattern.exec(past)?.[1]
  return found === undefined ? undefined : `0x${found}`
}

/** The executed calls as one text to search, with their called addresses and bytes. */
function countHistory(transactions: readonly FollowedTransaction[]): string {
  return transactions
    .filter(({ status }) => !VAIN.has(status))
    .map(toSearchText)
    .join(' ')
}

/** A call as a text to search for addresses. */
function toSearchText({ toAddress, data }: { toAddress: string; data: string }): string {
  return `${quoteAddress(toAddress)} ${data.toLowerCase()}`
}

function quoteAddress(address: string): string {
  return PADDING + address.slice(2).toLowerCase()
}

function isWhole(transactions: readonly FollowedTransaction[] = []): boolean {
  return (
    transactions.length < HISTORY_LENGTH &&
    transactions.every(({ outcomeUnreported }) => outcomeUnreported !== true)
  )
}
