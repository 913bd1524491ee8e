import { sameAddress } from '#protocol/display/address.ts'
import { outsideLink, textInput, timeText, walletName, warningItems } from '#widget/screens/blocks.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import { field } from '#widget/screens/field.ts'
import { addressText, button, facts } from '#widget/screens/parts.ts'
import type { Stage } from '#widget/screens/stage.ts'
import type { KeysTexts } from '#widget/texts/keys/en.ts'
import { findCoSigner } from '#widget/wallet/co-signer.ts'
import type { GuardedDetails } from '#widget/wallet/wallet-authority.ts'
import { backupOf } from '#widget/wallet/wallet-details.ts'
import type { CoSignerNotice } from './known-co-signer.ts'
import { canProtect, isApprovalBackup } from './offer-protection.ts'
import type { ProtectAnswer, ProtectView } from './protect-plan.ts'

/** `later` postpones the offer. `isFirst` means that the wallet's first call follows. */
export type Offer = { later: () => void; isFirst: boolean }

/**
 * `host` is the host of the server that reported the addresses. `offer` is undefined if the person opened the
 * protection themselves.
 */
type Around = { texts: KeysTexts; host: string; offer: Offer | undefined }

/** Shows the co-signer, the consequences, and the possible actions. */
export function askProtect(stage: Stage, view: ProtectView, around: Around): Promise<ProtectAnswer> {
  const { texts, offer } = around
  const { protect } = texts
  const { details } = view
  const canOffer = canProtect(details)
  const state = readProtection(details)
  const notice = noticeTexts(texts, view.coSignerNotice)
  // A service that requires approval in the app reports the approval wallet only after the first sign-in
  // there.
  const mustSignIn = state === 'service' && (details.approvalWallet ?? null) === null
  const appUrl = state === 'none' || mustSignIn ? view.approvalUrl : undefined
  // A wallet that can no longer be protected is shown in its present state.
  const first = offer?.isFirst === true && canOffer ? protect.first : undefined
  // Without data from the chain, it is unknown whether there is a co-signer.
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
      heading: first?.heading ?? protect.heading[state],
      lede: protect.lede[state],
      problem: view.problem,
      body: [
        first && h('p', { class: 'note' }, first.note),
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
          appUrl !== undefined && outsideLink(stage, protect.app, appUrl),
          isRemoving(view) && link(protect.keep, { kind: 'keep' }),
          view.canChangeWallet && link(texts.changeWallet, { kind: 'wallet' }),
        ),
        state === 'chain' &&
          !isRemoving(view) &&
          askTwice(removalWords(texts), () => answer({ kind: 'start-removal' })),
        offer &&
          first &&
          askTwice({ ask: first.skip, hint: first.skipHint, sure: first.skipSure }, offer.later),
      ],
      main: canOffer && protect.submit,
      actions: [offer && !first && button(texts.later, offer.later)],
      cancel: offer === undefined,
      submit: () => canOffer && answer({ kind: 'protect', backup: needsBackup ? control.value : '' }),
    }
  })
}

/**
 * The warning about a co-signer that differs from the one that this browser knows, and the person's confirmation of it.
 */
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

/** The wallet's protection. Unknown if a server calls a wallet protected and names no co-signer. */
export function readProtection(details: GuardedDetails): 'none' | 'service' | 'chain' | 'unknown' {
  if (findCoSigner(details) !== undefined) return 'chain'
  const { protection = 'chain' } = details
  return protection === 'chain' ? 'unknown' : protection
}

function isRemoving({ details }: ProtectView): boolean {
  return findCoSigner(details) !== undefined && (details.coSignerUntil ?? null) !== null
}

function walletFacts(stage: Stage, { wallet, details }: ProtectView, { texts }: Around): HTMLElement {
  const { labels } = texts
  const coSigner = findCoSigner(details) ?? details.approvalWallet ?? undefined
  const backup = backupOf(details)
  return facts([
    [labels.wallet, [walletName(stage.messages, wallet), addressText(wallet.address)]],
    coSigner === undefined ? null : [labels.coSigner, addressText(coSigner)],
    backup === undefined ? null : [labels.backup, addressText(backup)],
  ])
}

/**
 * Says who the co-signer is and when its removal takes effect. Without one, says that the backup is the
 * approval wallet, or that the wallet can be protected.
 */
function coSignerNote(stage: Stage, { details }: ProtectView, { texts, host }: Around): Child {
  const { protect } = texts
  const note = (text: string) => h('p', { class: 'note' }, text)
  const coSigner = findCoSigner(details)
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
  const hint = `${protect.backupHint} ${protect.backupHeld}`
  const problem = fieldProblem && protect.problems[fieldProblem]
  return field({ id: 'backup', label, control, hint, problem }).element
}

function removalWords({ protect }: KeysTexts): Twice {
  return { ask: protect.remove, hint: protect.removeHint, sure: protect.removeSure }
}

type Twice = { ask: string; hint: string; sure: string }

/** A button whose first press only shows the consequence. */
function askTwice({ ask, hint, sure }: Twice, act: () => void): Child {
  const second = button(sure, act)
  const warning = h('div', { hidden: true }, h('p', { class: 'note' }, hint), second)
  const first = button(
    ask,
    () => {
      warning.hidden = false
      first.hidden = true
      second.focus()
    },
    'link',
  )
  return h('div', {}, h('div', { class: 'links' }, first), warning)
}
