import { textInput, timeText } from '#widget/screens/blocks.ts'
import { h } from '#widget/screens/dom.ts'
import { field } from '#widget/screens/field.ts'
import { addressText, button, facts, foreignName, icon } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import type { BackupAnswer, BackupScreens } from '#widget/wallet/backup-plan.ts'
import { backupOf } from '#widget/wallet/wallet-details.ts'
import { walletTexts } from '#widget/wallet/wallet-words.ts'

type BackupView = Parameters<BackupScreens['askBackup']>[0]

/** Shows the backup address, its proposal if any, and a field for another address. */
export function askBackup(
  stage: Stage,
  view: BackupView,
  later: (() => void) | undefined,
): Promise<BackupAnswer> {
  const { backup: texts } = walletTexts(stage.messages)
  const present = view.details && backupOf(view.details)
  return stage.ask((answer) => {
    const attributes = { class: 'mono', autocapitalize: 'off', dir: 'ltr', maxlength: 60 }
    const control = textInput('backup', view.draft, attributes)
    const address = field({
      id: 'backup',
      label: texts.label,
      control,
      hint: texts.hint,
      problem: view.fieldProblem && texts.problems[view.fieldProblem],
    })
    const link = (text: string, given: BackupAnswer) => button(text, () => answer(given), 'link')
    return {
      step: 'backup',
      icon: { name: 'key' },
      heading: texts.heading,
      lede: texts.lede,
      problem: view.problem,
      body: [
        pendingPart(stage, view, () => answer({ kind: 'cancel-recovery' })),
        statePart(stage, view, present),
        address.element,
        h(
          'div',
          { class: 'links' },
          present !== undefined && link(texts.remove, { kind: 'remove' }),
          view.canChangeWallet && link(walletTexts(stage.messages).changeWallet, { kind: 'wallet' }),
        ),
      ],
      main: texts.submit,
      actions: [later !== undefined && button(texts.later, later)],
      cancel: later === undefined,
      submit: () => answer({ kind: 'set', address: control.value }),
    }
  })
}

function statePart(stage: Stage, { wallet, details }: BackupView, present: string | undefined): HTMLElement {
  const { backup: texts, labels } = walletTexts(stage.messages)
  const state = present === undefined ? texts.none : texts.present
  return h(
    'div',
    {},
    h('p', { class: 'note' }, details?.onChain === undefined ? texts.unknown : state),
    facts([
      [labels.wallet, [wallet.label !== '' && foreignName(wallet.label), addressText(wallet.address)]],
      present === undefined ? null : [labels.backup, addressText(present)],
    ]),
  )
}

/** An unfinished recovery. One that the person did not start is urgent. */
function pendingPart(stage: Stage, view: BackupView, refuse: () => void): HTMLElement | null {
  const { backup: texts } = walletTexts(stage.messages)
  if (view.details?.onChain?.pendingRecovery === undefined) return null
  return h(
    'div',
    { class: 'problem', role: 'alert' },
    icon('alert'),
    h(
      'div',
      {},
      h('strong', {}, texts.pendingHeading),
      h('p', {}, texts.pending(timeText(stage.messages, view.effectiveAtMs))),
      button(texts.refuse, refuse),
    ),
  )
}
