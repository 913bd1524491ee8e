import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

const TREASURY = '0x52908400098527886E0F7030069857D2E4169EE7'
/** An address with the same first and last characters as the treasury's. */
const IMITATION = '0x52908400000000000000000000000000e4169ee7'

test('behavior: a name is added, changed, found and shown wherever the address appears, and removed by typing it', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin)
  await page.goto('/address-book')
  await page.getByRole('button', { name: 'Add an address' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill(wallet.address)
  await dialog.getByLabel('Name').fill('Petty cash')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('cell', { name: 'Petty cash', exact: true })).toBeVisible()

  await page.goto(`/wallets/${wallet.address}`)
  await expect(page.getByText('Petty cash').first()).toBeVisible()

  await page.goto('/address-book?q=petty')
  await page.getByRole('button', { name: 'Change Petty cash' }).click()
  await dialog.getByLabel('Name').fill('Cash box')
  await dialog.getByRole('button', { name: 'Save' }).click()
  // Typing behind an open dialog has no effect.
  await expect(dialog).toBeHidden()
  await page.getByRole('searchbox').fill('cash box')
  await expect(page).toHaveURL(/q=cash\+box/)
  await page.getByRole('button', { name: 'Remove Cash box' }).click()
  await dialog.getByLabel(/Type/).fill('Cash box')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No entry found')).toBeVisible()
})

test('error: an address that imitates a known one causes a warning while it is typed and where it is shown', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  await page.goto('/address-book')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Lines').fill(`0x12,Short\n${TREASURY},`)
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog.getByLabel('Lines')).toHaveAccessibleDescription(/Line 1, address.*Line 2, name/)
  await dialog.getByLabel('Lines').fill(`address,name,note\n${TREASURY},Main treasury,"Vault 3, left"`)
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('cell', { name: 'Main treasury', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Add an address' }).first().click()
  await dialog.getByLabel('Address').fill(IMITATION)
  await expect(dialog.getByText('This looks like another address')).toBeVisible()
  expect(await inspect(page)).toEqual([])
  await page.keyboard.press('Escape')

  const { address } = await newWallet(stack, admin)
  const twin = address.slice(0, 6) + '0'.repeat(32) + address.slice(-4)
  await page.getByRole('button', { name: 'Add an address' }).first().click()
  await dialog.getByLabel('Address').fill(twin.toLowerCase())
  await dialog.getByLabel('Name').fill('Twin of a wallet')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`/wallets/${address}`)
  await expect(page.getByText(/Looks like Twin of a wallet/).first()).toBeVisible()
})
