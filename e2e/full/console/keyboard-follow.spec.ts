import { callService } from '#e2e/fixtures/service.ts'
import { enrolledCustomer, hold } from '#e2e/fixtures/held-calls.ts'
import { press, tabTo, type } from '#e2e/fixtures/keyboard.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/test.ts'

/** Where live events are away, the console asks every 15 seconds. */
const BY_ITSELF = { timeout: 40_000 }

test('behavior: a held transaction is followed from the queue to its page and its owner reminded, without a mouse', async ({
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
})

test('behavior: the palette finds a wallet, a transaction, a key and an action, without a mouse', async ({
  stack,
  admin,
  visit,
}) => {
  test.slow()
  const { page } = admin
  const wallet = await newWallet(stack, admin, { label: 'Quicksilver vault' })
  const customer = await enrolledCustomer(stack, () => visit(), 'Pia Palette')
  const uuid = await hold(stack, customer)
  const key = await callService(stack, 'POST', '/org/keys', {
    body: { label: 'Palette backend', scopes: ['wallet:read'] },
  })
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const find = async (text: string, option: RegExp) => {
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(text)
    const wanted = palette.getByRole('option', { name: option })
    await expect(wanted).toBeVisible()
    // Down to it: what is chosen is what the arrows say.
    await expect(async () => {
      if ((await wanted.getAttribute('aria-selected')) !== 'true') {
        await page.keyboard.press('ArrowDown')
        expect(await wanted.getAttribute('aria-selected')).toBe('true')
      }
    }).toPass({ intervals: [0] })
    await page.keyboard.press('Enter')
    await expect(palette).toBeHidden()
  }
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await find('quicksilver', /^Quicksilver vault/)
  await expect(page).toHaveURL(new RegExp(`/wallets/${wallet.address}`, 'i'))
  await find('pia palette', /^Transaction of Pia Palette/)
  await expect(page).toHaveURL(`/transactions/${uuid}`)
  await find(uuid, /^Open transaction/)
  await expect(page).toHaveURL(`/transactions/${uuid}`)
  await find('palette backend', /^Palette backend/)
  await expect(page).toHaveURL(`/api-keys/${String(Object(key.content).id)}`)
  await find('usage', /^Usage$/)
  await expect(page).toHaveURL('/usage')
  await find('deutsch', /^Deutsch$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('english')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')

  await find('export audit', /^Export the audit log/)
  await expect(page).toHaveURL('/audit')
  await type(page, page.getByLabel('Search by target'), 'nothing has this name')
  await expect(page.getByText('No entry found')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Export CSV' }))
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
})
