import { expect, test } from 'vitest'
import { FRIEND } from '#widget/testing/scripted-screens.ts'
import { FEE } from '#widget/testing/server-state.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

test.each([
  ['', 'amountMissing'],
  ['1,5', 'amountFormat'],
  ['-1', 'amountFormat'],
  ['1e3', 'amountFormat'],
  ['0', 'amountZero'],
  ['0.0000001', 'amountDecimals'],
  ['1000', 'amountBalance'],
  [`${'9'.repeat(78)}`, 'amountRange'],
])('param: rejects the amount %j at its field as %s, and keeps the recipient', async (amount, code) => {
  const world = await widgetWorld.wallet()
  let time = 0
  const person = await world.sent({
    askTransfer: async ({ draft }) => ({
      kind: 'transfer',
      draft: { ...draft, to: FRIEND, amount: time++ === 0 ? amount : '1' },
    }),
  })
  expect(person.views('askTransfer')[1]).toMatchObject({
    draft: { to: FRIEND, amount },
    fieldProblems: [{ field: 'amount', code }],
  })
})

test.each([
  ['', 'toMissing'],
  ['0x12', 'toNotAddress'],
  ['mira.eth', 'toNotAddress'],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'toChecksum'],
  ['0x0000000000000000000000000000000000000000', 'toZero'],
])('param: rejects the recipient %j at its field as %s', async (to, code) => {
  const world = await widgetWorld.wallet()
  let time = 0
  const person = await world.sent({
    askTransfer: async ({ draft }) => ({
      kind: 'transfer',
      draft: { ...draft, to: time++ === 0 ? to : FRIEND, amount: '1' },
    }),
  })
  expect(person.views('askTransfer')[1]).toMatchObject({ fieldProblems: [{ field: 'to', code }] })
})

test('behavior: a fee in the same token counts against the balance', async () => {
  const world = await widgetWorld.wallet({ fee: FEE }, 1_000_000n)
  const amounts = ['1', '0.5']
  const person = await world.sent({
    askTransfer: async ({ draft }) => ({
      kind: 'transfer',
      draft: { ...draft, to: FRIEND, amount: amounts.shift() ?? '' },
    }),
  })
  expect(person.views('askTransfer')[1]).toMatchObject({
    fieldProblems: [{ code: 'amountBalance', feeUnits: 500_000n }],
  })
})
