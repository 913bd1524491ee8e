import { withChainName } from '#protocol/display/chain-name.ts'
import type { Funding as FundingFile } from '#widget/files.ts'
import type { Funding } from '#widget/flows/create-context.ts'
import { amountBlock, watchingLine } from '#widget/screens/blocks.ts'
import { h } from '#widget/screens/dom.ts'
import { addressText, amountText, copyButton, facts } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import { fundingEn } from '#widget/texts/en.ts'
import { awaitFunding } from './await-funding.ts'

/** Entry of the file for a wallet whose deployment must be funded first. */
export default function openFunding(): FundingFile {
  return { awaitFunding, show: showFunding }
}

/** Shows the missing amount at the wallet's address, with everything needed to send it. */
function showFunding(stage: Stage, funding: Funding): void {
  const { labels, parts } = stage.messages
  const texts = parts?.funding ?? fundingEn
  const coin = { decimals: funding.tokenDecimals, symbol: funding.tokenSymbol }
  const text = funding.stalled ? texts.stalled : texts.watching
  stage.show({
    step: 'funding',
    icon: { name: 'clock', tone: 'warning' },
    heading: texts.heading,
    lede: texts.lede,
    body: [
      amountBlock(texts.missing, amountText(stage.messages, funding.missing, coin)),
      h(
        'div',
        { class: 'source' },
        h('span', { class: 'term' }, texts.address),
        addressText(funding.address),
        copyButton(stage, labels.address, funding.address),
      ),
      facts([
        [texts.arrived, amountText(stage.messages, funding.balance, coin)],
        [labels.token, [coin.symbol, ' ', addressText(funding.tokenAddress)]],
        [labels.network, withChainName(funding.chainId, stage.messages.common.chain(funding.chainId))],
      ]),
      watchingLine(stage, text),
    ],
    cancel: true,
  })
  stage.announce(text)
}
