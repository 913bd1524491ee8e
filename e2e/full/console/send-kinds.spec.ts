import { forgive } from '#e2e/fixtures/complaints.ts'
import { mint } from '#e2e/fixtures/inbox.ts'
import { newItem, newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { routeOnce } from '#e2e/fixtures/proxy.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

const FRIEND = '0x52908400098527886E0F7030069857D2E4169EE7'
const ZERO = '0x0000000000000000000000000000000000000000'
const KIND = 'What do you want to do?'

test('error: every wrong entry is reported at its field, also the service’s errors, and all input stays', async ({
  stack,
  admin,
  complaints,
}) => {
  test.slow()
  const { page } = admin
  const wallet = await newWallet(stack, admin, { label: 'Mistakes', coins: '3000000' })
  const { tokens } = await stack.sandbox()
  await page.goto(`/wallets/${wallet.address}/send`)
  const to = page.getByLabel('To', { exact: true })
  const amount = page.getByLabel('Amount', { exact: true })
  await expect(page.getByRole('button', { name: 'All: 3' })).toBeVisible()
  const cases: [to: string, toProblem: RegExp, amount: string, amountProblem: RegExp][] = [
    ['', /Enter an address/, '', /Enter an amount/],
    ['alice', /must be an address/i, '1,5', /number such as/],
    ['0x52908400098527886E0F7030069857d2E4169EE7', /typo/, '0', /more than zero/],
    [ZERO, /has no owner/, '1.1234567', /at most 6 decimals/],
    [tokens.erc20, /own contract/, '3.000001', /exceeds the wallet’s balance/i],
  ]
  for (const [typedTo, toProblem, typedAmount, amountProblem] of cases) {
    await to.fill(typedTo)
    await amount.fill(typedAmount)
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(to).toHaveAccessibleDescription(toProblem)
    await expect(amount).toHaveAccessibleDescription(amountProblem)
    await expect(to).toHaveValue(typedTo)
    await expect(amount).toHaveValue(typedAmount)
  }

  await test.step('a contract that cannot receive the token is reported at the recipient', async () => {
    await page.getByLabel(KIND).selectOption('erc721-transfer')
    const tokenId = newItem()
    await mint(stack, { token: tokens.erc721, to: wallet.address, tokenId })
    await page.getByLabel('Token ID').fill(tokenId)
    await to.fill(tokens.erc20)
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(to).toHaveAccessibleDescription(/cannot receive this token/)
    await expect(page.getByLabel('Token ID')).toHaveValue(tokenId)
  })

  await test.step('a lost connection keeps all input', async () => {
    await page.getByLabel(KIND).selectOption('erc20-transfer')
    await to.fill(FRIEND)
    await amount.fill('1')
    await routeOnce(page, '**/api/baas/tokens/erc20/transfer', (route) => route.abort())
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await expect(page.getByText('No connection to the server')).toBeVisible()
    await expect(to).toHaveValue(FRIEND)
    forgive(complaints, /ERR_FAILED/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(locateWidget(page).getByRole('button', { name: 'Confirm with passkey' })).toBeVisible()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(to).toHaveValue(FRIEND)
    await expect(amount).toHaveValue('1')
  })

  await test.step('an address that imitates one of our wallets causes a warning', async () => {
    const ends = wallet.address.toLowerCase()
    await to.fill(`${ends.slice(0, 8)}${'0'.repeat(28)}${ends.slice(-6)}`)
    await expect(page.getByText('This address looks like another one')).toBeVisible()
    await to.fill(wallet.address)
    await expect(to).toHaveAccessibleDescription(/the wallet itself/)
    expect(await inspect(page)).toEqual([])
  })
})
