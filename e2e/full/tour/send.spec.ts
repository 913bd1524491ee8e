import { tokenState } from '#e2e/fixtures/chain.ts'
import { drip, mint } from '#e2e/fixtures/inbox.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { confirmSend, review } from '#e2e/fixtures/send-steps.ts'
import { show } from '#e2e/fixtures/tour.ts'

const FRIEND = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const KIND = 'What do you want to do?'

test.beforeEach(() => test.slow())

test('behavior: the form of every kind is accessible, in both themes and at both widths', async ({
  stack,
  admin,
  picture,
}) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin, { label: 'Treasury for the tour' })
  const { tokens } = await tokenState(stack)
  await drip(stack, wallet.address, '1240500000')
  const tokenId = '9900001'
  await mint(stack, { token: tokens.erc1155, to: wallet.address, tokenId, amount: '100' })
  const reviewButton = page.getByRole('button', { name: 'Review', exact: true })

  await page.goto(`/wallets/${wallet.address}/send`)
  await page.getByLabel('Amount', { exact: true }).fill('12.5')
  await page.getByLabel('To', { exact: true }).fill(FRIEND)
  await expect(page.getByText('never sent to this address')).toBeVisible()
  await show(page, picture, 'send-coins')
  await page.getByLabel('Amount', { exact: true }).fill('12.1234567')
  await page.getByLabel('To', { exact: true }).fill('alice')
  await reviewButton.click()
  await expect(page.getByLabel('Amount', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await show(page, picture, 'send-coins-problems')

  await page.goto(`/wallets/${wallet.address}/send?kind=erc20-approve&spender=${FRIEND}`)
  await page.getByLabel('Unlimited').check()
  await reviewButton.click()
  await expect(page.getByText('Tick this to continue')).toBeVisible()
  await show(page, picture, 'send-allowance')

  await page.goto(`/wallets/${wallet.address}/send?kind=set-approval-for-all&operator=${FRIEND}`)
  await expect(page.getByText(/^All NFTs of/)).toBeVisible()
  await show(page, picture, 'send-operator')
  await page.getByLabel(KIND).selectOption('erc721-approve')
  await show(page, picture, 'send-item-approval')
  await page.getByLabel(KIND).selectOption('erc1155-transfer')
  await show(page, picture, 'send-item')

  await page.goto(`/wallets/${wallet.address}/send?kind=erc1155-batch-transfer&to=${FRIEND}`)
  await page.getByRole('button', { name: 'Paste CSV' }).click()
  await page.getByLabel('Rows as CSV').fill(`id,units\n${tokenId},x\n2`)
  await page.getByRole('button', { name: 'Replace the rows' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await show(page, picture, 'send-batch-paste')
  await page.getByLabel('Rows as CSV').fill(`id,units\n${tokenId},5\n${tokenId},6`)
  await page.getByRole('button', { name: 'Replace the rows' }).click()
  await page.getByLabel('Units, row 2').fill('1.5')
  await reviewButton.click()
  await expect(page.getByLabel('Units, row 2')).toHaveAttribute('aria-invalid', 'true')
  await show(page, picture, 'send-batch')

  await page.goto(`/wallets/${wallet.address}/send?token=${FRIEND}&to=${FRIEND}&amount=1`)
  await expect(page.getByText('No contract at this address', { exact: true })).toBeVisible()
  await show(page, picture, 'send-unknown-token')

  await page.goto(`/wallets/${wallet.address}/send?amount=12.5&to=${FRIEND}`)
  await review(page)
  await page.getByText('Call details').click()
  await show(page, picture, 'send-review')
  await confirmSend(page)
})

test('behavior: the list of tokens, warnings about one and its removal are accessible', async ({
  stack,
  admin: { page },
  picture,
}) => {
  const { tokens } = await tokenState(stack)
  await page.goto('/tokens')
  await expect(page.getByRole('table', { name: 'Allowed tokens' })).toBeVisible()
  await show(page, picture, 'tokens-list')
  await page.getByRole('button', { name: /^Remove DEMO/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await show(page, picture, 'tokens-remove')

  const imitation = { isContract: true, standard: 'erc20', name: 'Dеmo Coin', symbol: 'DEM0', decimals: 24 }
  const found = { ...imitation, address: tokens.erc1155.replace(/.{4}$/, '0000'), hasHiddenText: true }
  await page.route('**/api/org/tokens/inspect', (route) =>
    route.fulfill({ json: { statusCode: 200, content: found } }),
  )
  await page.goto(`/tokens?address=${found.address.toLowerCase()}`)
  await expect(page.getByText('Looks like DEMO, but is not')).toBeVisible()
  await show(page, picture, 'tokens-imitation')
})
