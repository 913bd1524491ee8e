import { forgive } from '#e2e/fixtures/complaints.ts'
import { press, type } from '#e2e/fixtures/keyboard.ts'
import { openCreation, openFunded, setAttributes } from '#e2e/fixtures/page-call.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { tamperFile } from '#e2e/fixtures/strict-page.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'
import openArabic from '#widget/texts/ar.ts'
import openGerman from '#widget/texts/de.ts'
import openSpanish from '#widget/texts/es.ts'

const FRIEND = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

test('behavior: in German, amounts are typed and displayed with a comma, and are the same amounts', async ({
  stack,
  admin,
}) => {
  const de = openGerman()
  const { page } = admin
  const widget = locateWidget(page)
  await openFunded(stack, admin, '1234567891')
  await setAttributes(page, { flow: 'send', locale: 'de' })
  await expect(widget.getByText('1.234,567891 DEMO')).toBeVisible()
  await widget.getByLabel(de.labels.to, { exact: true }).fill(FRIEND)
  const amount = widget.getByLabel(de.labels.amount)
  await amount.fill('1,5x')
  await widget.getByRole('button', { name: de.transfer.submit }).click()
  await expect(amount).toHaveAccessibleDescription(new RegExp(de.transfer.problems.amountFormat))
  await expect(amount).toHaveValue('1,5x')
  await amount.fill('1000,25')
  await widget.getByRole('button', { name: de.transfer.submit }).click()
  await expect(widget.getByText('1.000,25 DEMO', { exact: true })).toBeVisible()
  await widget.locator('summary').click()
  await expect(widget.getByText('1000250000', { exact: true })).toBeVisible()
})

test('behavior: in Arabic, the widget runs from right to left, and addresses and digests from left to right, all by keyboard', async ({
  stack,
  admin,
}) => {
  const ar = openArabic()
  const { page } = admin
  const widget = locateWidget(page)
  await openFunded(stack, admin)
  await setAttributes(page, { flow: 'send', locale: 'ar' })
  const base = widget.locator('[part=base]')
  await expect(base).toHaveAttribute('dir', 'rtl')
  await type(page, widget.getByLabel(ar.labels.to, { exact: true }), FRIEND)
  await type(page, widget.getByLabel(ar.labels.amount), '1.5')
  await page.keyboard.press('Enter')
  await expect(widget.getByRole('heading', { name: ar.confirm.heading })).toBeFocused()
  for (const code of await widget.locator('code.address').all()) {
    expect(await code.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
  }
  await press(page, widget.locator('summary'))
  await expect(widget.locator('code.hex').first()).toHaveCSS('direction', 'ltr')
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await inspect(page)).toEqual([])
  await press(page, widget.getByRole('button', { name: ar.confirm.submit }))
  await expect(widget.getByRole('heading', { name: ar.states.CONFIRMED.heading })).toBeFocused()
})

test('behavior: without the attribute the widget uses the page’s language, and changing the attribute restarts it', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const heading = locateWidget(page).locator('h2')
  await openCreation(stack, admin, {}, 'fr-CA')
  await expect(heading).toHaveText('Créez votre portefeuille')
  await setAttributes(page, { locale: 'nl' })
  await expect(heading).toHaveText('Créez votre portefeuille')
  await setAttributes(page, { locale: 'ja' })
  await expect(heading).toHaveText('ウォレットを作成')
  await setAttributes(page, { locale: 'en' })
  await expect(heading).toHaveText('Create your wallet')
})

test('error: a language that cannot be loaded, or is not the published one, falls back to English', async ({
  stack,
  admin,
  complaints,
}) => {
  const { page } = admin
  const heading = locateWidget(page).locator('h2')
  await page.route('**/latchkey-language-it-*', (route) => route.abort())
  const restore = await tamperFile(page, '**/latchkey-language-es-*')
  await openCreation(stack, admin, { locale: 'it' })
  await expect(heading).toHaveText('Create your wallet')
  await setAttributes(page, { locale: 'es' })
  await expect(heading).toHaveText('Create your wallet')
  // The heading is English before the failure too. Only the browser's message proves that the file was rejected.
  await expect.poll(() => complaints.some((complaint) => complaint.includes('integrity'))).toBe(true)
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
  restore()
  await setAttributes(page, { locale: 'es-MX' })
  await expect(heading).toHaveText(openSpanish().person.heading)
  await setAttributes(page, { locale: 'pt' })
  await expect(heading).toHaveText('Crie a sua carteira')
  forgive(complaints, /ERR_FAILED|integrity|Failed to fetch/)
})
