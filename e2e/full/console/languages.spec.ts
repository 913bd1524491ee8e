import { expect, test } from '#e2e/fixtures/product-world.ts'
import { untranslatedOn } from '#e2e/fixtures/untranslated.ts'

test('behavior: switching the language keeps input and position, lasts until the next visit, and formats dates', async ({
  admin: { page },
}) => {
  await page.goto('/webhooks/new')
  await page.getByLabel('URL').fill('https://typed.example/hooks')
  await page.getByLabel('Description').fill('Half written')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('link', { name: 'Übersicht' })).toBeVisible()
  await expect(page.getByLabel('Beschreibung')).toHaveValue('Half written')
  await expect(page.getByLabel('URL')).toHaveValue('https://typed.example/hooks')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/endpoint/)
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('es')
  await expect(page.getByRole('link', { name: 'Resumen' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Resumen' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption('en')
  await expect(page.getByRole('link', { name: 'Overview' })).toBeVisible()
})

test('behavior: a browser with German as its language gets German', async ({ stack, browser }) => {
  const context = await browser.newContext({ baseURL: stack.url, locale: 'de-AT' })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await context.close()
})

test('error: field errors appear in the chosen language', async ({ admin: { page } }) => {
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  const forms: [href: string, action: string, said: string[]][] = [
    [
      '/api-keys/new',
      'Schlüssel ausstellen',
      ['Darf nicht leer sein', 'Mindestens eine Berechtigung auswählen'],
    ],
    ['/webhooks/new', 'Endpunkt hinzufügen', ['Muss mit https:// beginnen']],
    ['/integrations/new', 'Integration erstellen', ['Darf nicht leer sein']],
  ]
  for (const [href, action, said] of forms) {
    await page.goto(href)
    await page.getByRole('button', { name: action }).click()
    for (const text of said) await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
    expect(await untranslatedOn(page, 'de'), href).toEqual([])
  }
  await page.goto('/members')
  await page.getByRole('button', { name: 'Einladen', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('niemand')
  await page.getByRole('dialog').locator('button[type=submit]').click()
  await expect(page.getByText('Muss eine E-Mail-Adresse wie name@example.com sein')).toBeVisible()
})
