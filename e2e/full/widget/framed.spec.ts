import { attachAuthenticator } from '#e2e/fixtures/authenticator.ts'
import { framedTest as test, heardOfFrame } from '#e2e/fixtures/framed-shop.ts'
import { confirmFramedEmail, cover, locateFrame, openWindow, press } from '#e2e/fixtures/framed-steps.ts'
import { codeFor } from '#e2e/fixtures/inbox.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect } from '#e2e/fixtures/product-world.ts'

test('behavior: a covered frame offers a window, where the whole flow continues, and the page receives its events', async ({
  stack,
  openFramedShop,
  visit,
}) => {
  const email = uniqueEmail('elsewhere')
  const shop = await openFramedShop({ customer: email, email })
  const { page, context } = await visit()
  const frame = locateFrame(page)
  await page.goto(shop.url)
  await confirmFramedEmail(frame, stack, email)
  await page.evaluate(cover)
  await expect(frame.getByRole('alert')).toContainText('Something covers this wallet')
  const window = await openWindow(context, frame, 'Open in a window')
  await expect(frame.getByText('Continue in the window')).toBeVisible()
  await attachAuthenticator(window)
  const widget = window.locator('latchkey-wallet')
  await expect(widget.getByRole('heading', { name: 'Create your wallet' })).toBeVisible()
  const before = await codeFor(stack, email)
  await widget.getByRole('button', { name: 'Send code' }).click()
  await widget.getByLabel('Code from the email').fill(await codeFor(stack, email, before))
  await widget.getByRole('button', { name: 'Continue' }).click()
  await widget.getByRole('button', { name: 'Create passkey' }).click()
  await expect(widget.getByRole('heading', { name: 'Your wallet is ready' })).toBeVisible()
  await expect
    .poll(async () => (await heardOfFrame(page)).map(([name]: [string]) => name))
    .toContain('created')
  await window.close()
  await expect(frame.getByRole('heading', { name: 'Create your wallet' })).toBeVisible()
})

test('error: a covered button opens no prompt, says so, and works again when it is uncovered', async ({
  stack,
  openFramedShop,
  visit,
}) => {
  const email = uniqueEmail('covered')
  const shop = await openFramedShop({ customer: email, email })
  const { page, authenticator } = await visit()
  const frame = locateFrame(page)
  await page.goto(shop.url)
  await confirmFramedEmail(frame, stack, email)
  const button = frame.getByRole('button', { name: 'Create passkey' })
  await expect(button).toBeEnabled()
  await page.evaluate(cover)
  await expect(frame.getByRole('alert')).toContainText('Something covers this wallet')
  await expect(button).toBeDisabled()
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(frame.getByRole('heading', { name: 'Create your passkey' })).toBeVisible()
  expect(await authenticator.credentials()).toEqual([])
  await page.evaluate(() => document.querySelector('#veil')?.remove())
  await expect(button).toBeEnabled()
  await expect(frame.getByRole('alert')).toBeHidden()
  await press(frame, 'Create passkey', 'Your wallet is ready')
})
