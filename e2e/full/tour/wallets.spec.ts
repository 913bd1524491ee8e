import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { show } from '#e2e/fixtures/tour.ts'

test('behavior: the filters of wallets are accessible, in both themes and at both widths', async ({
  stack,
  admin,
  picture,
}) => {
  test.slow()
  const { page } = admin
  await newWallet(stack, admin, { label: 'Toured savings' })
  await newWallet(stack, admin, {
    label: 'Toured pocket money',
    externalUserId: 'toured-customer',
    externalUserLabel: 'Mary Jackson',
  })
  await page.goto('/wallets?q=Toured&from=2020-01-01&sort=label')
  await expect(page.getByText('Mary Jackson').first()).toBeAttached()
  await show(page, picture, 'wallets-filtered')
})
