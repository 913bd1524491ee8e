import { AxeBuilder } from '@axe-core/playwright'
import { attachAuthenticator } from '#e2e/fixtures/authenticator.ts'
import { readBalance } from '#e2e/fixtures/chain.ts'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { confirmFramedEmail, cover, locateFrame, openWindow, press } from '#e2e/fixtures/framed-steps.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { enterShop } from '#e2e/fixtures/shop.ts'
import { show } from '#e2e/fixtures/tour.ts'

test.beforeEach(() => test.slow())

test('behavior: in the demo shop’s framed form a customer creates a wallet and pays, with a passkey of the subdomain only; every step is accessible, covered and uncovered', async ({
  stack,
  visit,
  picture,
}) => {
  const { page, authenticator } = await visit()
  const customer = { name: 'Toured customer', email: uniqueEmail('framed-tour') }
  const frame = locateFrame(page)
  await enterShop(page, stack, customer, '/framed')
  await page.getByRole('button', { name: 'Create my wallet' }).click()
  await expect(frame.getByRole('heading', { name: 'Create your wallet' })).toBeVisible()
  await show(page, picture, 'framed-create')
  await confirmFramedEmail(frame, stack, customer.email)
  await show(page, picture, 'framed-make-passkey')

  await test.step('an element lies above the frame', async () => {
    await page.evaluate(cover)
    await expect(frame.getByRole('alert')).toContainText('Something covers this wallet')
    await show(page, picture, 'framed-covered')
    // `show` does not inspect the content of the frame, so this check does.
    expect((await new AxeBuilder({ page }).exclude('#veil').analyze()).violations).toEqual([])
    await page.evaluate(() => document.querySelector('#veil')?.remove())
  })

  await press(frame, 'Create passkey', 'Your wallet is ready')
  await show(page, picture, 'framed-ready')
  expect(await authenticator.credentials()).toMatchObject([{ rpId: 'wallet.shop.localhost' }])
  await expect(page.getByRole('heading', { name: 'Your wallet', exact: true })).toBeVisible()
  const address = await page.locator('#address').innerText()
  await page.getByRole('button', { name: 'Get 25 demo coins' }).click()
  await expect.poll(() => readBalance(stack, address)).toBe(25_000_000n)
  await page.getByRole('button', { name: '4.20 DEMO' }).click()
  await expect(frame.getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
  await expect(frame.locator('.amount')).toContainText('4.2 DEMO')
  await show(page, picture, 'framed-check')
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await press(frame, 'Confirm with passkey', 'Confirmed')
  await expect(page.getByText('20.80 DEMO')).toBeVisible()
  expect(await readBalance(stack, address)).toBe(20_800_000n)
})

test('behavior: a frame that cannot create passkeys opens a window for it and continues with the new passkey; both are accessible', async ({
  stack,
  visit,
  picture,
  complaints,
}) => {
  const { page, context, authenticator } = await visit()
  const customer = { name: 'Window customer', email: uniqueEmail('framed-window') }
  const frame = locateFrame(page)
  await enterShop(page, stack, customer, '/framed')
  await page.getByRole('button', { name: 'Create my wallet' }).click()
  // Makes the frame behave as in a browser that creates no passkeys in frames of another origin.
  await page.evaluate(() => {
    const made = document.querySelector('latchkey-frame')?.shadowRoot?.querySelector('iframe')
    made?.removeAttribute('allow')
    if (made) made.src += '?'
  })
  await confirmFramedEmail(frame, stack, customer.email)
  const window = await openWindow(context, frame, 'Create passkey')
  await attachAuthenticator(window)
  await expect(window.getByRole('heading', { name: 'Create the passkey here' })).toBeVisible()
  await show(window, picture, 'framed-window')
  await expect(frame.getByText('Continue in the window')).toBeVisible()
  await show(page, picture, 'framed-waits')
  const made = window.waitForEvent('close')
  await window.getByRole('button', { name: 'Create passkey' }).click()
  await made
  await expect(frame.getByRole('heading', { name: 'Your wallet is ready' })).toBeVisible()
  expect(await authenticator.credentials()).toEqual([])
  forgive(complaints, /Permissions policy violation|publickey-credentials/)
})
