import { mint } from '#e2e/fixtures/inbox.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { openHost, setCall } from '#e2e/fixtures/page-call.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import {
  confirmRaw,
  heard,
  makeNewPasskey,
  nameBackup,
  signToEnd,
  startFlow,
  walletContract,
} from '#e2e/fixtures/wallet-flow-steps.ts'
import { readAddress, locateWidget } from '#e2e/fixtures/widget-steps.ts'

test('behavior: on a page without stored data, the passkey alone finds the wallet', async ({
  stack,
  admin,
}) => {
  // With several passkeys the virtual device picks any, and the administrator's own belongs to no wallet.
  await admin.authenticator.clear()
  const wallet = await newWallet(stack, admin, { label: 'Found by passkey' })
  const { page } = admin
  await startFlow(stack, admin, 'login', wallet.address, ['execute'])
  const widget = locateWidget(page)
  await expect(widget.getByRole('heading', { name: 'Open your wallet' })).toBeVisible()
  expect(await inspect(page)).toEqual([])
  await widget.getByRole('button', { name: 'Use my passkey' }).click()
  await expect(widget.getByRole('heading', { name: 'This is your wallet' })).toBeVisible()
  await expect(widget).toContainText('Found by passkey')
  expect(await readAddress(widget)).toBe(wallet.address)
  expect(await heard(page, 'logged-in')).toEqual([{ address: wallet.address, label: 'Found by passkey' }])
  expect(await inspect(page)).toEqual([])
})

test('error: the passkey of another wallet opens nothing, and is removed from the device only after a second press', async ({
  stack,
  admin,
}) => {
  const mine = await newWallet(stack, admin, { label: 'Mine alone' })
  await admin.authenticator.clear()
  await newWallet(stack, admin, { label: 'Somebody else’s' })
  const { page } = admin
  await startFlow(stack, admin, 'login', mine.address, ['execute'])
  const widget = locateWidget(page)
  await widget.getByRole('button', { name: 'Use my passkey' }).click()
  await expect(widget.getByRole('heading', { name: 'That passkey opens none of your wallets' })).toBeVisible()
  await expect(widget.getByRole('button', { name: 'Yes, remove it' })).toBeHidden()
  expect(await inspect(page)).toEqual([])
  expect(await admin.authenticator.credentials()).toHaveLength(1)
  await widget.getByRole('button', { name: 'Try another passkey' }).click()
  await expect(widget.getByRole('heading', { name: 'Open your wallet' })).toBeVisible()
  expect(await heard(page, 'logged-in')).toEqual([])
})

test('behavior: the full address is shown with its QR code, and arriving tokens are announced', async ({
  stack,
  admin,
}) => {
  const wallet = await newWallet(stack, admin, { label: 'Receiving' })
  const { page } = admin
  await startFlow(stack, admin, 'receive', wallet.address, ['execute'])
  const widget = locateWidget(page)
  await expect(widget.getByRole('heading', { name: 'Receive', exact: true })).toBeVisible()
  await expect(widget.getByRole('img', { name: 'QR code of your address' })).toBeVisible()
  expect(await readAddress(widget)).toBe(wallet.address)
  expect(await inspect(page)).toEqual([])
  const { tokens } = await stack.sandbox()
  await mint(stack, { token: tokens.erc20, to: wallet.address, amount: '3500000' })
  await expect(widget.getByText('Received 3.5 DEMO').first()).toBeVisible({ timeout: 60_000 })
  await expect
    .poll(() => heard(page, 'received'))
    .toMatchObject([{ walletAddress: wallet.address, units: '3500000' }])
})

test('behavior: a backup address is set, proposes a new passkey, and the recovery waits three days', async ({
  stack,
  admin,
}) => {
  test.slow()
  const { page } = admin
  const lost = await newWallet(stack, admin, { label: 'Nearly lost' })
  const backup = await newWallet(stack, admin, { label: 'Backup' })
  const contract = await walletContract(stack, lost.address)
  const widget = locateWidget(page)

  await test.step('without a backup address there is no recovery', async () => {
    await startFlow(stack, admin, 'recover', lost.address)
    await expect(widget.getByRole('heading', { name: 'This wallet has no backup address' })).toBeVisible()
    expect(await inspect(page)).toEqual([])
  })

  await test.step('the backup address is checked, confirmed and set', async () => {
    await startFlow(stack, admin, 'backup', lost.address)
    const field = widget.getByLabel('New backup address')
    await field.fill(lost.address)
    await widget.getByRole('button', { name: 'Check and sign' }).click()
    await expect(field).toHaveAccessibleDescription(/wallet of your own/)
    await expect(field).toHaveValue(lost.address)
    expect(await inspect(page)).toEqual([])
    await nameBackup(page, backup.address)
    expect(await contract.backup()).toBe(backup.address)
    expect(await heard(page, 'backup-set')).toEqual([
      { address: lost.address, backupAddress: backup.address },
    ])
  })

  const data = await test.step('the new passkey is created, and its call displayed', async () => {
    await startFlow(stack, admin, 'recover', lost.address)
    // Removes the lost passkey from the virtual device, which also has room for only three.
    const kept = await admin.authenticator.credentials()
    await admin.authenticator.clear()
    const shown = await makeNewPasskey(page)
    expect(await admin.authenticator.credentials()).toHaveLength(1)
    await admin.authenticator.clear()
    await admin.authenticator.add(kept)
    await expect(widget.getByRole('img', { name: /QR code of the call/ })).toBeVisible()
    expect(await inspect(page)).toEqual([])
    return shown
  })

  await test.step('the backup address, a wallet too, sends it', async () => {
    await openHost(stack, admin, { walletAddress: backup.address })
    await setCall(page, { kind: 'raw', to: lost.address, data })
    await confirmRaw(page)
    expect((await contract.pending())[2]).toBeGreaterThan(0n)
  })

  await test.step('resumed, the recovery waits for the remaining time', async () => {
    await startFlow(stack, admin, 'recover', lost.address)
    await expect(widget.getByRole('heading', { name: 'Waiting' })).toBeVisible()
    await expect(widget.getByRole('timer')).toContainText(/2 days 23:5\d:\d\d/)
    expect(await inspect(page)).toEqual([])
  })

  await test.step('the current passkey rejects it', async () => {
    await startFlow(stack, admin, 'backup', lost.address)
    await widget.getByRole('button', { name: 'Refuse the new passkey' }).click()
    await expect(widget).toContainText('You refuse the proposed passkey')
    await signToEnd(page)
    expect((await contract.pending())[2]).toBe(0n)
  })
})
