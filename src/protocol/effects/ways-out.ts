import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { ReadMessage } from '#protocol/messages/message-reading.ts'
import type { PolicyRule } from '#protocol/policies.ts'
import type { Effect, Grant, Move, Quantity } from './effect.ts'

/**
 * How an effect counts toward an amount of the limited token. `units`: its units of that token. `whole-token`:
 * more than any limit, if it concerns that token. `whole-wallet`: more than any limit of any token. `parts`:
 * the sum of its parts. `outside`: the service neither sees nor stops it.
 */
type AmountCount = 'nothing' | 'units' | 'whole-token' | 'whole-wallet' | 'parts' | 'outside'

/** The party that a recipient allowlist must contain. `no-list`: every allowlist refuses it. */
type ListCount = 'nothing' | 'recipient' | 'contract' | 'no-list' | 'parts' | 'outside'

type CountOf = {
  'transaction-limit': AmountCount
  'day-limit': AmountCount
  /** `always`: held regardless of the amount. */
  approval: AmountCount | 'always'
  recipients: ListCount
}

type PolicyKind = PolicyRule['kind']

/** The count of a way out for each kind of policy. Every kind is required, so a missing count does not compile. */
export type Counts = { [Kind in PolicyKind]: CountOf[Kind] }

/** The kinds of policies that compare an amount. */
export type AmountPolicy = Exclude<PolicyKind, 'recipients'>

/**
 * The ways out that consist of a single effect. A way out is a kind of effect that policies count, such as a transfer
 * or an allowance. The table in docs/policies.md lists them all.
 */
export type EffectWay =
  | `move-${Quantity['is']}`
  | 'move-of-others'
  | 'move-to-itself'
  | `allow-${Quantity['is']}`
  | 'revoke'
  | 'set-backup'
  | 'remove-backup'
  | 'set-co-signer'
  | 'remove-co-signer'
  | Exclude<Effect['does'], 'move' | 'grant' | 'backup' | 'co-signer' | 'unread'>
  | 'unread-contract'
  | 'unread-wallet'

export type MessageWay = `message-${ReadMessage['kind']}`

/** Every way in which value or control can leave a wallet, and everything that only looks like one. */
export type WayOut = EffectWay | MessageWay | 'batch' | 'charged-fee' | 'excess-fee' | 'recovery'

/**
 * `title`: the way, in words. `why`: the reason for its counts. `earlier`: how an effect from earlier in the day
 * counts toward the daily limit, if that differs from how a new effect counts.
 */
type Row = { title: string; counts: Counts; earlier?: AmountCount; why: string }

/** Counts that are the same for every policy that compares an amount. */
function counts(amount: AmountCount, recipients: ListCount): Counts {
  return { 'transaction-limit': amount, 'day-limit': amount, approval: amount, recipients }
}

const NOTHING = counts('nothing', 'nothing')
const WHOLE_TOKEN = counts('whole-token', 'recipient')
const UNITS = counts('units', 'recipient')
const ALL_WALLET = counts('whole-wallet', 'no-list')
const ALLOWED = 'The spender can take it at any time, without the service.'
const NO_UNITS = 'A limit counts units of an ERC-20 token, which this call does not name.'

/**
 * The only table of all ways out and their counts for each kind of policy. `service/policies` evaluates it, the
 * walk test iterates over it, and `docs/policies.md` shows it. Source: ADR 0014.
 */
