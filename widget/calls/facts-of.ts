import { ZERO_ADDRESS, sameAddress } from '#protocol/display/address.ts'
import { addressIn, valueIn, type CallDescription } from '#protocol/display/call-description.ts'
import { wordsOfKey } from '#protocol/display/key-words.ts'
import { withdraws } from '#protocol/effects/grant.ts'
import type { Messages } from '#widget/texts/messages.ts'
import { addressText, foreignName, hexText, type Fact } from '#widget/screens/parts.ts'
import { callTexts, signingTexts } from './call-words.ts'
import { amountIn, tokenName } from './summarize-call.ts'

/** The recipient, spender or operator, as the call itself affects them. */
export function readParty(messages: Messages, description: CallDescription): Fact | null {
  const { labels } = callTexts(messages)
  const [effect] = description.effects
  if (description.kind === 'wallet-batch') return null
  switch (effect?.does) {
    case 'unread':
      return [labels.contract, addressText(effect.contract)]
    case 'backup': {
      const isNone = sameAddress(effect.to, ZERO_ADDRESS)
      return [signingTexts(messages).labels.backup, isNone ? labels.nobody : addressText(effect.to)]
    }
    case 'co-signer': {
      const isNone = sameAddress(effect.to, ZERO_ADDRESS)
      return [signingTexts(messages).labels.coSigner, isNone ? labels.nobody : addressText(effect.to)]
    }
    case 'object-to-removal':
      return [labels.contract, addressText(effect.contract)]
    case 'move':
      return [messages.labels.to, addressText(effect.to)]
    case 'grant': {
      const isOperator = effect.what.is === 'all'
      if (!isOperator && sameAddress(effect.to, ZERO_ADDRESS)) return [labels.spender, labels.nobody]
      if (withdraws(description)) return [labels.withdrawnFrom, addressText(effect.to)]
      return [isOperator ? labels.operator : labels.spender, addressText(effect.to)]
    }
    case 'cancel-recovery':
    case 'cancel-call':
    case 'start-co-signer-removal':
    case 'keep-co-signer':
    case 'add-key':
    case 'remove-key':
    case undefined:
      return null
  }
}

/** The called token. The name of an unlisted token is its own claim and is not displayed. */
export function readTokenFact(messages: Messages, description: CallDescription): Fact | null {
  if (valueIn(description, 'token') === undefined) return null
  const [effect] = description.effects
  const what = effect && 'what' in effect ? effect.what.is : undefined
  const isCoin = what === 'coins' || what === 'number'
  const name = tokenName(description)
  return [
    isCoin ? messages.labels.token : callTexts(messages).labels.collection,
    [name !== '' && foreignName(name), addressText(addressIn(description, 'token'))],
  ]
}

/**
 * Further facts from the bytes: another holder, native tokens, data for the receiver, the cancelled call, and
 * a public key.
 */
export function additionalFacts(messages: Messages, description: CallDescription): Fact[] {
  const { labels } = signingTexts(messages)
  const rows: Fact[] = []
  const from = valueIn(description, 'from')
  if (from?.kind === 'address' && from.is !== 'wallet') rows.push([labels.holder, addressText(from.address)])
  for (const label of ['data', 'digest'] as const) {
    const value = valueIn(description, label)
    const name = label === 'data' && description.kind !== 'unknown' ? labels.extraData : labels.data
    if (value?.kind === 'hex') rows.push([name, hexText(value.hex)])
  }
  const key = valueIn(description, 'key')
  if (key?.kind === 'hex') rows.push([labels.key, [hexText(wordsOfKey(key.hex)), hexText(key.hex)]])
  if (valueIn(description, 'value') !== undefined)
    rows.push([labels.value, amountIn(messages, description, 'value')])
  return rows
}
