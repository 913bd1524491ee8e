import { withChainName } from '#protocol/display/chain-name.ts'
import { watchingLine } from '#widget/screens/blocks.ts'
import { commonScreens } from '#widget/screens/common-screens.ts'
import { h } from '#widget/screens/dom.ts'
import { addressText, amountText, copyButton, facts, foreignName } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import type { ReceiveScreens, ReceiveView } from '#widget/wallet/receive.ts'
import { walletTexts } from '#widget/wallet/wallet-words.ts'
import type { DrawQr } from './qr-code.ts'

/** The steps of receiving, shown on a stage. */
export function receiveScreens(stage: Stage, drawQr: DrawQr): ReceiveScreens {
  let announced = 0
  return {
    ...commonScreens(stage),
    showReceive(view) {
      showReceive(stage, view, drawQr)
      const news = view.received.slice(0, view.received.length - announced)
      announced = view.received.length
      const texts = walletTexts(stage.messages).receive
      if (news.length > 0)
        stage.announce(news.map((one) => texts.received(formatAmount(stage, one))).join(' '))
    },
  }
}

/** Shows the full address, as text and as a QR code with the chain (ERC-681), and the accepted tokens. */
function showReceive(stage: Stage, view: ReceiveView, drawQr: DrawQr): void {
  const { messages } = stage
  const { receive: texts, labels, network } = walletTexts(messages)
  const { wallet, chainId, coins, received } = view
  const watching = view.stalled ? texts.stalled : texts.watching
  stage.show({
    step: 'receive',
    heading: texts.heading,
    lede: texts.lede,
    body: [
      ...received.map((one) => h('p', { class: 'news' }, texts.received(formatAmount(stage, one)))),
      drawQr(`ethereum:${wallet.address}@${chainId}`, texts.qr),
      h(
        'div',
        { class: 'source' },
        h(
          'span',
          { class: 'term' },
          wallet.label === '' ? messages.labels.address : foreignName(wallet.label),
        ),
        addressText(wallet.address),
        copyButton(stage, messages.labels.address, wallet.address),
      ),
      facts([[labels.network, network(chainId)]]),
      h('p', { class: 'hint' }, texts.otherwise(withChainName(chainId, String(chainId)))),
      coins.length > 0 && h('h3', {}, texts.accepted),
      h(
        'ul',
        { class: 'coins' },
        coins.map((coin) =>
          h(
            'li',
            {},
            h('strong', {}, foreignName(coin.name)),
            coin.balance !== null && ` · ${texts.balance(amountText(messages, coin.balance, coin))}`,
            addressText(coin.address),
          ),
        ),
      ),
      view.isBlind ? h('p', { class: 'hint' }, texts.blind) : watchingLine(stage, watching),
    ],
    cancel: true,
  })
}

function formatAmount(stage: Stage, coin: { units: bigint; decimals: number; symbol: string }): string {
  return amountText(stage.messages, coin.units, coin)
}
