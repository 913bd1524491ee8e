import { sameAddress } from '#protocol/display/address.ts'
import { formatUnits } from '#protocol/money.ts'
import { WidgetError } from '#widget/errors.ts'
import type { Coin, FieldProblem, SendScreens, TransferDraft } from '#widget/flows/send-screens.ts'
import type { Messages } from '#widget/texts/messages.ts'
import { textInput, walletName } from './blocks.ts'
import { h } from './dom.ts'
import { field } from './field.ts'
import { addressText, amountText, button, facts, harmlessName } from './parts.ts'
import type { Stage } from './stage.ts'

type TransferView = Parameters<SendScreens['askTransfer']>[0]
type TransferAnswer = Awaited<ReturnType<SendScreens['askTransfer']>>

/**
 * Asks for token, recipient and amount. Shows a problem at its field and keeps all input.
 *
 * @throws WidgetError `CONFIGURATION` if a value set by the page is invalid, because the person cannot
 * correct it
 */
export function askTransfer(stage: Stage, view: TransferView): Promise<TransferAnswer> {
  const { transfer: texts, labels, separators } = stage.messages
  const { decimal } = separators
  const wrong = view.fieldProblems.find((problem) => view.fixed[problem.field])
  if (wrong && wrong.code !== 'amountBalance')
    throw new WidgetError('CONFIGURATION', { detail: `${wrong.field}: ${wrong.code}` })
  return stage.ask((answer) => {
    const coins = coinSelect(view)
    const chosen = () => view.coins[coins.selectedIndex] ?? view.coins[0]
    const to = field({
      id: 'to',
      label: labels.to,
      control: textInput('to', view.draft.to, { class: 'mono', dir: 'ltr', readonly: view.fixed.to }),
      hint: view.fixed.to ? undefined : texts.toHint,
      problem: problemText(view, 'to', stage.messages),
    })
    const symbol = h('span', { class: 'suffix' })
    const balance = h('span')
    const amount = field({
      id: 'amount',
      label: labels.amount,
      control: textInput('amount', view.draft.amount.replace('.', decimal), {
        inputmode: 'decimal',
        readonly: view.fixed.amount,
      }),
      remark: balance,
      suffix: symbol,
      problem: problemText(view, 'amount', stage.messages),
    })
    function showCoin(): void {
      const coin = chosen()
      symbol.textContent = coin === undefined ? '' : harmlessName(coin.symbol)
      balance.replaceChildren(...drawBalance(stage, view, coin, amount.control))
    }
    coins.addEventListener('change', showCoin)
    showCoin()
    const draft = (): TransferDraft => ({
      tokenAddress: chosen()?.address ?? '',
      to: to.control.value.trim(),
      amount: amount.control.value.trim().replace(decimal, '.'),
    })
    return {
      step: 'transfer',
      heading: texts.heading,
      problem: view.problem,
      body: [
        source(stage, view, () => answer({ kind: 'wallet' })),
        view.coins.length > 1 && field({ id: 'token', label: labels.token, control: coins }).element,
        to.element,
        amount.element,
        facts([[labels.fee, feeText(view, stage.messages)]], { class: 'quiet-facts' }),
      ],
      main: texts.submit,
      cancel: true,
      submit: () => answer({ kind: 'transfer', draft: draft() }),
    }
  })
}

function coinSelect(view: TransferView): HTMLSelectElement {
  const options = view.coins.map((coin) => {
    const selected = sameAddress(coin.address, view.draft.tokenAddress)
    return h(
      'option',
      { value: coin.address, selected },
      `${harmlessName(coin.symbol)} · ${harmlessName(coin.name)}`,
    )
  })
  return h('select', { name: 'token' }, options)
}

function source(stage: Stage, view: TransferView, change: () => void): HTMLElement {
  const { transfer: texts, labels } = stage.messages
  return h(
    'div',
    { class: 'source' },
    h('span', { class: 'term' }, labels.from),
    h('div', {}, walletName(stage.messages, view.wallet), addressText(view.wallet.address)),
    view.canChangeWallet && button(texts.change, change, 'link'),
  )
}

/**
 * The balance, and a button that fills in the largest amount that can be sent. If the fee is paid in the same token,
 * that is the balance minus the fee.
 */
function drawBalance(stage: Stage, view: TransferView, coin: Coin | undefined, amount: HTMLInputElement) {
  if (coin === undefined || coin.balance === null) return []
  const texts = stage.messages.transfer
  const { balance, decimals } = coin
  const fee = view.fee !== null && sameAddress(view.fee.tokenAddress, coin.address) ? view.fee.units : 0n
  const all = balance > fee ? balance - fee : 0n
  const fillIn = () => {
    amount.value = formatUnits(all, decimals).replace('.', stage.messages.separators.decimal)
    amount.focus()
  }
  const text = h('span', {}, `${texts.balance(amountText(stage.messages, balance, coin))} `)
  return view.fixed.amount || all === 0n ? [text] : [text, button(texts.all, fillIn, 'link')]
}

function feeText(view: TransferView, messages: Messages): string {
  if (view.fee === null) return messages.common.noFee
  const { coin, units } = view.fee
  return coin === null ? units.toString() : amountText(messages, units, coin)
}

function problemText(view: TransferView, name: FieldProblem['field'], messages: Messages) {
  const problem = view.fieldProblems.find((candidate) => candidate.field === name)
  if (problem === undefined) return undefined
  const { problems } = messages.transfer
  if (problem.code === 'amountDecimals') return problems.amountDecimals(problem.decimals)
  if (problem.code !== 'amountBalance') return problems[problem.code]
  const { coin, feeUnits } = problem
  const fee = feeUnits === 0n ? '' : amountText(messages, feeUnits, coin)
  return problems.amountBalance(amountText(messages, coin.balance ?? 0n, coin), fee, view.fixed.amount)
}
