import { readBalance } from '#e2e/fixtures/chain.ts'
import { codeFor } from '#e2e/fixtures/inbox.ts'
import { press, tabTo, type } from '#e2e/fixtures/keyboard.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { readAddress, locateWidget } from '#e2e/fixtures/widget-steps.ts'

const RECIPIENT = '0x00000000000000000000000000000000000f0004'

test('behavior: signing in, creating a wallet and sending coins need no mouse, and the focus is never lost', async ({
  stack,
  administrator,
  visit,
}) => {
  const { page } = await visit({ baseURL: stack.url, credentials: administrator.passkey() })
  const widget = locateWidget(page)
  const button = (name: string) => widget.getByRole('button', { name })
  const heading = (name: string) => widget.getByRole('heading', { name })
  const email = uniqueEmail('keyboard')

  await test.step('sign in: the only button already has the focus', async () => {
    await page.goto('/wallets')
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/wallets')
  })

  await test.step('skip the navigation', async () => {
    await press(page, page.getByRole('link', { name: 'Skip to content' }))
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('create a wallet', async () => {
    await press(page, page.getByRole('link', { name: 'New wallet' }))
    await tabTo(page, page.getByRole('radio', { name: /The organization/ }))
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: /An end-user/ })).toBeChecked()
    await page.keyboard.press('ArrowUp')
    await press(page, page.getByRole('button', { name: 'Continue' }))
    await type(page, widget.getByLabel('Email'), email)
    await type(page, widget.getByLabel('Name of the wallet'), 'Without a mouse')
    await page.keyboard.press('Enter')
    await expect(heading('Enter the code')).toBeFocused()
    await type(page, widget.getByLabel('Code from the email'), await codeFor(stack, email))
    await page.keyboard.press('Enter')
    await expect(heading('Create your passkey')).toBeFocused()
    await press(page, button('Create passkey'), 'Space')
    await expect(heading('Your wallet is ready')).toBeFocused()
  })

  const address = await readAddress(widget)
  await test.step('get coins', async () => {
    await press(page, page.getByRole('link', { name: 'Open the wallet' }))
    await expect(page.getByRole('heading', { name: 'Without a mouse' })).toBeFocused()
    // Waits for the empty list before the first token arrives.
    await expect(page.getByText('No transactions yet')).toBeVisible()
    await press(page, page.getByRole('button', { name: 'Get 100 DEMO' }).first())
    await expect(page.getByText('100 DEMO', { exact: true })).toBeVisible()
    await expect(page.getByRole('row', { name: /Minted 100 DEMO/ })).toBeVisible()
  })

  await test.step('send some, with a mistake on the way', async () => {
    await press(page, page.getByRole('link', { name: 'Send', exact: true }).first())
    const amount = page.getByLabel('Amount', { exact: true })
    await expect(page.getByRole('button', { name: 'All: 100' })).toBeVisible()
    await type(page, page.getByLabel('To', { exact: true }), RECIPIENT)
    await type(page, amount, '101')
    await page.keyboard.press('Enter')
    await expect(amount).toBeFocused()
    await expect(amount).toHaveAccessibleDescription(/exceeds the wallet’s balance/i)
    await type(page, amount, '40')
    await page.keyboard.press('Enter')
    await expect(heading('Check and confirm')).toBeVisible()
    await press(page, widget.locator('summary'))
    await expect(widget.getByText('transfer(address,uint256)')).toBeVisible()
    await press(page, button('Confirm with passkey'))
    await expect(page.getByRole('heading', { name: 'Send 40 DEMO' })).toBeFocused()
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
    expect(await readBalance(stack, address)).toBe(60_000_000n)
  })

  await test.step('sign out', async () => {
    await press(page, page.getByRole('button', { name: 'Sign out' }))
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeFocused()
  })
})
