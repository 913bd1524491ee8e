import type { WidgetWallet } from '#widget/answers.ts'
import type { WidgetError } from '#widget/errors.ts'
import { walletName } from './blocks.ts'
import { h } from './dom.ts'
import { addressText, button } from './parts.ts'
import type { Stage, View } from './stage.ts'

type CommonScreens = {
  loading: () => void
  askWallet: (wallets: readonly WidgetWallet[]) => Promise<WidgetWallet>
  /** Shows the error, and a button to retry the step with all input. */
  askRetry: (problem: WidgetError) => Promise<void>
}

/** The steps of every flow. */
export function commonScreens(stage: Stage): CommonScreens {
  return {
    loading: () => showLoading(stage),
    askWallet: (wallets) => askWallet(stage, wallets),
    askRetry: (problem) =>
      askAgain(stage, { step: 'retry', main: stage.messages.common.tryAgain, problem }, 'warning'),
  }
}

/** Asks for one of several wallets. Each is a button with its name and full address. */
function askWallet(stage: Stage, wallets: readonly WidgetWallet[]): Promise<WidgetWallet> {
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

/** A placeholder for a step that is loading. */
export function showLoading(stage: Stage): void {
  stage.show({
    step: 'loading',
    heading: stage.messages.common.loading,
    body: [h('div', { class: 'skeleton', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'))],
  })
}

/**
 * The end of a flow after an error that no step can fix. Resolves when the person starts again, if that can
 * help.
 */
export function askRestart(stage: Stage, problem: WidgetError): Promise<void> {
  const main = problem.next !== 'none' && stage.messages.common.startAgain
  return askAgain(stage, { step: 'stopped', main, problem }, 'danger')
}

function askAgain(
  stage: Stage,
  view: Pick<View, 'step' | 'main' | 'problem'>,
  tone: 'warning' | 'danger',
): Promise<void> {
  return stage.ask((answer) => ({
    ...view,
    icon: { name: 'alert', tone },
    heading: stage.messages.common.problemHeading,
    cancel: true,
    submit: () => view.main && answer(),
  }))
}
