import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { approve, enrolApprover, FRIEND } from '#e2e/fixtures/approver-steps.ts'
import { readBalance } from '#e2e/fixtures/chain.ts'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { enrolledCustomer, readNumber } from '#e2e/fixtures/held-calls.ts'
import {
  enrolAdministrator,
  startHostedConsole,
  locateWay,
  type HostedConsole,
} from '#e2e/fixtures/hosted-console.ts'
import { drip } from '#e2e/fixtures/inbox.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { startPlainService, type PlainService } from '#e2e/fixtures/plain-service.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { callService } from '#e2e/fixtures/service.ts'
import { prepare, sign } from '#e2e/fixtures/spec-client.ts'
import { createWallet, reviewTransfer, locateWidget } from '#e2e/fixtures/widget-steps.ts'

let plain: PlainService | undefined
let hosted: HostedConsole | undefined
test.afterAll(async () => {
  await hosted?.stop()
  await plain?.stop()
})

const recordsSchema = z.object({
  content: z.array(
    z.object({
      transactionUuid: z.string(),
      status: z.string(),
      learntFrom: z.string(),
      outcomeUnreported: z.optional(z.boolean()),
      approval: z.object({ expiresAtDatetime: z.string() }),
    }),
  ),
})
const secretSchema = z.object({ secret: z.string() })

/** The held transactions that the console's server knows, newest first. */
async function records(page: Page) {
  const answered = await page.request.get('/api/baas/transactions')
  return recordsSchema.parse(await answered.json()).content
}

