import { sameAddress } from '#protocol/display/address.ts'
import type { DescribedCall } from '#protocol/display/call-description.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import type { Effect, Move, Quantity } from '#protocol/effects/effect.ts'
import {
  readWay,
  WAYS_OUT,
  type AmountPolicy,
  type Counts,
  type MessageWay,
  type WayOut,
} from '#protocol/effects/ways-out.ts'
import type { PolicyRule } from '#protocol/policies.ts'
import { decodeCoinTransfer } from '#protocol/signing/coin-transfer.ts'

/** A call of a wallet, as it is signed. `excessFee`: the part of its fee above the charged one. */
export type PolicyCall = Omit<DescribedCall, 'tokens' | 'held'> & { excessFee?: Move | undefined }

/** A message of a wallet, as it is signed: its kind, and what others can do with the signature. */
export type PolicyMessage = { walletAddress: string; messageWay: MessageWay; effects: readonly Effect[] }

export type PolicySubject = PolicyCall | PolicyMessage

/**
 * Whether a rule, with its addresses in lower case, refuses a call or a message, or requires an approval of it. The
 * table `WAYS_OUT` defines what counts. The content is read from the signed bytes.
 *
 * @param known `sentBefore`: units that already count toward a limit. `coins`: tokens known not to be collections,
 * for which an allowance of zero does not count
 */
export function refuses(
  rule: PolicyRule,
  subject: PolicySubject,
  { sentBefore = 0n, coins = [] }: { sentBefore?: bigint; coins?: readonly string[] } = {},
): boolean {
  if (rule.kind === 'recipients') {
    return findRecipients(subject, coins).some((recipient) => !rule.recipients.includes(recipient))
  }
  if (rule.kind === 'approval' && rule.everything === true) return true
  const units = countUnits(rule.tokenAddress, subject, rule.kind)
  return units > 0n && units + sentBefore > BigInt(rule.amount)
}

/** An amount above every possible limit. */
export const UNBOUNDED = 2n ** 256n

/**
 * Counts the units of a token that a call or a message takes out of its wallet, or lets others take. Each kind of
 * policy counts them in its own way. The zero address stands for the native token.
 */
export function countUnits(
  token: string,
  subject: PolicySubject,
  kind: AmountPolicy = 'transaction-limit',
): bigint {
  return findWays(subject, [token]).reduce(
    (sum, { way, effect }) => sum + unitsOfWay(WAYS_OUT[way].counts[kind], effect, token),
    0n,
  )
}

/** Counts the units of a call or a message that was sent or signed earlier in the day. */
export function countUnitsEarlier(token: string, subject: PolicySubject): bigint {
  return findWays(subject, [token]).reduce((sum, { way, effect }) => {
    const { counts, earlier = counts['day-limit'] } = WAYS_OUT[way]
    return sum + unitsOfWay(earlier, effect, token)
  }, 0n)
}

/** A way out that a call or a message takes. `effect` is undefined only for a message as a whole. */
type Taken = { way: WayOut; effect?: Effect }

/**
 * Caches the ways out of calls and messages. Every policy reads those of one call or message, and a limit reads
 * those of a whole day.
 */
const READ_WAYS = new WeakMap<PolicySubject, readonly Taken[]>()

/** Finds the ways out, with `coins` known not to be collections. */
function findWays(subject: PolicySubject, coins: readonly string[]): readonly Taken[] {
  const ways = READ_WAYS.get(subject) ?? readWays(subject)
  READ_WAYS.set(subject, ways)
  return ways.some(isAmbiguous) ? ways.map((taken) => withCoins(subject, taken, coins)) : ways
}

function readWays(subject: PolicySubject): Taken[] {
  const { walletAddress } = subject
  const taken = (effect: Effect): Taken => ({ way: readWay(effect, walletAddress), effect })
  if ('messageWay' in subject) return [{ way: subject.messageWay }, ...subject.effects.map(taken)]
  const { excessFee } = subject
  const fee: Taken[] = excessFee === undefined ? [] : [{ way: 'excess-fee', effect: excessFee }]
  return [...describeEffects(subject).map(taken), ...fee]
}

/** Returns whether an effect's number may be a token amount or the id of an item. */
function isAmbiguous({ effect }: Taken): boolean {
  return (effect?.does === 'move' || effect?.does === 'grant') && effect.what.is === 'number'
}

