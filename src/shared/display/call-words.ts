import { groupDigits } from '#shared/money.ts'
import { withdraws } from '#shared/effects/grant.ts'
import type { CallDescription, CallKind, FieldLabel, FieldValue, WarningCode } from './call-description.ts'

/*
 * English words for what `describeCall` found, for the console, the approval app and mails. The widget has its own,
 * shorter ones, in several languages.
 */

const WITHOUT_LIMIT = 'without limit'
const WITHDRAWN = 'Withdraw a permission'

const TITLES: Record<CallKind, string> = {
  'native-transfer': 'Send',
  'erc20-transfer': 'Send',
  'erc20-transfer-from': 'Move coins',
  'erc20-approve': 'Allow spending',
  'erc20-increase-allowance': 'Allow more spending',
  'erc721-transfer': 'Send collectible',
  'erc721-approve': 'Allow moving a collectible',
  'erc1155-transfer': 'Send items',
  'erc1155-batch-transfer': 'Send several items',
  'set-approval-for-all': 'Allow moving all items',
  'revoke-approval-for-all': WITHDRAWN,
  'token-transfer': 'Send a token',
  'token-transfer-from': 'Move a token',
  'token-approve': 'Give a permission',
  'wallet-set-backup': 'Set the backup address',
  'wallet-cancel-recovery': 'Cancel a recovery',
  'wallet-cancel-call': 'Take back a signed call',
  'wallet-batch': 'Several calls',
  unknown: 'Call of a contract',
}

export const FIELD_NAMES: Record<FieldLabel, string> = {
  amount: 'Amount',
  approved: 'Approved',
  backup: 'Backup address',
  calls: 'Calls',
  contract: 'Contract',
  data: 'Data',
  digest: 'Digest of the call',
  from: 'From',
  items: 'Items',
  number: 'Amount or item',
  operator: 'Operator',
  selector: 'Function selector',
  spender: 'Spender',
  to: 'To',
  token: 'Token',
  tokenId: 'Item',
  value: 'Value',
}

/** What a person should know before agreeing, a sentence for each warning. */
export const WARNING_SENTENCES: Record<WarningCode, string> = {
  'allowance-over-balance': 'This is more than the wallet holds: the spender may also take what comes later.',
  'ambiguous-token':
    'The bytes alone do not say whether this is an amount of a coin or one item of a collection.',
  'from-other-account': 'What is moved belongs to another account, which has allowed this wallet to move it.',
  'operator-grant':
    'The operator may then move every item of this collection, now and later, until it is withdrawn.',
  'removes-backup':
    'The wallet will have no backup address. If the passkey is lost, nobody can recover the wallet.',
  'self-transfer': 'The recipient is this wallet itself.',
  'sets-backup': 'Whoever controls the backup address can take over the wallet after a delay.',
  'suspicious-token-text':
    'The token’s name is written to mislead: hidden or mixed letters, or like a number.',
  'to-token-contract': 'The recipient is the token’s own contract. What is sent there is lost.',
  'to-zero-address': 'The recipient is nobody. What is sent there is lost.',
  'unknown-call': 'Nobody here can tell what this call does. Approve it only if you know its bytes.',
  'unknown-token': 'Nobody here vouches for this token or its name.',
  'unlimited-allowance': 'The spender may then take all of this coin that the wallet holds, now and later.',
  'value-with-call': 'The call also sends the chain’s own coin.',
}

/** How what a simulation saw is compared with what is read from a call's bytes. */
export const SIMULATION_WORDS = {
  differs:
    'A simulation on the chain differs from what the call says. Do not approve it unless you know why.',
  missing: 'This call could not be simulated on the chain: only its bytes were read.',
  balance: 'Balance of',
  approval: 'Approval for',
  token: 'Token',
  read: 'In the call',
  simulated: 'In the simulation',
  nothing: 'No change',
}

/** How one of this file's texts is said in another language. */
type Say = (text: string) => string

/** `Send 12.5 DEMO`: what a call does and, where it moves one amount, how much. */
export function titleOf(description: CallDescription | null, say: Say = (text) => text): string {
  if (description === null) return say(TITLES.unknown)
  if (withdraws(description)) return say(WITHDRAWN)
  const amount = description.fields.find(({ label }) => label === 'amount' || label === 'tokenId')?.value
  const title = say(TITLES[description.kind])
  const quantity = amount === undefined ? '' : quantityOf(amount, say)
  return quantity === '' ? title : `${title} ${quantity}`
}

function quantityOf(value: FieldValue, say: Say): string {
  switch (value.kind) {
    case 'amount':
      return value.unlimited
        ? `${say(WITHOUT_LIMIT)} (${value.symbol})`
        : `${groupDigits(value.text)} ${value.symbol}`
    case 'number':
      return `#${value.text}`
    case 'units':
    case 'address':
    case 'boolean':
    case 'hex':
    case 'items':
    case 'calls':
      return ''
  }
}

const COUNTERPARTIES: readonly [label: FieldLabel, word: string][] = [
  ['to', 'to'],
  ['spender', 'for'],
  ['operator', 'for'],
  ['backup', 'to'],
  ['contract', 'at'],
]

/** The account a call is about: whom it sends to, or whom it gives a permission; `word` goes before it. */
export function counterpartyOf(
  description: CallDescription | null,
): { word: string; address: string } | null {
  for (const [label, word] of COUNTERPARTIES) {
    const value = description?.fields.find((field) => field.label === label)?.value
    if (value?.kind === 'address') return { word, address: value.address }
  }
  return null
}
