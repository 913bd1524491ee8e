import { expect, test } from '#e2e/fixtures/test.ts'

test('behavior: the language is chosen, kept for the next visit, and dates follow it', async ({
  admin: { page },
}) => {
  await page.goto('/wallets')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('link', { name: 'Übersicht' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Übersicht' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('es')
  await expect(page.getByRole('link', { name: 'Resumen' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption('en')
  await expect(page.getByRole('link', { name: 'Overview' })).toBeVisible()
})

test('behavior: a browser that wants German gets German without asking', async ({ stack, browser }) => {
  const context = await browser.newContext({ baseURL: stack.url, locale: 'de-AT' })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await context.close()
})
