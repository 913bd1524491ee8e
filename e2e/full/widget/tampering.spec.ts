import { readBalance } from '#e2e/fixtures/chain.ts'
import { drip } from '#e2e/fixtures/inbox.ts'
import { newWallet, uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { countRequests, tamperWith } from '#e2e/fixtures/proxy.ts'
import {
  confirmEmail,
  locateFact,
  openNewWallet,
  reviewTransfer,
  locateWidget,
} from '#e2e/fixtures/widget-steps.ts'

const FRIEND = '0x00000000000000000000000000000000000f0001'
const THIEF = '0x00000000000000000000000000000000000bad01'
const UNITS = '2000000'

test('error: if a proxy changes the signed call, nothing is executed', async ({ stack, admin }) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin, { coins: '50000000' })
  await page.goto(`/wallets/${wallet.address}/send?form=widget`)
  await page.route('**/api/widget/transactions/execute', async (route) => {
    const request = route.request().postDataJSON()
    await route.continue({ postData: JSON.stringify({ ...request, params: [THIEF, UNITS] }) })
  })
  await reviewTransfer(page, FRIEND, '2')
  await locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }).click()
  await expect(locateWidget(page).getByRole('alert')).toContainText('The signature was not accepted')
  await expect(locateWidget(page).getByRole('alert')).toContainText('Nothing was sent')
  expect(await readBalance(stack, THIEF)).toBe(0n)
  expect(await readBalance(stack, wallet.address)).toBe(50_000_000n)
})

test('error: if a proxy returns another address, factory or wallet for a new passkey, it is detected before a wallet is created', async ({
  stack,
  admin,
}) => {
  const { page, authenticator } = admin
  const widget = locateWidget(page)
  const creations = countRequests(page, 'POST', '/widget/wallets')
  const counts = async () => (await authenticator.credentials()).map(({ signCount }) => signCount)
  const before = (await counts()).length
  const email = uniqueEmail('tampered')
  const refused = async () => {
    await expect(widget.getByRole('alert')).toContainText('named an address that is not your passkey’s')
    await expect(widget.getByRole('alert')).toContainText('Send nothing to it')
    await expect(widget).not.toContainText(/0x/)
  }

  await openNewWallet(page)
  const first = await confirmEmail(page, stack, email)
  const stopPredict = await tamperWith(page, 'POST /wallets/predict', [
    ['address', THIEF],
    ['fee.required', true],
    ['fee.sufficient', false],
    ['fee.amountPerTransaction', '1000000'],
  ])
  await widget.getByRole('button', { name: 'Create passkey' }).click()
  await refused()
  stopPredict()

  const stopConfig = await tamperWith(page, 'GET /config', [['factory', THIEF]])
  await widget.getByRole('button', { name: 'Start again' }).click()
  const second = await confirmEmail(page, stack, email, first)
  await widget.getByRole('button', { name: 'Use my passkey' }).click()
  await refused()
  stopConfig()
  expect(creations()).toBe(0)
  const made = await counts()
  expect(made).toHaveLength(before + 1)

  await widget.getByRole('button', { name: 'Start again' }).click()
  await confirmEmail(page, stack, email, second)
  await tamperWith(page, 'POST /wallets', [['address', THIEF]])
  await widget.getByRole('button', { name: 'Use my passkey' }).click()
  await refused()
})

test('error: if a proxy swaps the wallet’s public key or the chain, it gets no transfer', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin)
  const other = await newWallet(stack, admin)
  await drip(stack, wallet.address, '50000000')
  const friend = await readBalance(stack, FRIEND)
  const executions = countRequests(page, 'POST', '/widget/transactions/execute')

  await test.step('the key of another wallet', async () => {
    const stop = await tamperWith(page, 'GET /wallets', [
      ['0.passkey.qx', other.qx],
      ['0.passkey.qy', other.qy],
      ['0.passkeys.0.qx', other.qx],
      ['0.passkeys.0.qy', other.qy],
    ])
    await page.goto(`/wallets/${wallet.address}/send?form=widget`)
    await reviewTransfer(page, FRIEND, '2')
    await locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }).click()
    await expect(locateWidget(page).getByRole('alert')).toContainText('That is the passkey of another wallet')
    expect(executions()).toBe(0)
    stop()
  })

  await test.step('another chain is displayed as such, and its signature is useless here', async () => {
    await tamperWith(page, 'GET /config', [['chainId', 1]])
    await page.goto(`/wallets/${wallet.address}/send?form=widget`)
    await reviewTransfer(page, FRIEND, '2')
    await expect(locateFact(page, 'Network')).toHaveText('Ethereum · Chain 1')
    await locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }).click()
    await expect(locateWidget(page).getByRole('alert')).toContainText('The signature was not accepted')
  })
  expect(await readBalance(stack, FRIEND)).toBe(friend)
  expect(await readBalance(stack, wallet.address)).toBe(50_000_000n)
})
