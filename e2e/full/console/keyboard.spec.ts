import { type Page } from '@playwright/test'
import { locateCard } from '#e2e/fixtures/console-pages.ts'
import { enrolledCustomer, hold } from '#e2e/fixtures/held-calls.ts'
import { mailsTo } from '#e2e/fixtures/inbox.ts'
import { joinByLink } from '#e2e/fixtures/join.ts'
import { press, tabTo, type } from '#e2e/fixtures/keyboard.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { callService } from '#e2e/fixtures/service.ts'
import { locateTimeline } from '#e2e/fixtures/timeline.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

test('behavior: a dialog keeps the focus inside and returns it afterwards', async ({ admin: { page } }) => {
  await page.goto('/integrations')
  await page
    .getByRole('table')
    .getByRole('link', { name: /Demo shop/ })
    .click()
  const revoke = page.getByRole('button', { name: 'Revoke' })
  await press(page, revoke)
  const dialog = page.getByRole('dialog', { name: 'Revoke this integration?' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  for (let tabs = 0; tabs < 6; tabs += 1) {
    await page.keyboard.press('Tab')
    // After the last control the browser itself has the focus, never the page behind the dialog.
    const isBehind = () => {
      const active = document.activeElement
      return active !== document.body && active?.closest('dialog') === null
    }
    expect(await page.evaluate(isBehind)).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(revoke).toBeFocused()
})

test('behavior: a busy button keeps the focus, so that the next key goes to the same place', async ({
  admin: { page },
}) => {
  await page.goto('/settings')
  const save = locateCard(page, 'Transaction fee').getByRole('button', { name: 'Save' })
  const answered = page.waitForResponse('**/api/org/fees')
  await press(page, save)
  await answered
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(save).toBeEnabled()
  await expect(save).toBeFocused()
  await page.goto('/tokens')
  const lookUp = page.getByRole('button', { name: 'Look up' })
  await type(page, page.getByLabel('Contract address'), '0x52908400098527886E0F7030069857D2E4169EE7')
  await press(page, lookUp)
  await expect(page.getByLabel('Contract address')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('main :focus')).toHaveCount(1)
})

test('behavior: a member is invited and given another role, without a mouse', async ({
  stack,
  admin: { page },
  visit,
}) => {
  const email = uniqueEmail('hands')
  await page.goto('/members')
  await press(page, page.getByRole('button', { name: 'Invite', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Invite a member' })
  await tabTo(page, dialog.getByRole('radio', { name: /^Read-only/ }))
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByRole('radio', { name: /^Operator/ })).toBeChecked()
  await type(page, dialog.getByLabel('Email'), email)
  await page.keyboard.press('Enter')
  const made = page.getByRole('dialog', { name: 'Invitation as Operator' })
  const link = await made.locator('[data-secret]').innerText()
  await press(page, made.getByRole('button', { name: 'Done' }))
  await expect(made).toBeHidden()
  await expect
    .poll(async () => (await mailsTo(stack, email)).some(({ text }) => text.includes(link)))
    .toBe(true)

  const guest = await visit({ baseURL: stack.url })
  await joinByLink(guest.page, link, 'Tabitha Keys')
  await page.reload()
  await press(page, page.getByRole('button', { name: 'Manage Tabitha Keys' }))
  const manage = page.getByRole('dialog', { name: 'Tabitha Keys' })
  await tabTo(page, manage.getByRole('radio', { name: /^Operator/ }))
  await page.keyboard.press('ArrowDown')
  await press(page, manage.getByRole('button', { name: 'Change role' }))
  await expect(manage).toBeHidden()
  await expect(page.getByRole('row', { name: /Tabitha Keys/ })).toContainText('Read-only')
  await expect(page.getByRole('button', { name: 'Manage Tabitha Keys' })).toBeFocused()
})

test('behavior: theme and language are chosen without a mouse, and the focus stays on the choice', async ({
  stack,
  administrator,
  visit,
}) => {
  const { page } = await visit({ baseURL: stack.url, storageState: administrator.storageState })
  await page.goto('/wallets')
  await press(page, page.getByRole('button', { name: 'Dark theme' }), 'Space')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: 'Dark theme' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Dark theme' })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'System theme' }))
  await tabTo(page, page.getByRole('combobox', { name: 'Language' }))
  await page.keyboard.type('Es')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('combobox', { name: 'Idioma' })).toBeFocused()
  for (const language of ['de', 'en']) {
    await page.keyboard.press('ArrowUp')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
  }
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeFocused()
})

/** Timeout for changes that arrive by polling: without live events, the console polls every 15 seconds. */
const BY_ITSELF = { timeout: 40_000 }

test('behavior: a held transaction is followed from the queue to its page, and its owner is reminded once the pause is over, without a mouse; before that the page says why not', async ({
  ownStack: {
    stack,
    admin: { page },
  },
  visit,
}) => {
  test.setTimeout(240_000)
  const customer = await enrolledCustomer(stack, () => visit(), 'Nina Nudged')
  await hold(stack, customer)
  await page.goto('/')
  await press(page, page.getByRole('link', { name: /^Transactions/ }).first())
  await press(page, page.getByRole('link', { name: 'Waiting for approval', exact: true }))
  await press(page, page.getByRole('table').getByRole('link', { name: 'Send 1.5 DEMO' }))
  await expect(
    page.getByText('No administrator and no API key of your organization can do it for them'),
  ).toBeVisible()
  await expect(page.getByText('The end-user was notified.')).toBeVisible(BY_ITSELF)
  // The service counts 60 seconds from the first mail.
  await expect(page.getByText(/^The next reminder can be sent in [0-9]+ seconds?\.$/)).toBeVisible()
  const remind = page.getByRole('button', { name: 'Remind' })
  await expect(remind).toHaveAttribute('aria-disabled', 'true')

  await test.step('a minute passes in the sandbox', async () => {
    await press(page, page.getByRole('button', { name: 'Sandbox controls' }))
    const dialog = page.getByRole('dialog', { name: 'Sandbox controls' })
    await press(page, dialog.getByRole('button', { name: '+ 1 minute' }))
    await expect(dialog.getByRole('button', { name: '+ 1 minute' })).toBeEnabled()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await expect(remind).not.toHaveAttribute('aria-disabled', 'true', BY_ITSELF)
  await press(page, remind)
  await expect(page.getByText('Reminder sent.')).toBeVisible()
  await expect(remind).toBeFocused()
  await expect(remind).toHaveAttribute('aria-disabled', 'true')
  await expect(locateTimeline(page).filter({ hasText: 'Reminded' })).toBeVisible(BY_ITSELF)
})

/** The step of a dialog that shows a secret. */
async function storeSecret(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.locator('[data-secret]')).toBeVisible()
  await press(page, dialog.getByRole('checkbox'), 'Space')
  await press(page, dialog.getByRole('button', { name: 'Done' }))
  await expect(dialog).toBeHidden()
}

test('behavior: an API key is issued, its secret stored, and it is revoked by its name, without a mouse', async ({
  admin: { page },
}) => {
  await page.goto('/api-keys')
  await press(page, page.getByRole('link', { name: 'New API key' }))
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(/must not be empty/i)
  await page.keyboard.type('Typed by hand')
  await press(page, page.getByRole('checkbox', { name: /^wallet:read/ }), 'Space')
  await tabTo(page, page.getByLabel('Expiry'))
  await page.keyboard.press('ArrowDown')
  await press(page, page.getByRole('button', { name: 'Issue key' }))
  await storeSecret(page, '“Typed by hand” is ready')

  const row = page.getByRole('row', { name: /Typed by hand/ })
  await press(page, page.getByRole('button', { name: 'Revoke Typed by hand' }))
  const dialog = page.getByRole('dialog', { name: 'Revoke this API key?' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Typed by hand')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Revoked')
})

test('behavior: a webhook endpoint is added and a delivery resent, without a mouse', async ({
  admin: { page },
  receiver,
}) => {
  test.slow()
  receiver.answer(500)
  await page.goto('/webhooks')
  await press(page, page.getByRole('link', { name: /^(New endpoint|Add the first endpoint)$/ }).first())
  await expect(page.getByLabel('URL')).toBeFocused()
  await page.keyboard.type(receiver.url)
  await type(page, page.getByLabel('Description'), 'By the keyboard')
  await tabTo(page, page.getByRole('radio', { name: /^All events/ }))
  await page.keyboard.press('ArrowDown')
  await press(page, page.getByRole('checkbox', { name: /^wallet\.created/ }), 'Space')
  await press(page, page.getByRole('button', { name: 'Add endpoint' }))
  await storeSecret(page, 'The endpoint is ready')

  const log = page.getByRole('list', { name: 'Deliveries, newest first' })
  await press(page, page.getByRole('button', { name: 'Send test event' }))
  await expect(log).toContainText('Retrying')
  receiver.answer(200)
  await press(page, page.getByRole('button', { name: /^Resend evt_/ }))
  await expect(log).toContainText('Delivered')
  await press(page, log.locator('summary').first())
  await expect(log.getByRole('list', { name: 'Attempts, newest first' })).toContainText('Responded with 200')
})

test('behavior: in a narrow window columns are chosen with the keyboard; Escape returns the focus, and only the table scrolls', async ({
  stack,
  admin: { page },
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // A shorter list has no menu.
  for (let index = 0; index < 10; index += 1)
    await callService(stack, 'POST', '/org/keys', {
      body: { label: `Key ${index}`, scopes: ['wallet:read'] },
    })
  await page.goto('/api-keys')
  const owner = page.getByRole('columnheader', { name: 'Owner' })
  const last = page.getByRole('columnheader', { name: 'Expires' })
  const options = page.getByRole('button', { name: 'List options' })
  const menu = page.getByRole('group', { name: 'List options' })
  await press(page, options)
  await expect(menu).toBeInViewport({ ratio: 1 })
  await expect(owner).toBeHidden()
  await press(page, menu.getByLabel('Owner'), 'Space')
  await expect(owner).toBeVisible()
  await press(page, menu.getByLabel('Expires'), 'Space')
  await press(page, menu.getByLabel('Scopes'), 'Space')
  expect(await inspect(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(options).toBeFocused()
  const scopes = page.getByRole('table').getByText('all scopes')
  await expect(scopes).toHaveCount(0)
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.reload()
  await expect(owner).toBeVisible()
  await expect(scopes).toHaveCount(0)
  await press(page, options)
  await press(page, menu.getByRole('button', { name: 'Reset' }))
  await expect(owner).toBeHidden()
  await expect(scopes.first()).toBeVisible()
})