/**
 * Reads an effect as `describeCall` does if the token is known not to be a collection: a bare number is an
 * amount, and zero allows nothing.
 */
function withCoins({ walletAddress }: PolicySubject, taken: Taken, coins: readonly string[]): Taken {
  const { effect } = taken
  if (effect?.does !== 'move' && effect?.does !== 'grant') return taken
  const { token, what } = effect
  if (what.is !== 'number' || !coins.some((coin) => sameAddress(coin, token))) return taken
  const amount = { is: 'coins', units: what.text } as const
  const read: Effect =
    effect.does === 'move'
      ? { ...effect, what: amount }
      : { ...effect, what: amount, sets: what.text === '0' ? 'nothing' : 'to' }
  return { way: readWay(read, walletAddress), effect: read }
}

/**
 * Returns the effects of a call, without knowledge of its tokens. Nearly all calls are ERC-20 transfers, which are
 * read without the fields that a screen needs. The address checksums in those fields would cost ten times more, and
 * a limit reads all calls of a wallet in a day.
 */
function describeEffects(call: PolicyCall): readonly Effect[] {
  const { walletAddress: from, toAddress: token } = call
  const isPlain = BigInt(call.value) === 0n && !sameAddress(token, from)
  const [to, units] = (isPlain && decodeCoinTransfer(call.data.toLowerCase())) || []
  if (to !== undefined && units !== undefined)
    return [{ does: 'move', token, what: { is: 'coins', units }, from, to }]
  return describeCall({ ...call, tokens: [] }).effects
}

function unitsOfWay(count: Counts[AmountPolicy], effect: Effect | undefined, token: string): bigint {
  switch (count) {
    case 'units':
      return isOfToken(effect, token) ? unitsOfEffect(effect) : 0n
    case 'whole-token':
      return isOfToken(effect, token) ? UNBOUNDED : 0n
    case 'whole-wallet':
    case 'always':
      return UNBOUNDED
    case 'nothing':
    case 'parts':
    case 'outside':
      return 0n
  }
}

/** Returns whether an effect concerns a token: it moves or allows the token, or calls its contract. */
function isOfToken(effect: Effect | undefined, token: string): boolean {
  switch (effect?.does) {
    case 'move':
    case 'grant':
      return sameAddress(effect.token, token)
    case 'object-to-removal':
    case 'unread':
      return sameAddress(effect.contract, token)
    case 'backup':
    case 'cancel-recovery':
    case 'cancel-call':
    case 'co-signer':
    case 'start-co-signer-removal':
    case 'keep-co-signer':
    case 'add-key':
    case 'remove-key':
    case undefined:
      return false
  }
}

function unitsOfEffect(effect: Effect | undefined): bigint {
  return effect?.does === 'move' || effect?.does === 'grant' ? unitsOfCoin(effect.what) : UNBOUNDED
}

/**
 * Converts a quantity to units. A number of a token of unknown standard counts as units. Items have no known
 * value, so they count as more than any limit.
 */
function unitsOfCoin(what: Quantity): bigint {
  switch (what.is) {
    case 'coins':
      return BigInt(what.units)
    case 'number':
      return BigInt(what.text)
    case 'item':
    case 'items':
    case 'all':
      return UNBOUNDED
  }
}

/** Placeholder for an unknown recipient. It is on no allowlist. */
const ANYONE = 'anyone'

/** Returns the parties that a recipient allowlist must contain, in lower case, without the wallet itself. */
function findRecipients(subject: PolicySubject, coins: readonly string[]): string[] {
  const wallet = subject.walletAddress.toLowerCase()
  return findWays(subject, coins)
    .flatMap(({ way, effect }) => recipientsOfWay(WAYS_OUT[way].counts.recipients, effect))
    .filter((recipient) => recipient !== wallet)
}

function recipientsOfWay(count: Counts['recipients'], effect: Effect | undefined): string[] {
  switch (count) {
    case 'recipient':
      return effect !== undefined && 'to' in effect ? [effect.to.toLowerCase()] : [ANYONE]
    case 'contract':
      return effect !== undefined && 'contract' in effect ? [effect.contract.toLowerCase()] : [ANYONE]
    case 'no-list':
      return [ANYONE]
    case 'nothing':
    case 'parts':
    case 'outside':
      return []
  }
}
