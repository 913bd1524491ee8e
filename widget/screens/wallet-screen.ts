import type { WidgetWallet } from '#widget/answers.ts'
import { h } from './dom.ts'
import { addressText, button } from './parts.ts'
import { walletName } from './blocks.ts'
import type { Stage } from './stage.ts'

/** A choice among several wallets; each is a button with its name and whole address. */
export function askWallet(stage: Stage, wallets: readonly WidgetWallet[]): Promise<WidgetWallet> {
  const texts = stage.messages.wallet
  return stage.ask((answer) => {
    const choice = (wallet: WidgetWallet) =>
      button(
        [h('strong', {}, walletName(stage.messages, wallet)), addressText(wallet.address)],
        () => answer(wallet),
        'choice',
      )
    const items = wallets.map((wallet) => h('li', {}, choice(wallet)))
    return {
      step: 'wallet',
      heading: texts.heading,
      lede: texts.lede,
      body: [h('ul', { class: 'choices' }, items)],
      cancel: true,
    }
  })
}
