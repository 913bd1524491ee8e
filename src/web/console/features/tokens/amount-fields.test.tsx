import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { InspectedToken } from '#protocol/tokens.ts'
import { CONSOLE_TEXTS } from '#web/console/app/load-first-screen.ts'
import { fieldIn, renderLive, typeInto } from '#web/console/testing/render-live.tsx'
import { offerTexts, showLanguage } from '#web/ui/text.ts'
import { callOfValues } from './call-of-values.ts'
import { AmountField } from './kind-fields.tsx'
import { valuesOfQuery, type SendValues } from './send-values.ts'

const TOKEN = {
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  isContract: true,
  standard: 'erc20',
  name: 'Demo',
  symbol: 'DEMO',
  decimals: 6,
  hasHiddenText: false,
} as const

beforeEach(async () => {
  offerTexts(CONSOLE_TEXTS)
  await showLanguage('de')
})
afterEach(() => showLanguage('en'))

const linked = (amount: string): SendValues =>
  valuesOfQuery(
    new URLSearchParams({ token: TOKEN.address, to: '0x8ba1f109551bD432803012645Ac136ddd64DBA72', amount }),
  )

function Form({ amount, token = TOKEN }: { amount: string; token?: InspectedToken }) {
  const form = useForm<SendValues>({ defaultValues: linked(amount) })
  return <AmountField form={form} token={token} balance={1_234_500_000n} />
}

test('behavior: a coin without decimals is typed in base units, and the field says so and offers the balance', async () => {
  await showLanguage('en')
  const form = renderLive(<Form amount="" token={{ ...TOKEN, decimals: null }} />)
  expect(form.textContent).toContain('In base units, as a whole number: this token reports no decimals.')
  const all = form.querySelector('button')
  expect(all?.textContent).toContain('1,234,500,000')
  all?.click()
  await expect.poll(() => fieldIn(form, 'Amount').value).toBe('1234500000')
})

test('behavior: a German form shows and reads amounts with the decimal comma, even from a link with a point', async () => {
  const form = renderLive(<Form amount="87.5" />)
  const amount = fieldIn(form, 'Betrag')
  expect(amount.value).toBe('87,5')
  expect(form.textContent).toContain('87500000')
  const all = form.querySelector('button')
  expect(all?.textContent).toContain('1.234,5')
  all?.click()
  await expect.poll(() => amount.value).toBe('1234,5')
  expect(form.textContent).toContain('1234500000')
  typeInto(amount, '1.234')
  await expect.poll(() => form.textContent).not.toContain('1234500000')
  expect(form.textContent).not.toMatch(/1234000/)
})

test('error: a German form refuses an ambiguous point such as 1.234, and shows the right form', () => {
  const sent = (amount: string) =>
    callOfValues({ ...linked(''), tokenChoice: TOKEN.address, amount }, { token: TOKEN, balance: undefined })
  expect(sent('1,234')).toMatchObject({ ok: true, call: { amount: '1234000' } })
  expect(sent('1234')).toMatchObject({ ok: true, call: { amount: '1234000000' } })
  for (const amount of ['1.234', '1.234,5', '87.5'])
    expect(sent(amount)).toEqual({
      ok: false,
      problems: [{ field: 'amount', message: 'muss eine Zahl wie 12 oder 12,50 sein, ohne Tausenderpunkte' }],
    })
})