test('behavior: in front of a service with only the specification, outcomes arrive by webhook, undecided ones are shown as unknown after their time limit, and the console says which source it uses', async ({
  stack,
  visit,
  picture,
  complaints,
}) => {
  test.setTimeout(420_000)
  const { chainId, factory } = await stack.sandbox()
  plain = await startPlainService(stack)
  hosted = await startHostedConsole(stack, {
    UPSTREAM_URL: plain.baseUrl,
    UPSTREAM_CHAIN_ID: String(chainId),
    UPSTREAM_FACTORY: factory,
  })
  const admin = await visit({ baseURL: hosted.url })
  const { page } = admin
  await enrolAdministrator(admin, hosted)

  await test.step('the webhook is set up by hand', async () => {
    await page.goto('/settings')
    await expect(locateWay(page, 'Webhook')).toContainText('Not set up')
    await expect(locateWay(page, 'Lookups at the service')).toContainText('Not tried yet')
    const url = await page.getByText(/^http\S+\/api\/upstream\/webhooks\//).innerText()
    const registered = await callService(stack, 'POST', '/org/webhooks', {
      body: { url, types: ['transaction.approved', 'transaction.rejected'] },
    })
    expect(registered.status).toBe(200)
    await picture(page, 'plain-settings')
    await page.getByLabel('Signing secret').fill(secretSchema.parse(registered.content).secret)
    await page.getByRole('button', { name: 'Store the secret' }).click()
    await expect(locateWay(page, 'Webhook')).toContainText('No contact yet')
  })

  const { page: app } = await visit()
  const email = uniqueEmail('sara')
  let address = ''
  await test.step('the widget creates a wallet', async () => {
    await page.goto('/wallets/new')
    await page.getByRole('radio', { name: /An end-user/ }).check()
    await page.getByLabel('User ID').fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    address = await createWallet(page, stack, email)
    await drip(stack, address, '25000000')
    await enrolApprover(app, stack, email)
  })

  const send = async (amount: string) => {
    await page.goto(`/wallets/${address}/send?form=widget`)
    // This service reports no outcome of an approved transaction, so the widget shows the transaction until its time
    // limit has passed.
    const more = locateWidget(page).getByRole('button', { name: 'Send more' })
    await expect(more.or(locateWidget(page).getByRole('heading', { name: 'Send tokens' }))).toBeVisible()
    if (await more.isVisible()) await more.click()
    await reviewTransfer(page, FRIEND, amount)
    await locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }).click()
    await expect(locateWidget(page).getByRole('heading', { name: 'Waiting for your approval' })).toBeVisible()
  }

  await test.step('an approval arrives by webhook, and nothing more is claimed', async () => {
    const before = await readBalance(stack, FRIEND)
    await send('1.5')
    const [held] = await records(page)
    expect(held).toMatchObject({ status: 'PENDING_USER_APPROVAL', learntFrom: 'execute' })
    await app.getByRole('link', { name: /Send 1\.5 DEMO/ }).click()
    await approve(app, await readNumber(stack, held?.transactionUuid ?? ''))
    await expect(app.getByRole('status').filter({ hasText: 'Confirmed' })).toBeVisible()
    await expect(locateWidget(page).getByRole('heading', { name: 'Approved' })).toBeVisible()
    expect((await readBalance(stack, FRIEND)) - before).toBe(1_500_000n)
    expect((await records(page))[0]).toMatchObject({ status: 'APPROVED', learntFrom: 'webhook' })
    const unknown = locateWidget(page).getByRole('paragraph').filter({ hasText: 'service does not report' })
    await expect(unknown).toBeVisible({ timeout: 60_000 })
    await picture(page, 'plain-approved')
  })

  await test.step('a refusal arrives by webhook', async () => {
    await send('2.5')
    await app.goto(`${stack.url}/approve`)
    await app.getByRole('link', { name: /Send 2\.5 DEMO/ }).click()
    await app.getByRole('button', { name: 'Decline' }).click()
    await expect(locateWidget(page).getByRole('heading', { name: 'Declined' })).toBeVisible()
    expect((await records(page))[0]).toMatchObject({ status: 'REJECTED', learntFrom: 'webhook' })
  })

  await test.step('an undecided transaction has an unknown outcome after its time limit', async () => {
    const customer = await enrolledCustomer(stack, () => visit(), 'Tom')
    const { tokens } = await stack.sandbox()
    const prepared = await prepare(stack, customer.wallet, 'erc20/transfer', {
      tokenAddress: tokens.erc20,
      to: FRIEND,
      amount: '1',
    })
    const expiration = BigInt(Math.floor(Date.now() / 1_000) + 60 + 25)
    const executed = await page.request.post('/api/baas/transactions/execute', {
      headers: { origin: hosted?.url ?? '' },
      data: await sign(stack, customer.wallet, prepared, { expiration }),
    })
    expect(executed.status(), await executed.text()).toBe(200)
    expect((await records(page))[0]).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
    await expect
      .poll(async () => (await records(page))[0], { timeout: 120_000 })
      .toMatchObject({ status: 'PENDING_USER_APPROVAL', outcomeUnreported: true })
  })

  await test.step('the settings show the source, the wallet’s page the known state', async () => {
    await page.goto('/settings')
    await expect(locateWay(page, 'Webhook')).toContainText('Active')
    await expect(locateWay(page, 'Lookups at the service')).toContainText('Not offered')
    await picture(page, 'plain-settings-relied')
    await page.goto(`/wallets/${address}`)
    await expect(page.getByText('Approved', { exact: true }).locator('visible=true')).toBeVisible()
    await expect(page.getByText('Declined', { exact: true }).locator('visible=true')).toBeVisible()
    await picture(page, 'plain-wallet')
  })
  await test.step('the console’s list of transactions shows the same', async () => {
    await page.goto('/transactions')
    const rowOf = (call: string) => page.getByRole('row').filter({ hasText: call })
    await expect(rowOf('Send 1.5 DEMO')).toContainText('Approved')
    await expect(rowOf('Send 2.5 DEMO')).toContainText('Declined')
    await expect(rowOf('Send 0.000001 DEMO')).toContainText('Outcome unknown')
    await picture(page, 'plain-transactions')
  })
  // Features that the service lacks return the documented error.
  forgive(complaints, /status of 501/)
})
