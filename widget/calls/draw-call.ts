import { ZERO_ADDRESS, sameAddress } from '#shared/display/address.ts'
import { groupDigits } from '#shared/money.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import { GRANTS } from '#widget/messages/calls-en.ts'
import type { Messages } from '#widget/messages/messages.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import type { Draw } from '#widget/screens/draw.ts'
import { addressText, amountText, foreignName, harmlessName, type Fact } from '#widget/screens/parts.ts'
import { addressIn, itemsIn, numberIn, valueIn } from './call-of.ts'
import { callTexts } from './call-words.ts'

type What = { label: string; main: string; remark?: string }

/** A call that is no transfer of coins. What gives more away than one thing is red. */
export const drawCall: Draw = {
  what({ messages }, confirmation) {
    const { label, main, remark } = whatOf(messages, confirmation)
    const isDanger = confirmation.description.severity === 'danger'
    return h(
      'div',
      {},
      h(
        'p',
        { class: isDanger ? 'amount danger' : 'amount' },
        h('span', {}, label),
        h('strong', {}, main),
        remark !== undefined && h('small', {}, remark),
      ),
      itemTable(messages, confirmation),
    )
  },
  rows: ({ messages }, confirmation) => [partyOf(messages, confirmation), tokenOf(messages, confirmation)],
  exact: ({ messages }, confirmation) => exactOf(messages, confirmation),
}

function whatOf(messages: Messages, confirmation: Confirmation): What {
  const { what } = callTexts(messages)
  const { description, coin } = confirmation
  const name = coin.listed ? harmlessName(coin.name) : ''
  const id = numberIn(description, 'tokenId')
  switch (description.kind) {
    case 'erc20-approve':
      return allowanceOf(messages, confirmation)
    case 'token-approve':
      return ambiguousOf(messages, confirmation)
    case 'erc721-transfer':
      return what.item(id)
    case 'erc721-approve':
      return clears(confirmation) ? what.itemWithdrawn(id) : what.itemGrant(id)
    case 'erc1155-transfer':
      return what.units(groupDigits(numberIn(description, 'amount')), id)
    case 'erc1155-batch-transfer':
      return what.batch(itemsIn(description).length)
    case 'set-approval-for-all':
      return what.everyItem(name)
    case 'revoke-approval-for-all':
      return what.everyItemWithdrawn(name)
    case 'erc20-transfer':
    case 'native-transfer':
    case 'erc20-transfer-from':
    case 'erc20-increase-allowance':
    case 'token-transfer-from':
    case 'wallet-set-backup':
    case 'wallet-cancel-recovery':
    case 'wallet-batch':
    case 'unknown':
      return what.unknown()
  }
}

function allowanceOf(messages: Messages, { description }: Confirmation): What {
  const { what } = callTexts(messages)
  const value = valueIn(description, 'amount')
  if (value?.kind !== 'amount') return what.allowance(messages.common.units(numberIn(description, 'amount')))
  if (value.unlimited) return what.allowanceWithoutLimit(value.symbol)
  return value.units === '0'
    ? what.allowanceWithdrawn(value.symbol)
    : what.allowance(`${groupDigits(value.text)} ${value.symbol}`)
}

/** `approve` of a token of which nobody knows whether it is a coin: what it says of itself is only a remark. */
function ambiguousOf(messages: Messages, confirmation: Confirmation): What {
  const { what } = callTexts(messages)
  const { description, coin } = confirmation
  const number = numberIn(description, 'number')
  const isUnlimited = description.warnings.some(({ code }) => code === 'unlimited-allowance')
  if (isUnlimited) return what.ambiguousWithoutLimit()
  if (number === '0' || clears(confirmation)) return what.ambiguousWithdrawn(number)
  const plain = what.ambiguous(groupDigits(number))
  if (coin.symbol === '') return plain
  return { ...plain, remark: messages.confirm.unverified(amountText(BigInt(number), coin)) }
}

/** Nobody is named, so a permission that there was is taken back. */
function clears({ description }: Confirmation): boolean {
  return sameAddress(addressIn(description, 'spender'), ZERO_ADDRESS)
}

function partyOf(messages: Messages, { description }: Confirmation): Fact {
  const { labels } = callTexts(messages)
  const { kind } = description
  if (!GRANTS.has(kind)) {
    return kind === 'unknown'
      ? [labels.contract, addressText(addressIn(description, 'contract'))]
      : [messages.labels.to, addressText(addressIn(description, 'to'))]
  }
  const isOperator = kind === 'set-approval-for-all' || kind === 'revoke-approval-for-all'
  const party = addressIn(description, isOperator ? 'operator' : 'spender')
  if (!isOperator && sameAddress(party, ZERO_ADDRESS)) return [labels.spender, labels.nobody]
  if (kind === 'revoke-approval-for-all' || withdraws(description.fields))
    return [labels.withdrawnFrom, addressText(party)]
  return [isOperator ? labels.operator : labels.spender, addressText(party)]
}

function withdraws(fields: Confirmation['description']['fields']): boolean {
  return fields.some(
    ({ label, value }) => label === 'amount' && value.kind === 'amount' && value.units === '0',
  )
}

/** Of a token that nobody vouches for, the name is the token's own claim and is not shown. */
function tokenOf(messages: Messages, { call, coin, description }: Confirmation): Fact {
  const { labels } = callTexts(messages)
  const isCoin = description.kind === 'erc20-approve' || description.kind === 'token-approve'
  return [
    isCoin ? messages.labels.token : labels.collection,
    [coin.listed && foreignName(coin.name), addressText(call.toAddress)],
  ]
}

/** Every item of a batch, in a part of the card that scrolls by keyboard too. */
function itemTable(messages: Messages, { description }: Confirmation): Child {
  const { labels } = callTexts(messages)
  const items = itemsIn(description)
  if (items.length === 0) return null
  const cell = (text: string) => h('td', {}, text)
  const head = [labels.row, labels.id, labels.amounts].map((name) => h('th', { scope: 'col' }, name))
  return h(
    'div',
    { class: 'items', role: 'region', tabindex: 0, 'aria-label': labels.everyRow },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, head)),
      h(
        'tbody',
        {},
        items.map(({ tokenId, units }, index) =>
          h('tr', {}, cell(String(index + 1)), cell(tokenId), cell(groupDigits(units))),
        ),
      ),
    ),
  )
}

function exactOf(messages: Messages, { description }: Confirmation): Fact[] {
  const { labels } = callTexts(messages)
  const code = (text: string) => h('code', { dir: 'ltr' }, text)
  const rows: Fact[] = []
  if (valueIn(description, 'tokenId') !== undefined)
    rows.push([labels.id, code(numberIn(description, 'tokenId'))])
  const number = valueIn(description, 'number') === undefined ? 'amount' : 'number'
  if (valueIn(description, number) !== undefined)
    rows.push([messages.labels.exactAmount, code(numberIn(description, number))])
  return rows
}
