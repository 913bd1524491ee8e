import { recipientOf, unitsOf, valueOf } from '#widget/flows/read-confirmation.ts'
import { h, type Child } from './dom.ts'
import type { Draw } from './confirm-screen.ts'
import { addressText, amountText, foreignName, numberText } from './parts.ts'

/** A transfer of tokens. Of an unlisted token, only the base units are certain. */
export const drawCoins: Draw = {
  what({ messages }, confirmation, label) {
    const { confirm: texts, common } = messages
    const value = valueOf(confirmation, 'amount')
    const amount = (main: string, remark: Child) =>
      h('p', { class: 'amount' }, h('span', {}, label), h('strong', {}, main), remark)
    if (value?.kind === 'amount') return amount(`${numberText(messages, value.text)} ${value.symbol}`, null)
    const units = unitsOf(confirmation)
    const about = texts.unverified(amountText(messages, BigInt(units), confirmation.coin))
    return amount(common.units(numberText(messages, units)), h('small', {}, about))
  },
  rows: ({ messages: { labels } }, confirmation) => [
    [labels.to, addressText(recipientOf(confirmation))],
    [
      labels.token,
      [
        confirmation.coin.listed && foreignName(confirmation.coin.name),
        addressText(confirmation.call.toAddress),
      ],
    ],
  ],
  exact: ({ messages: { labels } }, confirmation) => [
    [labels.exactAmount, h('code', { dir: 'ltr' }, unitsOf(confirmation))],
  ],
}
