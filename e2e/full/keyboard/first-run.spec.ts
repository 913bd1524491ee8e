import { expectFocusKept, escape, pick, press, tabTo, type } from '#e2e/fixtures/keyboard.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { call } from '#e2e/fixtures/spec-client.ts'

/** Time limit in milliseconds for a wallet, a decision and a block on a busy machine. */
const IN_A_DEMO = { timeout: 60_000 }

test('behavior: with the keyboard, the first administrator enrols, signs in again, and uses the sandbox: tour, script, faucet, clean-up', async ({
  unusedStack: stack,
  visit,
}) => {
  test.setTimeout(240_000)
  const { page } = await visit({ baseURL: stack.url })
  await page.goto((await stack.sandbox()).setupUrl)
  await expect(page.getByLabel('Your name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your name')).toHaveAccessibleDescription(/must not be empty/i)
  await expect(page.getByLabel('Your name')).toBeFocused()
  await page.keyboard.type('Ada Lovelace')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expectFocusKept(page)
  await press(page, page.getByRole('button', { name: 'Sign out' }))
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expectFocusKept(page)

  const open = page.getByRole('button', { name: 'Sandbox controls' })
  const controls = page.getByRole('dialog', { name: 'Sandbox controls' })
  await test.step('the script of the end-users', async () => {
    await press(page, open)
    await pick(page, controls.getByRole('group', { name: /What they do/ }), /^Decline/)
    await type(page, controls.getByLabel('Delay in seconds'), '1')
    await press(page, controls.getByRole('checkbox', { name: /^Webhook receiver down/ }), 'Space')
    await press(page, controls.getByRole('button', { name: 'Save script' }))
    await expect(controls.getByText(/^Saved\./)).toBeVisible()
    await escape(page, controls, open)
  })
  await test.step('the tour, its wallet, the faucet, the clean-up', async () => {
    await page.keyboard.press('Enter')
    await press(page, controls.getByRole('button', { name: 'Create one of each' }))
    const wallet = controls.getByRole('link', { name: 'Open the wallet' })
    await expect(wallet).toBeVisible(IN_A_DEMO)
    await press(page, wallet)
    await expect(controls).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Wallet' })).toBeVisible()
    await expectFocusKept(page)
    await press(page, page.getByRole('button', { name: 'Get 100 DEMO' }).first())
    await expect(page.getByRole('row', { name: /Minted 100 DEMO/ })).toBeVisible(IN_A_DEMO)
    await expectFocusKept(page)
    await press(page, open)
    await press(page, controls.getByRole('button', { name: 'Clean up' }))
    await expect(controls.getByText(/allowances revoked/)).toBeVisible(IN_A_DEMO)
    await escape(page, controls, open)
  })
})

test('behavior: with the keyboard, the sandbox’s inbox is opened from the console and the code of a mail copied', async ({
  stack,
  admin: { page, context },
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  const opened = context.waitForEvent('page')
  await tabTo(page, page.getByRole('link', { name: /^Mail inbox/i }))
  await page.keyboard.press('Enter')
  const inbox = await opened
  await call(stack, 'POST', '/wallets/request-email-verification', { email: uniqueEmail('inbox-keys') })
  const copy = inbox.getByRole('button', { name: 'Copy the code' }).first()
  await press(inbox, copy)
  await expect(inbox.getByRole('button', { name: 'Copied' })).toBeFocused()
})
