import { h, type Child } from './dom.ts'
import type { Draw } from './confirm-screen.ts'
import { addressText, amountText, foreignName, numberText } from './parts.ts'
import { addressIn, numberIn, valueIn } from '#widget/flows/read-confirmation.ts'

/** A transfer of tokens. Of an unlisted token, only the base units are certain. */
export const drawCoins: Draw = {
  what({ messages }, confirmation, label) {
    const { confirm: texts, common } = messages
    const value = valueIn(confirmation.description, 'amount')
    const amount = (main: string, remark: Child) =>
      h('p', { class: 'amount' }, h('span', {}, label), h('strong', {}, main), remark)
    if (value?.kind === 'amount') return amount(`${numberText(messages, value.text)} ${value.symbol}`, null)
    const units = numberIn(confirmation.description, 'amount')
    const about = texts.unverified(amountText(messages, BigInt(units), confirmation.coin))
    return amount(common.units(numberText(messages, units)), h('small', {}, about))
  },
  rows: ({ messages: { labels } }, confirmation) => [
    [labels.to, addressText(addressIn(confirmation.description, 'to'))],
    [
      labels.token,
      [
        confirmation.coin.listed && foreignName(confirmation.coin.name),
        addressText(confirmation.call.toAddress),
      ],
    ],
  ],
  exact: ({ messages: { labels } }, { description }) => [
    [labels.exactAmount, h('code', { dir: 'ltr' }, numberIn(description, 'amount'))],
  ],
}
