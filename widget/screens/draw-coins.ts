import { addressIn, numberIn, valueIn } from '#protocol/display/call-description.ts'
import { amountBlock } from './blocks.ts'
import type { Draw } from './confirm-screen.ts'
import { h } from './dom.ts'
import { addressText, amountText, foreignName, numberText } from './parts.ts'

/** Displays a token transfer. For an unlisted token, only the base units are certain. */
export const drawCoins: Draw = {
  what({ messages }, confirmation, label) {
    const { confirm: texts, common } = messages
    const value = valueIn(confirmation.description, 'amount')
    if (value?.kind === 'amount')
      return amountBlock(label, `${numberText(messages, value.text)} ${value.symbol}`)
    const units = numberIn(confirmation.description, 'amount')
    const about = texts.unverified(amountText(messages, BigInt(units), confirmation.coin))
    return amountBlock(label, common.units(numberText(messages, units)), about)
  },
  rows: ({ messages: { labels } }, confirmation) => [
    [labels.to, addressText(addressIn(confirmation.description, 'to'))],
    [
      labels.token,
      [
        confirmation.coin.listed && foreignName(confirmation.coin.name),
        addressText(confirmation.call.toAddress, confirmation.coin.listed ? 'short' : undefined),
      ],
    ],
  ],
  exact: ({ messages: { labels } }, { description }) => [
    [labels.exactAmount, h('code', { dir: 'ltr' }, numberIn(description, 'amount'))],
  ],
}
