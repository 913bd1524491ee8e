import { locateCard } from '#e2e/fixtures/console-pages.ts'
import { joinedPerson } from '#e2e/fixtures/join.ts'
import {
  confirmTyped,
  escape,
  expectFocusKept,
  pick,
  press,
  storeSecretByKeys,
  tabTo,
  type,
} from '#e2e/fixtures/keyboard.ts'
import { expect, signIn, test } from '#e2e/fixtures/product-world.ts'
import { setFee } from '#e2e/fixtures/service.ts'

const TREASURY = '0x52908400098527886E0F7030069857D2E4169EE7'

test.afterEach(({ stack }) => setFee(stack, null))

test('behavior: with the keyboard, name, logo, fee and alerts of an organization are set and reset', async ({
  admin: { page },
}) => {
  await page.goto('/settings')
  const rename = locateCard(page, 'Name').getByRole('button', { name: 'Save' })
  for (const name of ['Demo by keys', 'Demo']) {
    await type(page, page.getByLabel('Organization name'), name)
    await press(page, rename)
    await expect(page.getByRole('status').filter({ hasText: 'Saved' }).first()).toBeVisible()
    await expect(rename).toBeFocused()
    await expect(page.getByLabel('Organization name')).toHaveValue(name)
  }

  await test.step('a logo is chosen in the browser’s own dialog, and removed', async () => {
    const card = locateCard(page, 'Logo')
    const chooser = page.waitForEvent('filechooser')
    await press(page, card.getByRole('button', { name: 'Choose a picture' }))
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
    const buffer = Buffer.from(png, 'base64')
    await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    // Waits for this logo, because the page may still show another test's logo.
    const logo = page.getByRole('img', { name: 'Logo' })
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    await press(page, card.getByRole('button', { name: 'Remove' }))
    await expect(logo).toBeHidden()
    await expect(card.locator(':focus')).toHaveCount(1)
  })

  const fees = locateCard(page, 'Transaction fee')
  const save = fees.getByRole('button', { name: 'Save' })
  await pick(page, fees.getByRole('group', { name: 'Fee' }), /A fixed fee/)
  await type(page, fees.getByRole('textbox', { name: 'Fee for each transaction' }), '0.25')
  await press(page, save)
  await expect(fees.getByLabel('Fees go to')).toBeFocused()
  await page.keyboard.type(TREASURY)
  await page.keyboard.press('Enter')
  const ask = page.getByRole('dialog', { name: 'Charge this fee?' })
  await press(page, ask.getByRole('button', { name: 'Save' }))
  await expect(fees.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await pick(page, fees.getByRole('group', { name: 'Fee' }), /No fee/)
  await press(page, save)
  await expect(fees.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(save).toBeFocused()

  const alerts = locateCard(page, 'Alerts')
  await type(page, alerts.getByLabel('Email'), 'keys@example.com')
  await press(page, alerts.getByRole('checkbox', { name: /API key refused/ }), 'Space')
  await press(page, alerts.getByRole('button', { name: 'Save' }))
  await expect(alerts.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(alerts.getByRole('button', { name: 'Save' })).toBeFocused()
})

test('behavior: with the keyboard, a user changes the name, adds and removes a passkey, gets recovery codes and ends sessions', async ({
  stack,
  admin,
  visit,
}) => {
  test.slow()
  const { page, authenticator } = await joinedPerson(
    { stack, admin, visit },
    { role: 'Read-only', name: 'Katie Keys' },
  )
  await press(page, page.getByRole('link', { name: /^Katie Keys/ }))
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
  await expectFocusKept(page)
  await type(page, page.getByRole('textbox', { name: 'Name' }), 'Katie King')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()

  await test.step('a passkey of another device is added, renamed, and the first one removed', async () => {
    await page.route('**/api/account/passkeys/options', async (route) => {
      const response = await route.fetch()
      if (response.ok()) await authenticator.clear()
      await route.fulfill({ response })
    })
    const add = page.getByRole('button', { name: 'Add passkey' })
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await press(page, add)
    await escape(page, dialog, add)
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Second key')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(add).toBeFocused()
    await press(page, page.getByRole('button', { name: 'Rename Second key' }))
    await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('In the safe')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Rename In the safe' })).toBeFocused()
    const remove = page.getByRole('button', { name: /^Remove (?!In the safe)/ })
    const name = (await remove.innerText()).replace(/^Remove\s+/, '')
    await press(page, remove)
    await confirmTyped(page, 'Remove this passkey?', name)
    await expect(page.locator('main :focus')).toHaveCount(1)
  })

  const make = page.getByRole('button', { name: 'Create recovery codes' })
  await press(page, make)
  expect((await storeSecretByKeys(page, 'Your recovery codes')).split('\n')).toHaveLength(10)
  await expect(page.getByText('10 unused codes')).toBeVisible()
  await expectFocusKept(page)

  const credentials = await authenticator.credentials()
  const other = await visit({
    baseURL: stack.url,
    credentials: credentials.map((credential) => ({ ...credential, signCount: credential.signCount + 100 })),
  })
  await signIn(other.page)
  await page.reload()
  const end = page.getByRole('button', { name: /^End .*Linux$/ })
  await press(page, end)
  await expect(end).toBeHidden()
  await expect(page.locator('main :focus')).toHaveCount(1)
  const all = page.getByRole('button', { name: 'Sign out everywhere' })
  const ask = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await press(page, all)
  await escape(page, ask, all)
  await page.keyboard.press('Enter')
  await press(page, ask.getByRole('button', { name: 'Sign out everywhere' }))
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeFocused()
})

test('behavior: with the keyboard, the command palette opens from anywhere, returns the focus, and runs an action', async ({
  admin: { page },
}) => {
  await page.goto('/wallets')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  for (const opener of [
    page.getByRole('button', { name: 'Search', exact: true }),
    page.getByRole('searchbox'),
  ]) {
    await tabTo(page, opener)
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await escape(page, palette, opener)
  }
  await press(page, page.getByRole('button', { name: 'Search', exact: true }))
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('new api key')
  await expect(palette.getByRole('option', { selected: true })).toHaveText(/API key/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/api-keys/new')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
})

test('behavior: with the keyboard, the audit log is filtered, exported with its hashes and compared with a saved one, and an entry opened', async ({
  admin: { page },
}) => {
  await page.goto('/audit')
  const log = page.getByRole('list', { name: 'Audit log, newest first' })
  await type(page, page.getByLabel('Search the audit log'), 'nothing has this name')
  await expect(page.getByText('No entry found')).toBeVisible()
  await press(page, page.getByRole('link', { name: 'Show all' }))
  await expect(page).toHaveURL('/audit')
  await expect(page.locator('main :focus')).toHaveCount(1)
  const { year, month, day } = { year: '2020', month: '01', day: '02' }
  await tabTo(page, page.getByLabel('From', { exact: true }))
  await page.keyboard.type(`${month}${day}${year}`)
  await expect(page).toHaveURL(/since=2020-01-02/)
  await expectFocusKept(page)
  const saving = page.waitForEvent('download')
  await press(page, page.getByRole('button', { name: 'List options' }))
  await press(page, page.getByRole('button', { name: 'Export with hashes' }))
  expect((await saving).suggestedFilename()).toMatch(/\.jsonl$/)
  const hash = await page.locator('[data-head-hash]').innerText()
  const verified = await page.getByText(/^Verified \(/).innerText()
  await press(page, page.getByText('Compare with a saved hash'))
  await type(page, page.getByLabel('Number of the entry'), verified.replace(/\D/g, ''))
  await type(page, page.getByLabel('Hash', { exact: true }), hash)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Identical\./)).toBeVisible()
  await press(page, log.getByRole('button', { name: /^Details/ }).first(), 'Space')
  await expect(log.getByText('Request ID').first()).toBeVisible()
  await expectFocusKept(page)
})
