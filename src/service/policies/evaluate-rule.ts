import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { DescribedCall } from '#protocol/display/call-description.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import type { Effect, Quantity } from '#protocol/effects/effect.ts'
import { recipientOf } from '#protocol/effects/shares-recipient.ts'
import { decodeCoinTransfer } from '#protocol/signing/coin-transfer.ts'
import type { PolicyRule } from '#protocol/policies.ts'

/** A call of a wallet, as it is signed. */
export type PolicyCall = Omit<DescribedCall, 'tokens' | 'held'>

/**
 * Whether a rule, with its addresses in lower case, refuses a call, or wants an approval of it: by the call's effects
 * alone, which are read from its bytes. Whoever may take something afterwards counts like a recipient, and what they may take like what leaves. A batch
 * counts as the sum of its calls.
 *
 * @param known `sentBefore`: units that count towards a limit already. `coins`: tokens that are no collections, so that
 *   an allowance of zero is known to allow nothing
 */
export function refuses(
  rule: PolicyRule,
  call: PolicyCall,
  { sentBefore = 0n, coins = [] }: { sentBefore?: bigint; coins?: readonly string[] } = {},
): boolean {
  if (rule.kind === 'recipients') {
    return recipientsOf(call, coins).some((recipient) => !rule.recipients.includes(recipient))
  }
  const units = unitsOf(rule.tokenAddress, call)
  return units > 0n && units + sentBefore > BigInt(rule.amount)
}

/** More than any limit. */
const UNBOUNDED = 2n ** 256n

/** Units of a token (the zero address: the native coin) that a call takes out of its wallet, or lets others take. */
export function unitsOf(token: string, call: PolicyCall): bigint {
  return effectsOf(call, [token]).reduce(
    (sum, effect) => sum + unitsOfEffect(effect, token, call.walletAddress),
    0n,
  )
}

/**
 * What a call does. Nearly all are transfers of coins: those are read without the fields of a screen, whose checksums cost
 * ten times more, and a limit reads all that a wallet sent in a day.
 */
function effectsOf(call: PolicyCall, coins: readonly string[]): readonly Effect[] {
  const { walletAddress: from, toAddress: token } = call
  const isPlain = BigInt(call.value) === 0n && !sameAddress(token, from)
  const [to, units] = (isPlain && decodeCoinTransfer(call.data.toLowerCase())) || []
  if (to !== undefined && units !== undefined)
    return [{ does: 'move', token, what: { is: 'coins', units }, from, to }]
  const coin = { standard: 'erc20', symbol: '', name: '', decimals: 0 } as const
  return describeCall({ ...call, tokens: coins.map((address) => ({ address, ...coin })) }).effects
}

function unitsOfEffect(effect: Effect, token: string, wallet: string): bigint {
  switch (effect.does) {
    case 'move': {
      const leaves = sameAddress(effect.from, wallet) && !sameAddress(effect.to, wallet)
      return leaves && sameAddress(effect.token, token) ? unitsOfCoin(effect.what) : 0n
    }
    case 'grant':
      return effect.sets !== 'nothing' && sameAddress(effect.token, token) ? unitsOfCoin(effect.what) : 0n
    case 'unread':
      // The token may do anything with what the wallet has of it, and the wallet with everything. Any other contract
      // takes what it was given or allowed, which was counted then.
      return [token, wallet].some((holder) => sameAddress(effect.contract, holder)) ? UNBOUNDED : 0n
    case 'backup':
    case 'cancel-recovery':
    case 'cancel-call':
      return 0n
  }
}

/** Of a coin only what an ERC-20 does is known. */
const unitsOfCoin = (what: Quantity) => (what.is === 'coins' ? BigInt(what.units) : UNBOUNDED)

/** On no list: a call of the wallet to itself that cannot be read may do anything. */
const ANYONE = 'anyone'

/** In lower case, without the wallet itself. A backup can take over the wallet. */
function recipientsOf(call: PolicyCall, coins: readonly string[]): string[] {
  const wallet = call.walletAddress.toLowerCase()
  return effectsOf(call, coins).flatMap((effect) => {
    if (effect.does === 'backup') return sameAddress(effect.to, ZERO_ADDRESS) ? [] : [effect.to.toLowerCase()]
    if (effect.does === 'unread' && sameAddress(effect.contract, wallet)) return [ANYONE]
    return recipientOf(effect).filter((recipient) => recipient !== wallet)
  })
}
