import { readBalance } from '#e2e/fixtures/chain.ts'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { confirmSend, reviewSend } from '#e2e/fixtures/send-steps.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

const RECIPIENT = '0x00000000000000000000000000000000000f0003'

test('behavior: after kill -9 under an open console the same session shows the same wallets, balances and transactions', async ({
  stack,
  admin,
  complaints,
}) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin, { label: 'Survivor', coins: '9000000' })
  await page.goto('/wallets')
  await page.getByRole('link', { name: 'Survivor' }).click()
  await page.getByRole('link', { name: 'Send', exact: true }).first().click()
  await reviewSend(page, RECIPIENT, '1.25')
  await confirmSend(page)
  const main = page.getByRole('main')
  await expect(page.getByText('Transaction hash', { exact: true })).toBeVisible()
  const hash = /0x[0-9a-f]{64}/.exec((await main.innerText()).replaceAll(/\s/g, ''))?.[0] ?? ''
  expect(hash).not.toBe('')

  await test.step('a transfer whose response the crash may have dropped is on chain once or not at all', async () => {
    await page.goto(`/wallets/${wallet.address}`)
    await expect(page.getByText('7.75 DEMO')).toBeVisible()
    await page.getByRole('link', { name: 'Send', exact: true }).first().click()
    await reviewSend(page, RECIPIENT, '2')
    const sent = page.waitForRequest('**/api/widget/transactions/execute')
    await locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }).click()
    await sent
    await stack.kill()
  })

  await test.step('while the server is down, the console says so and offers a next step', async () => {
    await page.getByRole('link', { name: 'Wallets', exact: true }).click()
    await page.getByRole('searchbox').fill('Surv')
    await expect(page.getByText('No connection to the server').first()).toBeVisible()
    await page.getByRole('link', { name: 'Tokens' }).click()
    await expect(page.getByText('This page could not be displayed')).toBeVisible()
  })

  await stack.start()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('table', { name: 'Allowed tokens' })).toBeVisible()
  await page.getByRole('link', { name: 'Wallets', exact: true }).click()
  await expect(page.getByRole('row', { name: /Survivor/ })).toBeVisible()
  await page.getByRole('link', { name: 'Survivor' }).click()
  const left = await readBalance(stack, wallet.address)
  expect([7_750_000n, 5_750_000n]).toContain(left)
  await expect(page.getByText(left === 7_750_000n ? '7.75 DEMO' : '5.75 DEMO')).toBeVisible()
  await page.getByRole('link', { name: 'Send 1.25 DEMO' }).click()
  await expect(async () => {
    expect((await main.innerText()).replaceAll(/\s/g, '')).toContain(hash)
  }).toPass()
  await page.goBack()

  await test.step('afterwards the next transfer is confirmed', async () => {
    await page.getByRole('link', { name: 'Send', exact: true }).first().click()
    await reviewSend(page, RECIPIENT, '0.75')
    await confirmSend(page)
    expect(left - (await readBalance(stack, wallet.address))).toBe(750_000n)
  })
  forgive(
    complaints,
    /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INCOMPLETE)|dynamically imported module/,
  )
})
