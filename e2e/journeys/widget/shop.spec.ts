import { readBalance } from '#e2e/fixtures/chain.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { enterShop, newCustomer } from '#e2e/fixtures/shop.ts'
import {
  confirmTransfer,
  locateFact,
  readHash,
  reviewTransfer,
  locateWidget,
} from '#e2e/fixtures/widget-steps.ts'

const TILL = '0x7a11000000000000000000000000000000c0ffee'
const FRIEND = '0x00000000000000000000000000000000000f0002'

test('behavior: on an integrator’s page a customer creates a wallet, gets coins, pays, reloads midway, and pays again', async ({
  stack,
  visit,
}) => {
  const { page, authenticator } = await visit()
  const customer = await newCustomer(page, stack, 'Mira Vogel')
  const { address } = customer
  expect(await authenticator.credentials()).toMatchObject([{ rpId: 'shop.localhost' }])

  await page.getByRole('button', { name: 'Get 25 demo coins' }).click()
  await expect(page.getByText('25 demo coins have arrived.')).toBeVisible()
  await expect(page.getByText('25.00 DEMO')).toBeVisible()

  await test.step('a product is paid: the page has set everything, so the customer only confirms', async () => {
    const till = await readBalance(stack, TILL)
    await page.getByRole('button', { name: '8.50 DEMO' }).click()
    await expect(locateWidget(page).getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
    await expect(locateWidget(page)).toContainText('8.5 DEMO')
    await expect(locateFact(page, 'To').first()).toContainText(new RegExp(TILL, 'i'))
    await confirmTransfer(page)
    await readHash(page)
    expect((await readBalance(stack, TILL)) - till).toBe(8_500_000n)
    await expect(page.getByText('16.50 DEMO')).toBeVisible()
  })

  await test.step('a reload during the next payment loses nothing', async () => {
    await page.getByRole('button', { name: '4.20 DEMO' }).click()
    await expect(locateWidget(page).getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: '4.20 DEMO' }).click()
    await expect(locateWidget(page).getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
    await locateWidget(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(locateWidget(page)).toBeHidden()
    await expect(page.getByText('16.50 DEMO')).toBeVisible()
    await expect(page.getByText(address)).toBeVisible()
  })

  await test.step('coins go to any address with the same passkey', async () => {
    await page.getByRole('button', { name: 'Send coins' }).click()
    await reviewTransfer(page, FRIEND, '1.5')
    await authenticator.setVerified(false)
    await locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }).click()
    await expect(locateWidget(page).getByRole('alert')).toContainText('Nothing was signed')
    await authenticator.setVerified(true)
    await confirmTransfer(page)
    await expect(page.getByText('15.00 DEMO')).toBeVisible()
    expect(await readBalance(stack, address)).toBe(15_000_000n)
  })

  await test.step('the customer leaves and returns to the same wallet', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(locateWidget(page)).toBeHidden()
    await expect(page.getByText(address)).toBeHidden()
    await enterShop(page, stack, customer)
    await expect(page.getByText(address)).toBeVisible()
    await expect(page.getByText('15.00 DEMO')).toBeVisible()
  })
})
