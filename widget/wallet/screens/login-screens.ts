import { copyFact, domainHint } from '#widget/screens/blocks.ts'
import { commonScreens } from '#widget/screens/common-screens.ts'
import { h } from '#widget/screens/dom.ts'
import { addressText, button, facts, foreignName, harmlessName } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import type { LoginScreens } from '#widget/wallet/login.ts'
import { walletTexts } from '#widget/wallet/wallet-words.ts'

/** The steps of a login, shown on a stage. */
export function loginScreens(stage: Stage): LoginScreens {
  return {
    ...commonScreens(stage),
    askLogin: (view) => askLogin(stage, view),
    working: () => stage.working(walletTexts(stage.messages).login.working, false),
    askMissed: (view) => askMissed(stage, view),
    showLoggedIn: (view) => showLoggedIn(stage, view),
  }
}

type View<Name extends keyof LoginScreens> = Parameters<LoginScreens[Name]>[0]

function askLogin(stage: Stage, view: View<'askLogin'>): Promise<void> {
  const { login: texts } = walletTexts(stage.messages)
  return stage.ask((answer) => ({
    step: 'login',
    icon: { name: 'key' },
    heading: texts.heading,
    lede: texts.lede(harmlessName(view.organizationName)),
    problem: view.problem,
    body: [domainHint(stage.messages.passkey.domain, view.rpId)],
    main: texts.submit,
    cancel: true,
    submit: () => answer(),
  }))
}

/** Asks twice before a passkey is removed from the device. The first press only shows the consequence. */
function askMissed(stage: Stage, { why, canForget }: View<'askMissed'>): Promise<'again' | 'forget'> {
  const { login: texts } = walletTexts(stage.messages)
  return stage.ask((answer) => {
    const sure = button(texts.forgetSure, () => answer('forget'))
    const warning = h('div', { hidden: true }, h('p', { class: 'note' }, texts.forgetHint), sure)
    const forget = button(texts.forget, show, 'link')
    function show(): void {
      warning.hidden = false
      forget.hidden = true
      sure.focus()
    }
    return {
      step: 'missed',
      icon: { name: 'alert', tone: 'warning' },
      heading: texts.missedHeading,
      lede: texts.missed[why],
      body: [canForget && why !== 'other-chain' && h('div', { class: 'links' }, forget), warning],
      main: texts.again,
      cancel: true,
      submit: () => answer('again'),
    }
  })
}

function showLoggedIn(stage: Stage, view: View<'showLoggedIn'>): void {
  const { messages } = stage
  const { login: texts } = walletTexts(messages)
  const { labels } = messages
  stage.show({
    step: 'logged-in',
    icon: { name: 'check', tone: 'success' },
    heading: texts.doneHeading,
    lede: texts.done,
    body: [
      facts([
        view.label === '' ? null : [labels.name, foreignName(view.label)],
        copyFact(stage, labels.address, view.address, addressText),
      ]),
      !view.isChecked && h('p', { class: 'note' }, texts.unchecked),
      view.isSingle &&
        h('p', { class: 'note' }, view.hasBackup === true ? texts.singleWithBackup : messages.created.single),
    ],
  })
  stage.announce(texts.doneHeading)
}
