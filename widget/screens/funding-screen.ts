import type { Funding } from '#widget/flows/create-screens.ts'
import { addressQr, QR_SIZE } from './address-qr.ts'
import { h, svgPath } from './dom.ts'
import { addressText, amountText, copyButton, facts } from './parts.ts'
import type { Stage } from './stage.ts'

const QUIET_ZONE = 4

/** What is missing at the wallet's address, with everything needed to send it there. */
export function showFunding(stage: Stage, funding: Funding): void {
  const { funding: texts, labels } = stage.messages
  const coin = { decimals: funding.tokenDecimals, symbol: funding.tokenSymbol }
  const text = funding.stalled ? texts.stalled : texts.watching
  stage.show({
    step: 'funding',
    icon: { name: 'clock', tone: 'warning' },
    heading: texts.heading,
    lede: texts.lede,
    body: [
      h(
        'p',
        { class: 'amount' },
        h('span', {}, texts.missing),
        h('strong', {}, amountText(funding.missing, coin)),
      ),
      h(
        'div',
        { class: 'receive' },
        qr(funding.address, texts.qr),
        h(
          'div',
          {},
          h('span', { class: 'term' }, texts.address),
          addressText(funding.address),
          copyButton(stage.messages, labels.address, funding.address, stage.announce),
        ),
      ),
      facts([
        [labels.arrived, amountText(funding.balance, coin)],
        [labels.token, [coin.symbol, ' ', addressText(funding.tokenAddress)]],
        [labels.network, stage.messages.common.chain(funding.chainId)],
      ]),
      h('p', { class: 'watching' }, h('span', { class: 'pulse' }), text),
    ],
    cancel: true,
  })
  stage.announce(text)
}

function qr(address: string, label: string): SVGSVGElement {
  const size = QR_SIZE + 2 * QUIET_ZONE
  const path = addressQr(address)
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z` : '')))
    .join('')
  return svgPath(`0 0 ${size} ${size}`, path, { class: 'qr', 'shape-rendering': 'crispEdges' }, label)
}
