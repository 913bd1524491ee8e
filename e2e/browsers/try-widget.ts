import { codeFor } from '#e2e/fixtures/inbox.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'
import type { DrivenPage } from './page.ts'

/**
 * Creates a wallet on the demo shop, receives coins and pays for a product, in the widget under its strict
 * policy.
 *
 * @throws Error that names the first missing result
 */
export async function tryWidget(page: DrivenPage, stack: Stack, email: string): Promise<void> {
  await page.open(stack.demoUrl)
  await page.see('#sign-in h2', 'Sign in')
  await page.fill('#user-email', email)
  await page.click('#sign-in button')
  await page.click('#create')
  await page.see('h2', 'Create your wallet')
  await page.click('button[type=submit]', 'Send code')
  await page.see('h2', 'Enter the code')
  await page.fill('latchkey-wallet input, [part=card] input', await codeFor(stack, email))
  await page.click('button[type=submit]', 'Continue')
  await page.see('h2', 'Create your passkey')
  await page.click('button[type=submit]', 'Create passkey')
  await page.see('h2', 'Your wallet is ready')
  await page.click('#drip')
  await page.see('#balance', '25.00 DEMO')
  await pay(page)
  await page.see('h2', 'Confirmed')
}

/** Buys the oat bar, up to the signature. */
export async function pay(page: DrivenPage): Promise<void> {
  await page.click('[data-price="3.00"]')
  await page.see('h2', 'Check and confirm')
  await page.click('button[type=submit]', 'Confirm with passkey')
}
