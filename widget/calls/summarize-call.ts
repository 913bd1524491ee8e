import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import {
  addressIn,
  numberIn,
  valueIn,
  type CallDescription,
  type CallKind,
} from '#protocol/display/call-description.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import { formatQuantity } from '#protocol/display/format-quantity.ts'
import { sumById } from '#protocol/display/sum-by-id.ts'
import { withdraws } from '#protocol/effects/grant.ts'
import type { Coin } from '#widget/flows/send-screens.ts'
import { amountText, numberText } from '#widget/screens/parts.ts'
import { quantityWords } from '#widget/screens/quantity-words.ts'
import type { Messages } from '#widget/texts/messages.ts'
import { callTexts, signingTexts } from './call-words.ts'
import { itemsIn } from './to-widget-call.ts'

/** One call to display. `coin` is the token's own claim, if known. */
export type Part = { description: CallDescription; coin?: Coin | undefined }

/** The call's effect in large text, and its target. */
export type CallSummary = { label: string; main: string; remark?: string }

export function summarizeCall(messages: Messages, part: Part): CallSummary {
  const { what } = callTexts(messages)
  const { what: further } = signingTexts(messages)
  const { description } = part
  const words = quantityWords(messages)
  const nft = formatQuantity({ kind: 'item', tokenId: numberIn(description, 'tokenId') }, words)
  switch (description.kind) {
    case 'erc20-transfer':
    case 'native-transfer':
      return further.coins(amountIn(messages, description))
    case 'erc20-transfer-from':
      return further.moved(amountIn(messages, description))
    case 'token-transfer':
      return further.coins(eitherIn(messages, description))
    case 'token-transfer-from':
      return further.moved(eitherIn(messages, description))
    case 'erc20-increase-allowance':
      return isUnlimited(description)
        ? what.ambiguousWithoutLimit()
        : further.moreAllowance(amountIn(messages, description))
    case 'erc20-approve':
      return summarizeAllowance(messages, description)
    case 'token-approve':
      return summarizeAmbiguous(messages, part)
    case 'erc721-transfer':
      return what.item(nft)
    case 'erc721-approve':
      return withdraws(description) ? what.itemWithdrawn(nft) : what.itemGrant(nft)
    case 'erc1155-transfer':
      return what.item(amountIn(messages, description))
    case 'erc1155-batch-transfer':
      return what.batch(sumById(itemsIn(description)).length)
    case 'set-approval-for-all':
      return what.everyItem(tokenName(description))
    case 'revoke-approval-for-all':
      return what.everyItemWithdrawn(tokenName(description))
    case 'wallet-set-backup':
    case 'wallet-cancel-recovery':
    case 'wallet-cancel-call':
    case 'wallet-set-co-signer':
    case 'wallet-start-co-signer-removal':
    case 'wallet-keep-co-signer':
    case 'wallet-add-key':
    case 'wallet-remove-key':
    case 'wallet-object-to-removal':
      return summarizeChange(messages, description.kind, description)
    case 'wallet-batch':
      return further.several(callsIn(description).length)
    case 'unknown':
      return what.unknown()
  }
}

/** Changes of the wallet itself, or an objection to a change of another wallet. */
type ChangeKind = Exclude<Extract<CallKind, `wallet-${string}`>, 'wallet-batch'>

function summarizeChange(messages: Messages, kind: ChangeKind, description: CallDescription): CallSummary {
  const { what } = signingTexts(messages)
  const isNone = (label: 'backup' | 'coSigner') => sameAddress(addressIn(description, label), ZERO_ADDRESS)
  switch (kind) {
    case 'wallet-set-backup':
      return isNone('backup') ? what.backupRemoved() : what.backup()
    case 'wallet-cancel-recovery':
      return what.recoveryCancelled()
    case 'wallet-cancel-call':
      return what.callCancelled()
    case 'wallet-set-co-signer':
      return isNone('coSigner') ? what.coSignerRemoved() : what.coSigner()
    case 'wallet-start-co-signer-removal':
      return what.coSignerRemovalStarted()
    case 'wallet-keep-co-signer':
      return what.coSignerKept()
    case 'wallet-add-key':
      return what.deviceAdded()
    case 'wallet-remove-key':
      return what.deviceRemoved()
    case 'wallet-object-to-removal':
      return what.objected()
  }
}

/** The called token's name, if the token is on the allowed list. */
function tokenName(description: CallDescription): string {
  const token = valueIn(description, 'token')
  return token?.kind === 'address' ? (token.name ?? '') : ''
}

/**
 * An amount with its symbol. Shows base units for an unlisted token, and units of the ID for an ERC-1155
 * token.
 */
function amountIn(messages: Messages, description: CallDescription): string {
  const value = valueIn(description, 'amount')
  const isQuantity = value?.kind === 'amount' || value?.kind === 'units' || value?.kind === 'item'
  const none = { kind: 'units', units: '0' } as const
  return formatQuantity(isQuantity ? value : none, quantityWords(messages))
}

/** A number that is either base units of an ERC-20 or the ID of an NFT. */
function eitherIn(messages: Messages, description: CallDescription): string {
  return formatQuantity({ kind: 'either', number: numberIn(description, 'number') }, quantityWords(messages))
}

function summarizeAllowance(messages: Messages, description: CallDescription): CallSummary {
  const { what } = callTexts(messages)
  const value = valueIn(description, 'amount')
  return value?.kind === 'amount' && withdraws(description)
    ? what.allowanceWithdrawn(value.symbol)
    : what.allowance(amountIn(messages, description))
}

/** Summarizes `approve` for a token of unknown standard. The token's own claim appears only as a remark. */
function summarizeAmbiguous(messages: Messages, { description, coin }: Part): CallSummary {
  const { what } = callTexts(messages)
  const number = numberIn(description, 'number')
  if (isUnlimited(description)) return what.ambiguousWithoutLimit()
  if (withdraws(description)) return what.ambiguousWithdrawn(number)
  const plain = what.ambiguous(numberText(messages, number))
  if (coin === undefined || coin.symbol === '') return plain
  return { ...plain, remark: messages.confirm.unverified(amountText(messages, BigInt(number), coin)) }
}

function isUnlimited({ warnings }: CallDescription): boolean {
  return warnings.some(({ code }) => code === 'unlimited-allowance')
}
