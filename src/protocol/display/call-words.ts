import { withdraws } from '#protocol/effects/grant.ts'
import { groupDigits } from '#protocol/money.ts'
import type { SimulatedFailure } from '#protocol/simulation.ts'
import { shortAddress } from './address.ts'
import type { CallDescription, CallKind, FieldLabel } from './call-description.ts'
import type { RowName } from './call-rows.ts'
import { formatQuantity, type TokenQuantity } from './format-quantity.ts'
import { quantityWords } from './quantity-words.ts'
import { harmlessText } from './text.ts'

/*
 * English words for the results of `describeCall`, for the console, the approval app and mails. The widget has its
 * own, shorter words in several languages.
 */

const REASON_LENGTH_MAX = 300
const REVOKED = 'Revoke approval'

const TITLES: Record<CallKind, string> = {
  'native-transfer': 'Send',
  'erc20-transfer': 'Send',
  'erc20-transfer-from': 'Transfer tokens',
  'erc20-approve': 'Approve spending',
  'erc20-increase-allowance': 'Increase approved spending',
  'erc721-transfer': 'Send',
  'erc721-approve': 'Approve moving',
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
  'wallet-set-co-signer': 'Set the co-signer',
  'wallet-start-co-signer-removal': 'Start removing the co-signer',
  'wallet-keep-co-signer': 'Keep the co-signer',
  'wallet-add-key': 'Add a device',
  'wallet-remove-key': 'Remove a device',
  'wallet-object-to-removal': 'Object to removing the co-signer',
  'wallet-batch': 'Several calls',
  unknown: 'Contract call',
}

/** Names of the lines of a call. */
export const ROW_NAMES: Record<RowName, string> = {
  amount: 'Amount',
  approved: 'Approval',
  backup: 'Backup address',
  calls: 'Calls',
  coSigner: 'Co-signer',
  collection: 'Collection',
  contract: 'Contract',
  data: 'Data',
  digest: 'Call digest',
  extraData: 'Additional data',
  from: 'From',
  items: 'Items',
  key: 'Public key',
  number: 'Amount or token ID',
  operator: 'Operator',
  selector: 'Function selector',
  spender: 'Spender',
  to: 'To',
  token: 'Token',
  tokenId: 'Token ID',
  value: 'Value',
  withdrawnFrom: 'Revoked from',
}

/** Words for the comparison of a simulation's result with the call's bytes. */
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

/** Translates one of this file's texts into another language. */
type Translate = (text: string) => string

/** Reason why a call would fail: the missing balance if the token reports it, and the chain's own English text. */
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

/**
 * The parts of a title, for columns: the action and how much of which token it moves. `written` formats a
 * number in the language.
 */
export function splitTitle(
  description: CallDescription | null,
  translate: Translate = (text) => text,
  written: (exact: string) => string = groupDigits,
): TitleParts {
  const word = titleWord(description, translate)
  const quantity = description === null ? undefined : movedQuantity(description)
  if (quantity === undefined) return { word, amount: '', token: '' }
  const words = quantityWords(translate, written)
  switch (quantity.kind) {
    case 'amount':
      return {
        word,
        amount: formatQuantity({ ...quantity, symbol: '' }, words),
        token: quantity.symbol ?? '',
      }
    case 'units':
      return { word, amount: formatQuantity({ ...quantity, token: '' }, words), token: quantity.token ?? '' }
    case 'item':
    case 'items':
    case 'either':
      return { word, amount: formatQuantity(quantity, words), token: '' }
  }
}

/** Formats a title such as `Send 12.5 DEMO`. `written` formats a number in the language. */
export function formatTitle(
  description: CallDescription | null,
  translate: Translate = (text) => text,
  written: (exact: string) => string = groupDigits,
): string {
  const word = titleWord(description, translate)
  const quantity = description === null ? undefined : movedQuantity(description)
  // A title cannot contain a number that may be an amount or an ID.
  if (quantity === undefined || quantity.kind === 'either') return word
  return `${word} ${formatQuantity(quantity, quantityWords(translate, written))}`
}

function titleWord(description: CallDescription | null, translate: Translate): string {
  if (description === null) return translate(TITLES.unknown)
  return translate(withdraws(description) ? REVOKED : TITLES[description.kind])
}

/** The quantity of a token that a call moves or permits. Undefined for a revocation and for any other call. */
export function movedQuantity(description: CallDescription): TokenQuantity | undefined {
  if (withdraws(description)) return undefined
  const valueAt = (label: FieldLabel) => description.fields.find((field) => field.label === label)?.value
  const value = valueAt('amount') ?? valueAt('items') ?? valueAt('tokenId') ?? valueAt('number')
  switch (value?.kind) {
    case 'amount':
    case 'item':
    case 'items':
      return value
    case 'units':
      return { ...value, token: unverifiedToken(description) }
    case 'number': {
      const isId = valueAt('tokenId') !== undefined
      return isId ? { kind: 'item', tokenId: value.text } : { kind: 'either', number: value.text }
    }
    case undefined:
    case 'address':
    case 'boolean':
    case 'hex':
    case 'calls':
      return undefined
  }
}

/** The address of the token that a call moves. The token's name is only the token's own claim. */
function unverifiedToken({ fields }: CallDescription): string {
  const token = fields.find(({ label }) => label === 'token')?.value
  return token?.kind === 'address' ? shortAddress(token.address) : ''
}

/** Fields with a call's other account, in search order, and the word before each. */
const COUNTERPARTIES = {
  to: 'to',
  spender: 'for',
  operator: 'for',
  backup: 'to',
  coSigner: 'to',
  contract: 'at',
}

/** A call's other account: its recipient, or the holder of a permission. `word` precedes it. */
export function findCounterparty(
  description: CallDescription | null,
): { word: string; address: string } | null {
  for (const [label, word] of Object.entries(COUNTERPARTIES)) {
    const value = description?.fields.find((field) => field.label === label)?.value
    if (value?.kind === 'address') return { word, address: value.address }
  }
  return null
}
