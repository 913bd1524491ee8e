import type { CallDescription } from '#protocol/display/call-description.ts'
import { withChainName } from '#protocol/display/chain-name.ts'
import type { Confirmation, FeeLine, SendScreens } from '#widget/flows/send-screens.ts'
import type { Notes } from '#widget/notes/notes.ts'
import { timeText, walletName, warningItems } from './blocks.ts'
import { h, type Child } from './dom.ts'
import { addressText, amountText, button, facts, hexText, icon, numberText, type Fact } from './parts.ts'
import type { Stage } from './stage.ts'

/** Display of one kind of call on the confirm and progress screens, all decoded from its bytes. */
export type Draw = {
  /** Asks a question that must be answered before the call can be confirmed. */
  before?: (stage: Stage, view: Parameters<SendScreens['askConfirm']>[0]) => Promise<'confirm' | 'back'>
  /** The effect of the call, in large text. `label` is the screen's own word for an amount. */
  what: (stage: Stage, confirmation: Confirmation, label: string) => Child
  /** The other party, then the token, then the remaining fields. `findName` returns the name of a party. */
  rows: (stage: Stage, confirmation: Confirmation, findName?: Notes['findName']) => Rows
  /** The exact numbers. */
  exact: (stage: Stage, confirmation: Confirmation) => readonly Fact[]
}

/** The rows of a call. Its party leads, the others follow. */
type Rows = readonly [party: Fact | null, token: Fact | null, ...further: Fact[]]

type ConfirmView = Parameters<SendScreens['askConfirm']>[0]

/**
 * Displays everything to sign, decoded from its bytes. The effect, the recipient, the fee and the time limit lead. The
 * warnings, the wallet, the token and the chain follow.
 */
export function askConfirm(stage: Stage, view: ConfirmView, draw: Draw): Promise<'confirm' | 'back'> {
  const { confirm: texts, labels } = stage.messages
  const { confirmation, notes } = view
  const { call, expiresInSeconds } = confirmation
  const rows = draw.rows(stage, confirmation, notes?.findName)
  const validFor = texts.validFor(Math.round(expiresInSeconds / 60))
  // Shows the expiration as a date and time too, so that a server with a wrong clock is noticed.
  const until = timeText(stage.messages, 1000 * Number(call.expiration))
  return stage.ask((answer) => ({
    step: 'confirm',
    heading: texts.heading,
    problem: view.problem,
    body: [
      draw.what(stage, confirmation, texts.lede),
      leadFacts(stage, confirmation, rows, ` · ${validFor}`),
      warningList(stage, confirmation.description),
      notes?.draw(stage),
      furtherFacts(stage, confirmation, rows, [labels.validUntil, until]),
      exactData(stage, view, draw),
    ],
    actions: [
      h('button', { type: 'submit', class: 'main', part: 'confirm' }, icon('key'), texts.submit),
      view.canGoBack && button(stage.messages.common.back, () => answer('back')),
    ],
    cancel: true,
    submit: () => answer('confirm'),
  }))
}

/** The warnings before a confirmation. */
export function warningList(stage: Stage, { warnings }: CallDescription): Child {
  const { warnings: texts, otherWarning } = stage.messages
  return warningItems(warnings.map(({ code, severity }) => [severity, texts[code] ?? otherWarning]))
}

/** The facts that lead: the party, and one line with the fee and `more`. */
export function leadFacts(stage: Stage, { fee }: Confirmation, [party]: Rows, more?: string): HTMLElement {
  return facts([party, [stage.messages.labels.fee, [feeSentence(stage, fee), more].flat()]])
}

/** The facts that follow. `more` has facts for one screen only. */
export function furtherFacts(
  stage: Stage,
  confirmation: Confirmation,
  [, token, ...further]: Rows,
  ...more: (Fact | null)[]
): HTMLElement {
  const { confirm: texts, labels, common } = stage.messages
  const { wallet, call, fee, chainId, fingerprint } = confirmation
  return facts([
    [labels.from, [walletName(stage.messages, wallet), addressText(call.walletAddress, 'short')]],
    token,
    ...further,
    fee && [labels.feeReceiver, addressText(call.feeWithdrawAddress)],
    [labels.network, withChainName(chainId, common.chain(chainId))],
    ...more,
    [labels.fingerprint, h('code', { class: 'fingerprint', title: texts.fingerprintHint }, fingerprint)],
  ])
}

/** The fee. An unlisted fee token is shown with its address. */
function feeSentence({ messages }: Stage, fee: FeeLine | null): Child | Child[] {
  if (fee === null) return messages.common.noFee
  return fee.coin?.listed
    ? amountText(messages, fee.units, fee.coin)
    : [messages.common.units(numberText(messages, fee.units.toString())), addressText(fee.tokenAddress)]
}

/** The raw data. Expanded if the amounts' decimals were not checked. */
function exactData(stage: Stage, { confirmation, notes }: ConfirmView, draw: Draw): HTMLElement {
  const { confirm: texts, labels } = stage.messages
  const { call, fee, functionSignature, digest } = confirmation
  return h(
    'details',
    { open: !notes },
    h('summary', {}, texts.details),
    facts([
      ...draw.exact(stage, confirmation),
      fee && [labels.feeUnits, call.fee.toString()],
      fee && [labels.feeToken, addressText(call.feeCoinAddress)],
      [labels.expiration, call.expiration.toString()],
      [labels.function, h('code', { dir: 'ltr' }, functionSignature)],
      [labels.calldata, hexText(call.data)],
      [labels.digest, hexText(digest)],
    ]),
  )
}
