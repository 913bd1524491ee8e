import { enrolApprover, approve, FRIEND } from '#e2e/fixtures/approver-steps.ts'
import { readBalance } from '#e2e/fixtures/chain.ts'
import {
  enrolAdministrator,
  startHostedConsole,
  locateWay,
  type HostedConsole,
} from '#e2e/fixtures/hosted-console.ts'
import { drip } from '#e2e/fixtures/inbox.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { show } from '#e2e/fixtures/tour.ts'
import { confirmTransfer, createWallet, reviewTransfer, locateWidget } from '#e2e/fixtures/widget-steps.ts'

let started: HostedConsole | undefined
test.afterAll(() => started?.stop())

test('behavior: a console in front of a hosted service creates a wallet, sends, has a transfer approved there, and gets the outcome by webhook', async ({
  stack,
  visit,
  picture,
}) => {
  test.slow()
  const hosted = await startHostedConsole(stack, { UPSTREAM_URL: `${stack.url}/v1/baas` })
  started = hosted
  const admin = await visit({ baseURL: hosted.url })
  const { page } = admin
  await enrolAdministrator(admin, hosted)

  await test.step('the settings name the service, and the webhook registers itself', async () => {
    await page.goto('/settings')
    await expect(page.getByText(new URL(stack.url).host, { exact: true })).toBeVisible()
    await expect(page.getByText('Accepted', { exact: true })).toBeVisible()
    await expect(locateWay(page, 'Webhook')).toContainText('Not set up')
    await page.getByRole('button', { name: 'Register the webhook' }).click()
    await expect(locateWay(page, 'Webhook')).toContainText('No contact yet')
    await page.getByText('Set it up by hand').click()
    await show(page, picture, 'hosted-settings', { opposites: true })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('a wallet of the organization sends at once', async () => {
    await page.goto('/wallets/new')
    await page.getByRole('button', { name: 'Continue' }).click()
    const address = await createWallet(page, stack, uniqueEmail('treasury'))
    await drip(stack, address, '25000000')
    await page.goto(`/wallets/${address}/send?form=widget`)
    const before = await readBalance(stack, FRIEND)
    await reviewTransfer(page, FRIEND, '2')
    await confirmTransfer(page)
    expect((await readBalance(stack, FRIEND)) - before).toBe(2_000_000n)
  })

  await test.step('a wallet of an end-user waits for the approval app of the service', async () => {
    const email = uniqueEmail('rosa')
    await page.goto('/wallets/new')
    await page.getByRole('radio', { name: /An end-user/ }).check()
    await page.getByLabel('User ID').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    const address = await createWallet(page, stack, email)
    await drip(stack, address, '25000000')
    const { page: app } = await visit()
    await enrolApprover(app, stack, email)
    await page.goto(`/wallets/${address}/send?form=widget`)
    await reviewTransfer(page, FRIEND, '1.5')
    const widget = locateWidget(page)
    await widget.getByRole('button', { name: 'Confirm with passkey' }).click()
    const pick = widget.getByRole('heading', { name: /^Pick [0-9]{2}$/ })
    const number = (await pick.innerText()).replace('Pick ', '')
    await app.getByRole('link', { name: /Send 1\.5 DEMO/ }).click()
    await approve(app, number)
    await expect(widget.getByRole('heading', { name: 'Confirmed' })).toBeVisible()
  })

  await test.step('the settings confirm that the webhook was received', async () => {
    await page.goto('/settings')
    await expect(locateWay(page, 'Webhook')).toContainText('Active')
    await expect(locateWay(page, 'Lookups at the service')).toContainText('Active')
    await expect(page.getByText('0 held transactions of this console')).toBeVisible()
    await show(page, picture, 'hosted-settings-heard', { widths: [360] })
  })
})
