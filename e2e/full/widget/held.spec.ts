import type { Page } from '@playwright/test'
import { createPublicClient, http } from 'viem'
import {
  approve,
  enterCustomer,
  FRIEND,
  holdTransfer,
  readNumber,
  signToHold,
  type Customer,
} from '#e2e/fixtures/approver-steps.ts'
import { asAddress, readBalance } from '#e2e/fixtures/chain.ts'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { drip } from '#e2e/fixtures/inbox.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { countRequests, tamperWith } from '#e2e/fixtures/proxy.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'
import { heading, toInbox } from '#e2e/fixtures/three-screens.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { locateFact, readHash, reviewTransfer, locateWidget } from '#e2e/fixtures/widget-steps.ts'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { executeRequestSchema } from '#protocol/execute-transaction.ts'
import { resolveCalldata } from '#protocol/signing/calldata.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'

const EXECUTE = '/widget/transactions/execute'
/**
 * Seconds until a hold ends. The widget signs calls that are valid for seven minutes, and a hold ends one minute
 * before the call expires.
 */
const HOLD_SECONDS = 360

/** Records the names of the widget's events as the integrator's page receives them. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const names = ['executed', 'held', 'approved', 'submitted', 'confirmed', 'failed', 'declined', 'expired']
    for (const name of names) document.addEventListener(`latchkey-${name}`, () => heard.push(name))
  })
  return () => page.evaluate(() => Reflect.get(window, 'heard'))
}

/** The seconds left according to the widget. */
async function secondsLeft(page: Page): Promise<number> {
  const [, minutes = '', seconds = ''] = /(\d+):(\d\d)/.exec(await timer(page).innerText()) ?? []
  return 60 * Number(minutes) + Number(seconds)
}

const timer = (page: Page) => locateWidget(page).getByRole('timer')
const lede = (page: Page) => locateWidget(page).locator('.lede')
const note = (page: Page) => locateWidget(page).locator('.note')
const again = (page: Page) => locateWidget(page).getByRole('button', { name: 'Prepare again' })

/** Opens the pending approval in the approval app. */
async function openHeld(app: Page, amount = '1.5'): Promise<void> {
  await app.getByRole('link', { name: new RegExp(`Send ${amount.replace('.', '\\.')} DEMO`) }).click()
}

/** Approves the transfer of `amount` in the approval app's inbox. */
async function approveHeld(app: Page, number: string, amount?: string): Promise<void> {
  await openHeld(app, amount)
  await approve(app, number)
}

test('behavior: a held transfer shows its number, the server’s time left and the signed data, survives a reload, and is followed to its outcome', async ({
  stack,
  visit,
}) => {
  const { shop, app, address, number } = await holdTransfer(stack, () => visit(), 'Rosa')
  const before = await readBalance(stack, FRIEND)
  const words = await locateWidget(shop).locator('.fingerprint').innerText()
  await test.step('all signed data is displayed, and the countdown runs', async () => {
    const card = (await locateWidget(shop).locator('[part=card]').innerText()).replaceAll(/\s/g, '')
    expect(card.toLowerCase()).toContain(FRIEND)
    expect(card.toLowerCase()).toContain(address.toLowerCase())
    expect(card).toContain('1.5DEMO')
    const first = await secondsLeft(shop)
    expect(first).toBeLessThanOrEqual(HOLD_SECONDS)
    expect(first).toBeGreaterThan(HOLD_SECONDS - 120)
    await expect.poll(() => secondsLeft(shop)).toBeLessThan(first)
    expect(await inspect(shop)).toEqual([])
  })
  await test.step('the link opens this transaction in the approval app, in a new tab', async () => {
    const link = locateWidget(shop).getByRole('link', { name: 'Open the approval app' })
    await expect(link).toHaveAttribute('href', new RegExp(`^${stack.url}/approve#transaction=[0-9a-f-]{36}$`))
    await expect(link).toHaveAttribute('target', '_blank')
  })
  const executions = countRequests(shop, 'POST', EXECUTE)
  await test.step('a reload shows the same one', async () => {
    await shop.reload()
    await shop.getByRole('button', { name: 'Send coins' }).click()
    expect(await readNumber(shop)).toBe(number)
    await expect(locateWidget(shop).locator('.fingerprint')).toHaveText(words)
  })
  const heard = await listen(shop)
  await approveHeld(app, number)
  await expect(heading(shop, 'Confirmed')).toBeVisible()
  await readHash(shop)
  expect((await heard()).at(-1)).toBe('confirmed')
  expect(await heard()).not.toContain('held')
  expect((await readBalance(stack, FRIEND)) - before).toBe(1_500_000n)
  expect(executions()).toBe(0)
  await test.step('after its outcome was displayed, the next visit starts a new transfer', async () => {
    await shop.reload()
    await shop.getByRole('button', { name: 'Send coins' }).click()
    await expect(heading(shop, 'Send tokens')).toBeVisible()
  })
})