export const WAYS_OUT: Readonly<Record<WayOut, Row>> = {
  'move-coins': {
    title: 'Native token or units of a token to another account',
    counts: UNITS,
    why: 'It leaves the wallet, whatever the function.',
  },
  'move-number': {
    title: 'A number of a token of unknown standard to another account',
    counts: UNITS,
    why: 'A limited token is an ERC-20 token, so the number is an amount.',
  },
  'move-item': { title: 'An NFT to another account', counts: WHOLE_TOKEN, why: NO_UNITS },
  'move-items': { title: 'Several NFTs to another account', counts: WHOLE_TOKEN, why: NO_UNITS },
  'move-all': { title: 'The whole balance of a token', counts: WHOLE_TOKEN, why: NO_UNITS },
  'move-of-others': {
    title: 'A token of another account, moved with that account’s allowance',
    counts: counts('nothing', 'recipient'),
    why: 'Nothing leaves the wallet, but the call decides who receives.',
  },
  'move-to-itself': {
    title: 'A transfer from the wallet to itself',
    counts: NOTHING,
    why: 'Nothing leaves the wallet.',
  },
  'allow-coins': { title: 'An allowance of a token, or an increase of one', counts: UNITS, why: ALLOWED },
  'allow-number': {
    title: 'An approval with a number for a token of unknown standard',
    counts: UNITS,
    why: 'A limited token is an ERC-20 token, so the number is an amount.',
  },
  'allow-item': { title: 'The approval of an NFT', counts: WHOLE_TOKEN, why: ALLOWED },
  'allow-items': { title: 'The approval of several NFTs', counts: WHOLE_TOKEN, why: ALLOWED },
  'allow-all': {
    title: 'An operator for all of a token (`setApprovalForAll`, an order of any item)',
    counts: WHOLE_TOKEN,
    why: ALLOWED,
  },
  revoke: {
    title: 'The revocation of an allowance or an operator, and an allowance for the zero address',
    counts: NOTHING,
    why: 'It removes power, and no account can act as the zero address.',
  },
  'set-backup': {
    title: '`setBackup` of an address',
    counts: counts('whole-wallet', 'recipient'),
    why: 'The backup can take over the wallet after three days.',
  },
  'remove-backup': {
    title: '`setBackup` of the zero address',
    counts: { ...NOTHING, approval: 'whole-wallet' },
    why: 'It gives no power, but it changes who can recover the wallet.',
  },
  'cancel-recovery': {
    title: '`cancelRecovery`',
    counts: NOTHING,
    why: 'It protects the wallet from its backup.',
  },
  'cancel-call': { title: '`cancelCall`', counts: NOTHING, why: 'It only stops a signed call.' },
  'set-co-signer': {
    title: '`setCoSigner` of an address',
    counts: counts('whole-wallet', 'recipient'),
    earlier: 'nothing',
    why: 'Afterwards nothing leaves the wallet without its signature, so an earlier one counts as nothing. A wrong address blocks the wallet for three days.',
  },
  'remove-co-signer': {
    title: '`setCoSigner` of the zero address',
    counts: ALL_WALLET,
    earlier: 'nothing',
    why: 'Afterwards this service does not limit the wallet. The owner can use `startCoSignerRemoval` alone, which takes three days.',
  },
  'start-co-signer-removal': {
    title: '`startCoSignerRemoval`',
    counts: NOTHING,
    why: 'It frees the owner from a co-signer, so the service must not stop it. It takes effect after three days.',
  },
  'keep-co-signer': {
    title: '`keepCoSigner`',
    counts: NOTHING,
    why: 'It stops a removal, and both must sign it.',
  },
  'add-key': {
    title: '`addKey`',
    counts: ALL_WALLET,
    why: 'The added passkey can sign everything for the wallet.',
  },
  'remove-key': {
    title: '`removeKey`',
    counts: { ...NOTHING, approval: 'whole-wallet' },
    why: 'It gives no power, but it changes who can sign for the wallet.',
  },
  'object-to-removal': {
    title: '`objectToRemoval` of another contract',
    counts: counts('whole-token', 'contract'),
    why: 'In a wallet it delays the removal of a co-signer. Any contract can have a function of this name, so it counts as raw data.',
  },
  'unread-contract': {
    title: 'Raw data for a contract, not decodable',
    counts: counts('whole-token', 'contract'),
    why: 'A token can do anything with its own balances. Any other contract can use only an allowance, which counted when it was given.',
  },
  'unread-wallet': {
    title: 'Raw data for the wallet itself, not decodable: every later function',
    counts: ALL_WALLET,
    why: 'It can do anything with the wallet.',
  },
  batch: {
    title: 'Several calls in one (`executeBatch`)',
    counts: counts('parts', 'parts'),
    why: 'Each call counts as it would alone. A batch nested too deep, or with more than 50 calls, is not decodable.',
  },
  'charged-fee': {
    title: 'The fee, up to the amount that the organization charges',
    counts: NOTHING,
    why: 'An administrator or an API key with `org:manage` set it, and can change policies too. A raised fee is an alert.',
  },
  'excess-fee': {
    title: 'The part of a fee above the charged amount',
    counts: UNITS,
    why: 'The organization did not request it: it is a transfer to the receiver of the fee.',
  },
  'message-text': {
    title: 'A signed text',
    counts: { ...NOTHING, approval: 'always' },
    why: 'It moves nothing on the chain. An approval policy holds it if it is sent to the service; the widget passes it to the page.',
  },
  'message-sign-in': {
    title: 'A sign-in (EIP-4361)',
    counts: { ...NOTHING, approval: 'always' },
    why: 'It moves nothing on the chain. An approval policy holds it if it is sent to the service; the widget passes it to the page.',
  },
  'message-permission': {
    title: 'A signed permit or order (EIP-2612, DAI, Permit2, Seaport)',
    counts: { ...counts('parts', 'parts'), approval: 'always' },
    why: 'The holder of the signature needs nothing else: it counts as the call with the same effect.',
  },
  'message-payment': {
    title: 'A signed payment (EIP-3009)',
    counts: { ...counts('parts', 'parts'), approval: 'always' },
    why: 'The holder of the signature needs nothing else: it counts as the transfer with the same effect.',
  },
  'message-cancellation': {
    title: 'The cancellation of a signed payment (EIP-3009)',
    counts: { ...NOTHING, approval: 'always' },
    why: 'It only stops a payment. The widget passes it to the page. For an unlisted token it is undecodable data.',
  },
  'message-data': {
    title: 'Typed data or bytes that are not decodable, and a text that may be a hash',
    counts: { ...ALL_WALLET, approval: 'always' },
    why: 'A contract can give it any meaning.',
  },
  recovery: {
    title: 'Recovery by the backup address',
    counts: counts('outside', 'outside'),
    why: 'The backup calls the wallet on the chain. It counted when it was set, and a proposal raises an alert.',
  },
}

