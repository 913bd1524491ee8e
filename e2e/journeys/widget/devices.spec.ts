import { FRIEND } from '#e2e/fixtures/approver-steps.ts'
import { drip } from '#e2e/fixtures/inbox.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { openCreation, openHost, setAttributes } from '#e2e/fixtures/page-call.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { call } from '#e2e/fixtures/spec-client.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import {
  confirmTransfer,
  createWallet,
  locateFact,
  reviewTransfer,
  locateWidget,
} from '#e2e/fixtures/widget-steps.ts'

const PHONE = { viewport: { width: 390, height: 844 } }

test('behavior: a second device is added with a code and words, pays, and removes the first one', async ({
  stack,
  administrator: { storageState },
  visit,
  picture,
}) => {
  const [old, fresh] = [await visit({ storageState }), await visit({ ...PHONE, storageState })]
  await openCreation(stack, old)
  const walletAddress = await createWallet(old.page, stack, uniqueEmail('devices'))
  await drip(stack, walletAddress, '5000000')

  await openHost(stack, fresh, { walletAddress })
  await setAttributes(fresh.page, { flow: 'devices' })
  const here = locateWidget(fresh.page)
  await here.getByRole('button', { name: 'Add this device' }).click()
  await here.getByLabel('Name of this device').fill('Phone')
  await here.getByRole('button', { name: 'Create passkey' }).click()
  await expect(here.getByRole('heading', { name: 'Allow it on your other device' })).toBeVisible()
  await picture(fresh.page, 'device-waiting')
  expect(await inspect(fresh.page)).toEqual([])
  const code = (await locateFact(fresh.page, 'Code').locator('code').innerText()).replaceAll(/\s/g, '')
  const words = await locateFact(fresh.page, 'Verification words').locator('code').innerText()

  await openHost(stack, old, { walletAddress })
  await setAttributes(old.page, { flow: 'devices' })
  const there = locateWidget(old.page)
  await there.getByRole('button', { name: 'Add another device' }).click()
  await there.getByLabel('Code of the new device').fill(code)
  await there.getByRole('button', { name: 'Compare' }).click()
  await expect(there.getByRole('heading', { name: 'Compare the words' })).toBeVisible()
  await expect(there).toContainText(words)
  await picture(old.page, 'device-words')
  await there.getByRole('button', { name: 'The words are the same' }).click()
  await expect(there.getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
  await expect(there).toContainText('This device can sign everything')
  await picture(old.page, 'device-confirm')
  expect(await inspect(old.page)).toEqual([])
  await there.getByRole('button', { name: 'Confirm with passkey' }).click()
  await expect(there.getByRole('heading', { name: 'Done' })).toBeVisible({ timeout: 60_000 })

  await expect(here.getByRole('heading', { name: 'This device opens your wallet' })).toBeVisible({
    timeout: 60_000,
  })
  await here.getByRole('button', { name: 'Show the devices' }).click()
  await expect(here.getByRole('button', { name: 'Remove Unnamed device' })).toBeVisible()
  await picture(fresh.page, 'devices')
  await here.getByRole('button', { name: 'Remove Unnamed device' }).click()
  await here.getByRole('button', { name: 'Confirm with passkey' }).click()
  await expect(here.getByRole('heading', { name: 'Done' })).toBeVisible({ timeout: 60_000 })
  const { content } = await call(stack, 'GET', `/wallets/${walletAddress}`)
  expect(content).toMatchObject({ keys: [{ number: 1 }] })

  await openHost(stack, fresh, { walletAddress })
  await setAttributes(fresh.page, { flow: 'send' })
  await reviewTransfer(fresh.page, FRIEND, '1')
  await confirmTransfer(fresh.page)
})
