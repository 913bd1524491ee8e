import { copyFact, countDown, domainHint, timeText, watchingLine } from '#widget/screens/blocks.ts'
import { commonScreens } from '#widget/screens/common-screens.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import { addressText, facts, foreignName, hexText } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import type { Recovery, RecoverScreens } from '#widget/wallet/recover.ts'
import { encodeProposeRecovery, proposeRecoveryLink } from '#widget/wallet/wallet-calls.ts'
import { walletTexts } from '#widget/wallet/wallet-words.ts'
import type { DrawQr } from './qr-code.ts'

/** The steps of a recovery, shown on a stage. */
export function recoverScreens(stage: Stage, drawQr: DrawQr, now: () => number): RecoverScreens {
  return {
    ...commonScreens(stage),
    askPasskey: (view) => askPasskey(stage, view),
    showProposal: (view) => showProposal(stage, view, drawQr),
    showWaiting: (view) => showWaiting(stage, view, now),
    askActivate: (view) => askActivate(stage, view),
    working: () => stage.working(walletTexts(stage.messages).recover.working, false),
    showNoBackup: ({ wallet }) => showNoBackup(stage, wallet),
    showRecovered: (view) => showRecovered(stage, view),
  }
}

type View<Name extends keyof RecoverScreens> = Parameters<RecoverScreens[Name]>[0]

function askPasskey(stage: Stage, view: View<'askPasskey'>): Promise<void> {
  const { recover: texts } = walletTexts(stage.messages)
  return stage.ask((answer) => ({
    step: 'recover-passkey',
    icon: { name: 'key' },
    heading: texts.heading,
    lede: texts.lede,
    problem: view.problem,
    body: [domainHint(texts.domain, view.rpId), walletFacts(stage, view)],
    main: texts.submit,
    cancel: true,
    submit: () => answer(),
  }))
}

/** Shows the call that the backup address sends from any wallet app: typed, copied, or scanned. */
function showProposal(stage: Stage, view: View<'showProposal'>, drawQr: DrawQr): void {
  const { messages } = stage
  const { recover: texts, labels, network } = walletTexts(messages)
  const { wallet, chainId, passkey } = view
  const data = encodeProposeRecovery(passkey)
  stage.show({
    step: 'recover-proposal',
    icon: { name: 'arrow' },
    heading: texts.proposalHeading,
    lede: view.isOther ? texts.other : texts.proposal,
    body: [
      facts([
        [labels.sender, addressText(view.backupAddress)],
        copyFact(stage, labels.contract, wallet.address, addressText),
        [labels.value, '0'],
        copyFact(stage, labels.callData, data, hexText),
        [labels.network, network(chainId)],
      ]),
      drawQr(proposeRecoveryLink(wallet.address, chainId, passkey), texts.qr),
      watchingLine(stage, view.stalled ? texts.stalled : texts.watching),
    ],
    cancel: true,
  })
}

function showWaiting(stage: Stage, view: View<'showWaiting'>, now: () => number): void {
  const { recover: texts, labels } = walletTexts(stage.messages)
  stage.show({
    step: 'recover-waiting',
    icon: { name: 'clock', tone: 'warning' },
    heading: texts.waitingHeading,
    lede: view.passkey === undefined ? texts.waitingElsewhere : texts.waiting,
    body: [
      countdown(stage, view.effectiveAtMs, now),
      walletFacts(stage, view, [labels.activeFrom, timeText(stage.messages, view.effectiveAtMs)]),
      h('p', { class: 'hint' }, view.stalled ? texts.stalled : texts.watching),
    ],
    cancel: true,
  })
}

function askActivate(stage: Stage, view: View<'askActivate'>): Promise<void> {
  const { recover: texts } = walletTexts(stage.messages)
  return stage.ask((answer) => ({
    step: 'recover-activate',
    icon: { name: 'key' },
    heading: texts.activateHeading,
    lede: view.passkey === undefined ? texts.waitingElsewhere : texts.activateText,
    problem: view.problem,
    body: [walletFacts(stage, view)],
    main: texts.activate,
    cancel: true,
    submit: () => answer(),
  }))
}

function showNoBackup(stage: Stage, wallet: Recovery['wallet']): void {
  const { recover: texts } = walletTexts(stage.messages)
  stage.show({
    step: 'recover-none',
    icon: { name: 'alert', tone: 'warning' },
    heading: texts.noBackupHeading,
    lede: texts.noBackup,
    body: [walletFacts(stage, { wallet })],
    cancel: true,
  })
}

function showRecovered(stage: Stage, { wallet, isOwn, isSingle }: View<'showRecovered'>): void {
  const { recover: texts, login } = walletTexts(stage.messages)
  stage.show({
    step: 'recovered',
    icon: { name: 'check', tone: 'success' },
    heading: texts.doneHeading,
    lede: isOwn ? texts.done : texts.doneElsewhere,
    body: [walletFacts(stage, { wallet }), isSingle && h('p', { class: 'note' }, login.singleWithBackup)],
  })
  stage.announce(texts.doneHeading)
}

function walletFacts(
  stage: Stage,
  { wallet, backupAddress }: { wallet: Recovery['wallet']; backupAddress?: string },
  more: readonly [string, Child] | null = null,
): HTMLElement {
  const { labels } = walletTexts(stage.messages)
  return facts([
    [labels.wallet, [wallet.label !== '' && foreignName(wallet.label), addressText(wallet.address)]],
    backupAddress === undefined ? null : [labels.backup, addressText(backupAddress)],
    more,
  ])
}

function countdown(stage: Stage, endMs: number, now: () => number): HTMLElement {
  const time = h('span', { role: 'timer' })
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0')
  countDown(time, endMs, now, (seconds) => {
    const clock = `${two((seconds / 3600) % 24)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`
    time.textContent = walletTexts(stage.messages).timeLeft(Math.floor(seconds / 86_400), clock)
  })
  return watchingLine(stage, time)
}
