import { groupDigits } from '#protocol/money.ts'
import { withdraws } from '#protocol/effects/grant.ts'
import type { SimulatedFailure } from '#protocol/simulation.ts'
import { shortAddress } from './address.ts'
import type { CallDescription, CallKind, FieldLabel, FieldValue } from './call-description.ts'
import { harmlessText } from './text.ts'
import type { WarningCode } from './warning-severity.ts'

/*
 * English words for the results of `describeCall`, for the console, the approval app and mails. The widget has its
 * own, shorter ones, in several languages.
 */

const REASON_LENGTH_MAX = 300
const UNLIMITED = 'unlimited'
const REVOKED = 'Revoke approval'

const TITLES: Record<CallKind, string> = {
  'native-transfer': 'Send',
  'erc20-transfer': 'Send',
  'erc20-transfer-from': 'Transfer tokens',
  'erc20-approve': 'Approve spending',
  'erc20-increase-allowance': 'Increase approved spending',
  'erc721-transfer': 'Send NFT',
  'erc721-approve': 'Approve NFT',
  'erc1155-transfer': 'Send ERC-1155 tokens',
  'erc1155-batch-transfer': 'Batch send',
  'set-approval-for-all': 'Approve operator for all',
  'revoke-approval-for-all': REVOKED,
  'token-transfer': 'Send a token',
  'token-transfer-from': 'Move a token',
  'token-approve': 'Approve a token',
  'wallet-set-backup': 'Set the backup address',
  'wallet-cancel-recovery': 'Cancel a recovery',
  'wallet-cancel-call': 'Cancel a signed call',
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
  digest: 'Call digest',
  from: 'From',
  items: 'Items',
  number: 'Amount or token id',
  operator: 'Operator',
  selector: 'Function selector',
  spender: 'Spender',
  to: 'To',
  token: 'Token',
  tokenId: 'Token id',
  value: 'Value',
}

/** A sentence for each warning. */
export const WARNING_SENTENCES: Record<WarningCode, string> = {
  'allowance-over-balance': 'Exceeds the balance: the spender can also transfer tokens received later.',
  'ambiguous-token': 'The data does not show whether this is a token amount or the id of an NFT.',
  'from-other-account':
    'The tokens belong to another account, which has approved this wallet to transfer them.',
  'operator-grant':
    'The operator can transfer all NFTs of this collection, now and in future, until the approval is revoked.',
  'removes-backup':
    'The wallet will have no backup address. If the passkey is lost, the wallet cannot be recovered.',
  'self-transfer': 'The recipient is this wallet itself.',
  'sets-backup': 'Whoever controls the backup address can take over the wallet after a delay.',
  'suspicious-token-text':
    'The token’s name is misleading: it has hidden or mixed letters, or resembles a number.',
  'to-token-contract': 'The recipient is the token’s own contract. Tokens sent there are lost.',
  'to-zero-address': 'The recipient is the zero address. What is sent there is lost.',
  'unknown-call': 'This call is unknown. Approve it only if you know what its data does.',
  'unknown-token': 'This token is not on the organization’s list. Its name is its own claim.',
  'unlimited-allowance':
    'The spender can transfer the wallet’s whole balance of this token, now and in future.',
  'value-with-call': 'The call also sends the chain’s native token.',
}

/** An amount of a token that is not on the organization's list. */
export const AMOUNT_WORDS = { units: '{units} base units', of: '{amount} of {token}' }

/** How a simulation's result is compared with the call's bytes. */
export const SIMULATION_WORDS = {
  differs:
    'A simulation on the chain differs from what the call says. Do not approve it unless you know why.',
  missing: 'This call could not be simulated on the chain: only its bytes were read.',
  fails: 'This transaction will fail if it is sent now.',
  notHeld: 'The wallet does not hold enough of a token that it sends.',
  itemNotHeld: 'The wallet does not hold token ID {tokenId}, or not enough of it.',
  balance: 'Balance of',
  approval: 'Approval for',
  token: 'Token',
  read: 'In the call',
  simulated: 'In the simulation',
  nothing: 'No change',
}

/** One of this file's texts in another language. */
type Translate = (text: string) => string

/** Why a call would fail: what the wallet lacks if the token says so, then the reason of the chain, in English. */
export function failureText(
  { reason, notHeld }: SimulatedFailure,
  translate: Translate = (text) => text,
): string {
  const shown = harmlessText(reason, REASON_LENGTH_MAX).text
  if (notHeld === undefined) return shown
  const { tokenId } = notHeld
  const lacks =
    tokenId === undefined
      ? translate(SIMULATION_WORDS.notHeld)
      : translate(SIMULATION_WORDS.itemNotHeld).replace('{tokenId}', tokenId)
  return `${lacks} (${shown})`
}

type TitleParts = { word: string; amount: string; token: string }

/** The parts of a title, for columns: what a call does and, where it moves one amount, how much of which token. */
export function titlePartsOf(
  description: CallDescription | null,
  translate: Translate = (text) => text,
  written: (exact: string) => string = groupDigits,
): TitleParts {
  const none = { amount: '', token: '' }
  if (description === null) return { word: translate(TITLES.unknown), ...none }
  if (withdraws(description)) return { word: translate(REVOKED), ...none }
  const value = description.fields.find(({ label }) => label === 'amount' || label === 'tokenId')?.value
  const word = translate(TITLES[description.kind])
  if (value?.kind === 'number') return { word, ...none, amount: `#${value.text}` }
  if (value?.kind !== 'amount' && value?.kind !== 'units') return { word, ...none }
  const amount = value.unlimited ? translate(UNLIMITED) : amountText(value, translate, written)
  return { word, amount, token: value.kind === 'amount' ? value.symbol : unverifiedToken(description) }
}

type MovedAmount = Extract<FieldValue, { kind: 'amount' | 'units' }>

/** A human number of a known token. The decimals of any other are a guess, so its base units are named as such. */
function amountText(value: MovedAmount, translate: Translate, written: (exact: string) => string): string {
  if (value.kind === 'amount') return written(value.text)
  return translate(AMOUNT_WORDS.units).replace('{units}', written(value.units))
}

/** The token that a call moves, by its address: its name is its own claim. */
function unverifiedToken({ fields }: CallDescription): string {
  const token = fields.find(({ label }) => label === 'token')?.value
  return token?.kind === 'address' ? shortAddress(token.address) : ''
}

/** `Send 12.5 DEMO`; `written` is how the language writes an amount. */
export function titleOf(
  description: CallDescription | null,
  translate: Translate = (text) => text,
  written: (exact: string) => string = groupDigits,
): string {
  const { word, amount, token } = titlePartsOf(description, translate, written)
  const isUnverified = description?.fields.some(({ value }) => value.kind === 'units' && !value.unlimited)
  if (isUnverified === true && amount !== '' && token !== '')
    return `${word} ${translate(AMOUNT_WORDS.of).replace('{amount}', amount).replace('{token}', token)}`
  return [word, amount, token].filter((part) => part !== '').join(' ')
}

/** The fields with a call's other account, in the order in which they are looked for, and the word before it. */
const COUNTERPARTIES = { to: 'to', spender: 'for', operator: 'for', backup: 'to', contract: 'at' }

/** A call's other account: its recipient, or the holder of a permission; `word` precedes it. */
export function counterpartyOf(
  description: CallDescription | null,
): { word: string; address: string } | null {
  for (const [label, word] of Object.entries(COUNTERPARTIES)) {
    const value = description?.fields.find((field) => field.label === label)?.value
    if (value?.kind === 'address') return { word, address: value.address }
  }
  return null
}
