import type { WidgetWallet } from '#widget/answers.ts'
import { h } from './dom.ts'
import { addressText } from './parts.ts'
import { walletName } from './blocks.ts'
import type { Stage } from './stage.ts'

/** A choice among several wallets; each is a button with its name and whole address. */
export function askWallet(stage: Stage, wallets: readonly WidgetWallet[]): Promise<WidgetWallet> {
  const texts = stage.messages.wallet
  return stage.ask((answer) => ({
    step: 'wallet',
    heading: texts.heading,
    lede: texts.lede,
    body: [
      h(
        'ul',
        { class: 'choices' },
        wallets.map((wallet) =>
          h(
            'li',
            {},
            h(
              'button',
              { type: 'button', class: 'choice', onclick: () => answer(wallet) },
              h('strong', {}, walletName(stage.messages, wallet)),
              addressText(wallet.address),
            ),
          ),
        ),
      ),
    ],
    cancel: true,
  }))
}