test('behavior: offline, the widget says so, continues by itself, and catches up with what happened', async ({
  stack,
  visit,
  complaints,
}) => {
  const { shop, app, number } = await holdTransfer(stack, () => visit(), 'Sami')
  const before = await readBalance(stack, FRIEND)
  const executions = countRequests(shop, 'POST', EXECUTE)
  await shop.context().setOffline(true)
  await expect(note(shop)).toContainText('No usable response from the wallet service')
  await expect(locateWidget(shop).getByRole('heading', { name: `Pick ${number}` })).toBeVisible()
  await approveHeld(app, number)
  await expect(app.getByRole('status').filter({ hasText: 'Confirmed' })).toBeVisible()
  await shop.context().setOffline(false)
  await expect(heading(shop, 'Confirmed')).toBeVisible()
  await expect(note(shop)).toBeHidden()
  expect((await readBalance(stack, FRIEND)) - before).toBe(1_500_000n)
  expect(executions()).toBe(0)
  forgive(complaints, /ERR_INTERNET_DISCONNECTED|Failed to fetch/)
})

test('behavior: an expired transfer is prepared again as a new call, which is approved', async ({
  stack,
  visit,
}) => {
  const { shop, app } = await enterCustomer(stack, () => visit(), 'Tove')
  const before = await readBalance(stack, FRIEND)
  const heard = await listen(shop)
  const openSeconds = 20
  // If the server's time seems to be behind, the widget signs a call that is valid for little more than a minute.
  const late = Math.floor(Date.now() / 1000) - HOLD_SECONDS + openSeconds
  const honest = await tamperWith(shop, 'GET /config', [['serverTimeSeconds', late]])
  await shop.getByRole('button', { name: 'Send coins' }).click()
  await reviewTransfer(shop, FRIEND, '1.5')
  const first = await signToHold(shop)
  const words = await locateWidget(shop).locator('.fingerprint').innerText()
  // The widget takes the time left from the service's responses, not from the server time that it read before.
  expect(await secondsLeft(shop)).toBeLessThanOrEqual(openSeconds)
  honest()
  await expect(heading(shop, 'Expired')).toBeVisible({ timeout: 40_000 })
  await expect(lede(shop)).toContainText('The wallet service sent nothing')
  await again(shop).click()
  await expect(heading(shop, 'Check and confirm')).toBeVisible()
  await expect(locateWidget(shop).locator('.fingerprint')).not.toHaveText(words)
  const number = await signToHold(shop)
  expect(number).toMatch(/^[0-9]{2}$/)
  expect(first).toMatch(/^[0-9]{2}$/)
  await approveHeld(app, number)
  await expect(heading(shop, 'Confirmed')).toBeVisible()
  expect((await readBalance(stack, FRIEND)) - before).toBe(1_500_000n)
  expect((await heard()).filter((name) => name !== 'approved' && name !== 'submitted')).toEqual([
    'executed',
    'held',
    'expired',
    'executed',
    'held',
    'confirmed',
  ])
})

test('behavior: a declined transfer says so and can be prepared again; a reported one cannot', async ({
  stack,
  visit,
}) => {
  const { shop, app } = await holdTransfer(stack, () => visit(), 'Ulla')
  const before = await readBalance(stack, FRIEND)
  const heard = await listen(shop)
  await openHeld(app)
  await app.getByRole('button', { name: 'Decline' }).click()
  await expect(heading(shop, 'Declined')).toBeVisible()
  await expect(lede(shop)).toContainText('It was declined in your approval app')
  await app.getByRole('link', { name: 'History' }).click()
  await expect(app.getByRole('link', { name: /Send 1\.5 DEMO/ })).toContainText('Declined')
  await again(shop).click()
  await expect(locateWidget(shop)).toContainText('1.5 DEMO')
  await signToHold(shop)
  await toInbox(app)
  await openHeld(app)
  await app.getByRole('button', { name: 'I did not request this' }).click()
  await expect(lede(shop)).toContainText('You reported this')
  await expect(again(shop)).toBeHidden()
  expect(await heard()).toEqual(['declined', 'executed', 'held', 'declined'])
  expect(await readBalance(stack, FRIEND)).toBe(before)
})

