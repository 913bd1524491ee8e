import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'

const NOBODY = '0x52908400098527886E0F7030069857D2E4169EE7'

test('behavior: the search finds wallets by name, end-user and address, is kept in the URL, and clears', async ({
  stack,
  sharedAdmin: admin,
}) => {
  const { page } = admin
  const savings = await newWallet(stack, admin, { label: 'Savings of the year' })
  const user = await newWallet(stack, admin, {
    label: 'Pocket money',
    externalUserId: 'customer-4711',
    externalUserLabel: 'Grace Hopper',
  })
  await page.goto('/wallets')
  const search = page.getByRole('searchbox')
  const table = page.getByRole('table', { name: 'Wallets, newest first' })
  await expect(table.getByRole('row', { name: /Pocket money/ })).toContainText('Grace Hopper')

  for (const [typed, found] of [
    ['savings of', 'Savings of the year'],
    ['Grace', 'Pocket money'],
    ['customer-4711', 'Pocket money'],
    [user.address.slice(0, 12), 'Pocket money'],
    [savings.address, 'Savings of the year'],
  ] as const) {
    await search.fill(typed)
    await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(typed).replaceAll('%20', '\\+')}`))
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(table).toContainText(found)
  }
  await page.reload()
  await expect(search).toHaveValue(savings.address)
  await expect(table.getByRole('row')).toHaveCount(2)

  await search.fill('no wallet is called so')
  await expect(page.getByText('No wallet found')).toBeVisible()
  await expect(page.getByText('No results for “no wallet is called so”')).toBeVisible()
  await page.getByRole('link', { name: 'Clear the search' }).click()
  await expect(search).toHaveValue('')
  await expect(table.getByRole('row', { name: /Savings of the year/ })).toBeVisible()
  await table.getByRole('link', { name: 'Savings of the year' }).click()
  await expect(page.getByRole('heading', { name: 'Savings of the year' })).toBeVisible()
})

test('error: a missing wallet and an invalid address show the same message and a way back', async ({
  sharedAdmin: { page },
}) => {
  for (const path of [`/wallets/${NOBODY}`, `/wallets/${NOBODY}/send`, '/wallets/0x123']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Wallet not found' })).toBeVisible()
    await expect(page.getByText('The organization has no wallet with this address.')).toBeVisible()
  }
  await page.getByRole('link', { name: 'All wallets' }).click()
  await expect(page).toHaveURL('/wallets')
  await page.goto('/nothing/here')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the overview' }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
})

test('error: an end-user without an id is reported at the field, and the typed name stays', async ({
  sharedAdmin: { page },
}) => {
  await page.goto('/wallets/new')
  await page.getByRole('radio', { name: /An end-user/ }).check()
  await page.getByLabel('User name').fill('Grace Hopper')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('User ID')).toHaveAccessibleDescription(/must not be empty/i)
  await expect(page.getByLabel('User name')).toHaveValue('Grace Hopper')
  await page.getByLabel('User ID').fill('customer-1')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Create your wallet' })).toBeVisible()
})

test('behavior: an empty wallet shows its receiving address, and demo coins arrive without a reload', async ({
  stack,
  sharedAdmin: admin,
}) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin, { label: 'Empty at first' })
  await page.goto(`/wallets/${wallet.address}`)
  await expect(page.getByText('No tokens yet')).toBeVisible()
  await expect(page.getByText('No transactions yet')).toBeVisible()
  await page.getByRole('button', { name: 'Receive' }).click()
  await expect(page.getByRole('img', { name: 'QR code of this wallet’s address' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Get 100 DEMO' }).first().click()
  await expect(page.getByText('Demo Coin')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Demo Coin' })).toContainText('100')
})
