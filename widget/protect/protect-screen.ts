import { textInput, timeText, walletName, warningItems } from '#widget/screens/blocks.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import { addressText, button, facts, field } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import type { KeysTexts } from '#widget/texts/keys/en.ts'
import { coSignerOf } from '#widget/wallet/co-signer.ts'
import type { GuardedDetails } from '#widget/wallet/wallet-authority.ts'
import { backupOf } from '#widget/wallet/wallet-details.ts'
import { sameAddress } from '#protocol/display/address.ts'
import type { CoSignerNotice } from './known-co-signer.ts'
import { canProtect, isApprovalBackup } from './offer-protection.ts'
import type { ProtectAnswer, ProtectView } from './protect-plan.ts'

/** `host`: of the server whose word the addresses are. `later` leaves an offer for another day. */
type Around = { texts: KeysTexts; host: string; later: (() => void) | undefined }

/** Who must sign besides the passkey, what that means, and what can be done about it. */
export function askProtect(stage: Stage, view: ProtectView, around: Around): Promise<ProtectAnswer> {
  const { texts, later } = around
  const { protect } = texts
  const { details } = view
  const canOffer = canProtect(details)
  const state = stateOf(details)
  const notice = noticeTexts(texts, view.coSignerNotice)
  // A service that asks in the approval app names the approval wallet only after the first sign-in there.
  const mustSignIn = state === 'service' && (details.approvalWallet ?? null) === null
  const appUrl = state === 'none' || mustSignIn ? view.approvalUrl : undefined
  // Without a report of the chain it is unknown whether there is one.
  const needsBackup = canOffer && details.onChain !== undefined && backupOf(details) === undefined
  return stage.ask((answer) => {
    const control = textInput('backup', view.draft, {
      class: 'mono',
      autocapitalize: 'off',
      dir: 'ltr',
      maxlength: 60,
    })
    const link = (text: string, given: ProtectAnswer) => button(text, () => answer(given), 'link')
    return {
      step: 'protect',
      icon: state === 'chain' ? { name: 'check', tone: 'success' } : { name: 'key' },
      heading: protect.heading[state],
      lede: protect.lede[state],
      problem: view.problem,
      body: [
        notice && warningItems([['danger', notice.warning]]),
        notice && h('div', { class: 'links' }, link(notice.accept, { kind: 'accept' })),
        walletFacts(stage, view, around),
        coSignerNote(stage, view, around),
        mustSignIn && h('p', { class: 'note' }, protect.signInFirst),
        (canOffer || state === 'chain') && meaning(texts),
        needsBackup && backupField(texts, control, view),
        h(
          'div',
          { class: 'links' },
          appUrl !== undefined && appLink(protect.app, appUrl),
          isRemoving(view) && link(protect.keep, { kind: 'keep' }),
          view.canChangeWallet && link(texts.changeWallet, { kind: 'wallet' }),
        ),
        state === 'chain' && !isRemoving(view) && removal(texts, () => answer({ kind: 'start-removal' })),
      ],
      main: canOffer && protect.submit,
      actions: [later !== undefined && button(texts.later, later)],
      cancel: later === undefined,
      submit: () => canOffer && answer({ kind: 'protect', backup: needsBackup ? control.value : '' }),
    }
  })
}

/** The warning about a co-signer that is not as this browser knows it, and the person's word against it. */
function noticeTexts(
  { protect }: KeysTexts,
  notice: CoSignerNotice,
): { warning: string; accept: string } | undefined {
  const texts = {
    expected: undefined,
    changed: { warning: protect.changed, accept: protect.changedByMe },
    'perhaps-removed': { warning: protect.perhapsRemoved, accept: protect.notObjected },
  }
  return texts[notice]
}

/** The state is unknown if a server calls a wallet protected and names no co-signer. */
export function stateOf(details: GuardedDetails): 'none' | 'service' | 'chain' | 'unknown' {
  if (coSignerOf(details) !== undefined) return 'chain'
  const { protection = 'chain' } = details
  return protection === 'chain' ? 'unknown' : protection
}

function isRemoving({ details }: ProtectView): boolean {
  return coSignerOf(details) !== undefined && (details.coSignerUntil ?? null) !== null
}

function walletFacts(stage: Stage, { wallet, details }: ProtectView, { texts }: Around): HTMLElement {
  const { labels } = texts
  const coSigner = coSignerOf(details) ?? details.approvalWallet ?? undefined
  const backup = backupOf(details)
  return facts([
    [labels.wallet, [walletName(stage.messages, wallet), addressText(wallet.address)]],
    coSigner === undefined ? null : [labels.coSigner, addressText(coSigner)],
    backup === undefined ? null : [labels.backup, addressText(backup)],
  ])
}

/** What the address is by the server's word, and when the power of a co-signer ends. */
function coSignerNote(stage: Stage, { details }: ProtectView, { texts, host }: Around): Child {
  const { protect } = texts
  const note = (text: string) => h('p', { class: 'note' }, text)
  const coSigner = coSignerOf(details)
  if (coSigner === undefined) {
    if (isApprovalBackup(details)) return note(protect.isBackup)
    return canProtect(details) && note(protect.claim(host))
  }
  const isOwn = sameAddress(coSigner, details.approvalWallet ?? '')
  const until = details.coSignerUntil ?? undefined
  return h(
    'div',
    {},
    note(isOwn ? protect.isOwn(host) : protect.isForeign(host)),
    until !== undefined && note(protect.removing(timeText(stage.messages, until))),
  )
}

function meaning({ protect }: KeysTexts): HTMLElement {
  const lines = [protect.together, protect.alone, protect.removable]
  return h(
    'ul',
    { class: 'meaning' },
    lines.map((line) => h('li', {}, line)),
  )
}

function backupField(
  { protect }: KeysTexts,
  control: HTMLInputElement,
  { fieldProblem }: ProtectView,
): Child {
  const label = protect.backupLabel
  const problem = fieldProblem && protect.problems[fieldProblem]
  return field({ id: 'backup', label, control, hint: protect.backupHint, problem }).element
}

function appLink(text: string, href: string): HTMLElement {
  return h('a', { href, target: '_blank', rel: 'noopener' }, text)
}

/** The removal is asked twice: the first press only shows what it costs. */
function removal({ protect }: KeysTexts, start: () => void): Child {
  const sure = button(protect.removeSure, start)
  const warning = h('div', { hidden: true }, h('p', { class: 'note' }, protect.removeHint), sure)
  const ask = button(
    protect.remove,
    () => {
      warning.hidden = false
      ask.hidden = true
      sure.focus()
    },
    'link',
  )
  return h('div', {}, h('div', { class: 'links' }, ask), warning)
}