/**
 * A signed call as the chain sees it. `simulate` executes it without a block, as another holder of its
 * signature would.
 */
async function onChain(stack: Stack, execution: unknown) {
  const { rpcUrl, chainId } = await stack.sandbox()
  const client = createPublicClient({ transport: http(rpcUrl) })
  const request = executeRequestSchema.parse(execution)
  const call = {
    walletAddress: asAddress(request.walletAddress),
    toAddress: asAddress(request.toAddress),
    value: BigInt(request.value),
    data: resolveCalldata(request),
    expiration: BigInt(request.expiration),
    fee: BigInt(request.fee),
    feeCoinAddress: asAddress(request.feeCoinAddress),
    feeWithdrawAddress: asAddress(request.feeWithdrawAddress),
  }
  const { walletAddress: address } = call
  const digest = executeDigest(chainId, call)
  const data = encodeExecuteCall(call, asAddress(request.signature))
  return {
    used: () => client.readContract({ address, abi: passkeyWalletAbi, functionName: 'used', args: [digest] }),
    simulate: () => client.call({ to: address, data }),
  }
}

/** A customer with 25 coins creates held transfers of 20 and of 24 and approves both. The second one reverts. */
async function failTransfer({ shop, app }: Customer): Promise<void> {
  const numbers = []
  for (const amount of ['20', '24']) {
    if (amount === '20') await shop.getByRole('button', { name: 'Send coins' }).click()
    else await locateWidget(shop).getByRole('button', { name: 'Send more' }).click()
    await reviewTransfer(shop, FRIEND, amount)
    numbers.push(await signToHold(shop))
  }
  const [first = '', second = ''] = numbers
  await approveHeld(app, first, '20')
  await expect(app.getByRole('status').filter({ hasText: 'Confirmed' })).toBeVisible()
  await toInbox(app)
  await approveHeld(app, second, '24')
  await expect(heading(shop, 'The transfer failed')).toBeVisible()
}

test('behavior: while a transfer is held, another is sent; a reverted one says why, and the passkey cancels it for good', async ({
  stack,
  visit,
}) => {
  const customer = await enterCustomer(stack, () => visit(), 'Wanda')
  const { shop, app, address } = customer
  const executions: unknown[] = []
  shop.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(EXECUTE))
      executions.push(request.postDataJSON())
  })
  const heard = await listen(shop)
  await failTransfer(customer)
  await expect(locateFact(shop, 'Reason')).toBeVisible()
  // The widget offers no new payment, because the same signature can still be executed until its time limit.
  await expect(locateWidget(shop)).toContainText(/until .* it still can/)
  await expect(locateWidget(shop).getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(again(shop)).toBeHidden()
  expect((await heard()).at(-1)).toBe('failed')
  const before = await readBalance(stack, FRIEND)
  const payment = await onChain(stack, executions[1])
  await drip(stack, address, '25000000')
  await payment.simulate()
  await test.step('the cancellation is displayed and signed', async () => {
    await locateWidget(shop).getByRole('button', { name: 'Cancel this payment' }).click()
    await expect(heading(shop, 'Check and confirm')).toBeVisible()
    await expect(locateWidget(shop)).toContainText('With this signature you cancel the following.')
    await expect(locateWidget(shop)).toContainText('24 DEMO')
  })
  const number = await signToHold(shop)
  await toInbox(app)
  await app.getByRole('link', { name: /Cancel/ }).click()
  await approve(app, number)
  await expect(heading(shop, 'Cancelled')).toBeVisible()
  await expect(lede(shop)).toContainText('It was not executed.')
  expect(await payment.used()).toBe(true)
  await expect(payment.simulate()).rejects.toThrow()
  expect(await readBalance(stack, FRIEND)).toBe(before)
})
