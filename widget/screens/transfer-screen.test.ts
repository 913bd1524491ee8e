// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { FieldProblem } from '#widget/flows/send-screens.ts'
import { FRIEND } from '#widget/testing/scripted-screens.ts'
import { COIN } from '#widget/testing/server-state.ts'
import { en } from '#widget/texts/en.ts'
import { h } from './dom.ts'
import { createStage } from './stage.ts'
import { askTransfer } from './transfer-screen.ts'

const coin = { address: COIN, name: 'Demo Coin', symbol: 'DEMO', decimals: 6, balance: 1n, listed: true }

/** A form with an amount set by the page. */
function ask(fieldProblems: FieldProblem[]) {
  const parts = { base: h('div'), card: h('div'), status: h('div') }
  const { signal } = new AbortController()
  const stage = createStage(parts, en, { signal, cancel: () => {}, focusIsFree: () => false })
  void askTransfer(stage, {
    wallet: { address: FRIEND, label: '', passkey: null },
    canChangeWallet: false,
    coins: [coin],
    draft: { tokenAddress: COIN, to: '', amount: '1,5' },
    fixed: { tokenAddress: true, to: false, amount: true },
    fee: null,
    fieldProblems,
    problem: undefined,
  })
  return parts.card
}

test('error: an invalid value set by the page is the page’s mistake, because the person cannot correct it', () => {
  expect(() => ask([{ field: 'amount', code: 'amountFormat' }])).toThrow(
    'CONFIGURATION: amount: amountFormat',
  )
})

test('behavior: an insufficient balance and problems of typed values are shown at their fields', () => {
  const short = ask([{ field: 'amount', code: 'amountBalance', coin, feeUnits: 0n }])
  expect(short.textContent).toContain('Add tokens and try again')
  expect(ask([{ field: 'to', code: 'toMissing' }]).textContent).toContain(en.transfer.problems.toMissing)
})