/** The way out to which an effect of a call or a message of `wallet` belongs. */
export function readWay(effect: Effect, wallet: string): EffectWay {
  switch (effect.does) {
    case 'move':
      return readMoveWay(effect, wallet)
    case 'grant':
      return readGrantWay(effect)
    case 'backup':
      return sameAddress(effect.to, ZERO_ADDRESS) ? 'remove-backup' : 'set-backup'
    case 'co-signer':
      return sameAddress(effect.to, ZERO_ADDRESS) ? 'remove-co-signer' : 'set-co-signer'
    case 'unread':
      return sameAddress(effect.contract, wallet) ? 'unread-wallet' : 'unread-contract'
    case 'cancel-recovery':
    case 'cancel-call':
    case 'start-co-signer-removal':
    case 'keep-co-signer':
    case 'add-key':
    case 'remove-key':
    case 'object-to-removal':
      return effect.does
  }
}

function readMoveWay({ from, to, what }: Move, wallet: string): EffectWay {
  if (!sameAddress(from, wallet)) return 'move-of-others'
  return sameAddress(to, wallet) ? 'move-to-itself' : `move-${what.is}`
}

function readGrantWay({ sets, what, to }: Grant): EffectWay {
  return sets === 'nothing' || sameAddress(to, ZERO_ADDRESS) ? 'revoke' : `allow-${what.is}`
}

/**
 * The way out to which a message belongs. A text that may be a hash belongs to the same way out as unread data,
 * because it can have any effect.
 */
export function readMessageWay({ kind, warnings }: Pick<ReadMessage, 'kind' | 'warnings'>): MessageWay {
  return warnings.includes('unread') ? 'message-data' : `message-${kind}`
}
