import type { Locator, Page } from '@playwright/test'
import { codeFor } from '#e2e/fixtures/inbox.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { call } from '#e2e/fixtures/spec-client.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

/** Time limit in milliseconds for a wallet, a decision and a block on a busy machine. */
const IN_A_DEMO = { timeout: 60_000 }

const controlsOf = (page: Page) => page.getByRole('dialog', { name: 'Sandbox controls' })

async function openControls(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Sandbox controls' }).click()
  const controls = controlsOf(page)
  await expect(controls.getByLabel('Delay in seconds')).toBeVisible()
  return controls
}

async function closeControls(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(controlsOf(page)).toBeHidden()
}

/** Sets the behavior of the scripted end-users, lets one of them pay, and opens the page of the payment. */
async function payScripted(page: Page, behaviour: RegExp, seconds = '0'): Promise<void> {
  const controls = await openControls(page)
  await controls.getByRole('radio', { name: behaviour }).check()
  await controls.getByLabel('Delay in seconds').fill(seconds)
  await controls.getByRole('button', { name: 'Save script' }).click()
  await expect(controls.getByText('Saved. It applies to transactions held from now on.')).toBeVisible()
  await controls.getByRole('button', { name: 'Make a payment' }).first().click()
  await controls
    .getByRole('link', { name: 'The payment is held. Watch it' })
    .click({ timeout: IN_A_DEMO.timeout })
  await expect(page).toHaveURL(/\/transactions\/[0-9a-f-]{36}$/)
}

test('behavior: with the script and the clock a demo reaches every outcome of a payment', async ({
  ownStack: {
    admin: { page },
  },
}) => {
  test.setTimeout(300_000)
  const end = (name: string) => page.getByRole('main').getByText(name, { exact: true }).first()

  await test.step('an end-user is added; an invalid delay is rejected at its field', async () => {
    const controls = await openControls(page)
    await controls.getByRole('button', { name: 'Add an end-user' }).click()
    await expect(controls.getByRole('button', { name: 'Make a payment' })).toBeVisible(IN_A_DEMO)
    await controls.getByLabel('Delay in seconds').fill('soon')
    await controls.getByRole('button', { name: 'Save script' }).click()
    await expect(controls.getByLabel('Delay in seconds')).toHaveAccessibleDescription(/must be a number/i)
    expect(await inspect(page)).toEqual([])
    await closeControls(page)
  })
  await test.step('approved after a delay', async () => {
    await payScripted(page, /^Approve/, '2')
    await expect(end('Waiting for approval')).toBeVisible()
    await expect(end('Confirmed')).toBeVisible(IN_A_DEMO)
  })
  await test.step('declined', async () => {
    await payScripted(page, /^Decline/)
    await expect(end('Declined')).toBeVisible(IN_A_DEMO)
  })
  await test.step('failed on chain', async () => {
    await payScripted(page, /^Fail on chain/)
    await expect(end('Failed')).toBeVisible(IN_A_DEMO)
  })
  await test.step('undecided, and expired once the time has passed; all users stay signed in', async () => {
    await payScripted(page, /^Let it expire/)
    await expect(end('Waiting for approval')).toBeVisible()
    const controls = await openControls(page)
    await controls.getByRole('button', { name: '+ 15 minutes' }).click()
    await expect(controls.getByRole('button', { name: '+ 15 minutes' })).toBeEnabled()
    await closeControls(page)
    await expect(end('Expired')).toBeVisible(IN_A_DEMO)
  })
  await test.step('the webhook receiver is down, and its log says so', async () => {
    const controls = await openControls(page)
    await controls.getByRole('checkbox', { name: /^Webhook receiver down/ }).check()
    await controls.getByRole('button', { name: 'Save script' }).click()
    await expect(controls.getByText('Saved. It applies to transactions held from now on.')).toBeVisible()
    await closeControls(page)
    await payScripted(page, /^Decline/)
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
    await page
      .getByRole('main')
      .getByRole('link', { name: /sandbox\/receiver/ })
      .click()
    const log = page.getByRole('list', { name: 'Deliveries, newest first' })
    await expect(log).toContainText('Responded with 503', IN_A_DEMO)
  })
  await test.step('a tour creates one of each, leads to its wallet, and cleans up', async () => {
    const controls = await openControls(page)
    await controls.getByRole('button', { name: 'Create one of each' }).click()
    await expect(controls.getByRole('link', { name: 'Open the wallet' })).toBeVisible(IN_A_DEMO)
    await controls.getByRole('link', { name: 'Open the wallet' }).click()
    await page.getByRole('link', { name: 'Activity', exact: true }).click()
    const shown = (name: string) =>
      page.getByRole('main').getByText(name, { exact: true }).filter({ visible: true })
    for (const [name, count] of [
      ['Waiting for approval', 1],
      ['Declined', 1],
      ['Failed', 1],
    ] as const)
      await expect(shown(name)).toHaveCount(count, IN_A_DEMO)
    await openControls(page)
    await controls.getByRole('button', { name: 'Clean up' }).click()
    await expect(controls.getByText('Held transactions are cancelled, allowances revoked.')).toBeVisible(
      IN_A_DEMO,
    )
    await closeControls(page)
    await expect(shown('Cancelled')).toHaveCount(1)
  })
  await test.step('the audit log contains all of it', async () => {
    await page.goto('/audit?action=sandbox')
    const log = page.getByRole('list', { name: 'Audit log, newest first' })
    for (const act of [
      'changed what the scripted end-users do',
      'added a scripted end-user',
      'made a payment as a scripted end-user',
      'moved the sandbox’s time forward',
      'ended the tours of the sandbox',
    ])
      await expect(log.getByText(act).first()).toBeVisible()
  })
})

test('behavior: the inbox in a browser shows new mail by itself and copies its code', async ({
  stack,
  visit,
}) => {
  const { inboxUrl } = await stack.sandbox()
  const { page } = await visit({ permissions: ['clipboard-read', 'clipboard-write'] })
  const email = uniqueEmail('inbox')
  await page.goto(`${inboxUrl}?to=${encodeURIComponent(email)}`)
  await expect(page.getByText('No mail yet.')).toBeVisible()
  await call(stack, 'POST', '/wallets/request-email-verification', { email })
  const code = await codeFor(stack, email)
  await page.getByRole('button', { name: 'Copy the code' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  expect(await inspect(page)).toEqual([])
})
