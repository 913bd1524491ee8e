import { randomBytes } from 'node:crypto'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { drip, mint } from '#e2e/fixtures/inbox.ts'
import { newWallet, uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { heardBy, openHost, setCall } from '#e2e/fixtures/page-call.ts'
import { tokenState } from '#e2e/fixtures/chain.ts'
import { createShopWallet, enterShop } from '#e2e/fixtures/shop.ts'
import { expect, test } from '#e2e/fixtures/test.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { confirmTransfer, widgetOf } from '#e2e/fixtures/widget-steps.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'
import type { Page } from '@playwright/test'

const UNLIMITED = 2n ** 256n - 1n
const NOBODY = `0x${'0'.repeat(40)}`
const CHUNK = '**/widget/v1/latchkey-calls-*'

/** Somebody nobody else in this run knows. */
const stranger = () => `0x${randomBytes(20).toString('hex')}`
const newItem = () => BigInt(`0x${randomBytes(6).toString('hex')}`).toString()
const what = (page: Page) => widgetOf(page).locator('.amount')

/** Hands the call over, and waits for the screen on which it is confirmed. */
async function review(page: Page, call: WidgetCall, shown: string | RegExp): Promise<void> {
  await setCall(page, call)
  await expect(widgetOf(page).getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
  await expect(what(page)).toContainText(shown)
}

test('behavior: coins are sent and allowances are given, without limit and withdrawn, each exactly as it was shown', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin)
  await drip(stack, wallet.address, '50000000')
  const { tokens } = await stack.sandbox()
  const token = tokens.erc20
  const chain = await tokenState(stack)
  const [to, spender] = [stranger(), stranger()]
  await openHost(stack, admin, { walletAddress: wallet.address })

  await review(page, { kind: 'erc20-transfer', token, to, amount: '1234567' }, '1.234567 DEMO')
  await confirmTransfer(page)
  expect(await chain.coins(to)).toBe(1_234_567n)

  await review(
    page,
    { kind: 'erc20-approve', token, spender, amount: '12500000' },
    'You allow spending12.5 DEMO',
  )
  await expect(what(page)).not.toHaveClass(/danger/)
  expect(await inspect(page)).toEqual([])
  await confirmTransfer(page)
  expect(await chain.allowance(wallet.address, spender)).toBe(12_500_000n)

  await review(page, { kind: 'erc20-approve', token, spender, amount: String(UNLIMITED) }, 'Unlimited DEMO')
  await expect(what(page)).toHaveClass(/danger/)
  await expect(widgetOf(page)).toContainText('may take all of this token that your wallet holds')
  expect(await inspect(page)).toEqual([])
  await confirmTransfer(page)
  expect(await chain.allowance(wallet.address, spender)).toBe(UNLIMITED)

  await review(
    page,
    { kind: 'erc20-approve', token, spender, amount: '0' },
    'You withdraw a permission to spend',
  )
  await confirmTransfer(page)
  expect(await chain.allowance(wallet.address, spender)).toBe(0n)

  const heard = await heardBy(page)
  expect(heard.map(([name]) => name)).toEqual(Array(4).fill(['before-sign', 'executed', 'confirmed']).flat())
  expect(heard[0]?.[1]).toMatchObject({ call: { walletAddress: wallet.address, value: '0' } })
})

test('behavior: a collectible is approved, cleared and sent, and all of a collection granted and revoked', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin)
  const { tokens } = await stack.sandbox()
  const token = tokens.erc721
  const tokenId = newItem()
  await mint(stack, { token, to: wallet.address, tokenId })
  const chain = await tokenState(stack)
  const [to, spender, operator] = [stranger(), stranger(), stranger()]
  await openHost(stack, admin, { walletAddress: wallet.address })

  await review(page, { kind: 'erc721-approve', token, spender, tokenId }, `You allow movingItem ${tokenId}`)
  await confirmTransfer(page)
  expect((await chain.approvedFor(tokenId)).toLowerCase()).toBe(spender)

  await review(
    page,
    { kind: 'erc721-approve', token, spender: NOBODY, tokenId },
    'You withdraw the permission to move',
  )
  await expect(widgetOf(page)).toContainText('Nobody')
  await confirmTransfer(page)
  expect(await chain.approvedFor(tokenId)).toBe(NOBODY)

  await review(
    page,
    { kind: 'set-approval-for-all', token, operator, approved: true },
    /Every item of .*, now and later/,
  )
  await expect(what(page)).toHaveClass(/danger/)
  await expect(widgetOf(page)).toContainText('may move every item of this collection out of your wallet')
  expect(await inspect(page)).toEqual([])
  await confirmTransfer(page)
  expect(await chain.operates('erc721', wallet.address, operator)).toBe(true)

  await review(
    page,
    { kind: 'set-approval-for-all', token, operator, approved: false },
    'You withdraw the permission to move',
  )
  await expect(what(page)).not.toHaveClass(/danger/)
  await confirmTransfer(page)
  expect(await chain.operates('erc721', wallet.address, operator)).toBe(false)

  await review(page, { kind: 'erc721-transfer', token, to, tokenId }, `You sendItem ${tokenId}`)
  await confirmTransfer(page)
  expect((await chain.ownerOf(tokenId)).toLowerCase()).toBe(to)
})

test('behavior: units of one item and of fifty at once are sent, and every row of a batch can be read', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin)
  const { tokens } = await stack.sandbox()
  const token = tokens.erc1155
  const first = Number(newItem())
  const tokenIds = Array.from({ length: 50 }, (_, index) => String(first + index))
  const amounts = tokenIds.map((_, index) => String(index + 1))
  for (const [index, tokenId] of tokenIds.entries())
    await mint(stack, { token, to: wallet.address, tokenId, amount: String(index + 10) })
  const chain = await tokenState(stack)
  const [to, operator] = [stranger(), stranger()]
  await openHost(stack, admin, { walletAddress: wallet.address })

  const [tokenId = ''] = tokenIds
  await review(page, { kind: 'erc1155-transfer', token, to, tokenId, amount: '3' }, `3 of item ${tokenId}`)
  await confirmTransfer(page)
  expect(await chain.units(to, tokenId)).toBe(3n)

  await review(page, { kind: 'erc1155-batch-transfer', token, to, tokenIds, amounts }, '50 kinds of items')
  const rows = widgetOf(page).getByRole('region', { name: 'All items that are sent' }).locator('tbody tr')
  await expect(rows).toHaveCount(50)
  await expect(rows.last()).toHaveText(`50${tokenIds.at(-1)}50`)
  await widgetOf(page).getByRole('region', { name: 'All items that are sent' }).focus()
  await page.keyboard.press('End')
  await expect(rows.last()).toBeInViewport()
  expect(await inspect(page)).toEqual([])
  await confirmTransfer(page)
  expect(await chain.units(to, tokenIds.at(-1) ?? '')).toBe(50n)
  expect(await chain.units(to, tokenId)).toBe(4n)

  await review(page, { kind: 'set-approval-for-all', token, operator, approved: true }, 'You allow moving')
  await confirmTransfer(page)
  expect(await chain.operates('erc1155', wallet.address, operator)).toBe(true)
})

test('error: a page’s call that is none, or none of its token, is refused with the member at fault', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin)
  await drip(stack, wallet.address, '1000000')
  const { tokens } = await stack.sandbox()
  await openHost(stack, admin, { walletAddress: wallet.address })
  const coin = { token: tokens.erc20, spender: stranger() }
  for (const [call, detail] of [
    [{ kind: 'erc20-approve', ...coin, amount: '1.5' }, 'call: amount is missing or wrong'],
    [
      { kind: 'erc20-approve', ...coin, amount: '1', to: stranger() },
      'call: to is not a member of erc20-approve',
    ],
    [{ kind: 'erc721-approve', ...coin, tokenId: '1000000' }, 'call: for this token it is erc20-approve'],
  ] as const) {
    await setCall(page, call)
    await expect(widgetOf(page).getByRole('alert')).toContainText('has not set up the wallet correctly')
    await expect.poll(async () => (await heardBy(page)).at(-1)?.[1]).toMatchObject({ detail })
  }
})

test('error: another file for these calls than the one that was built never runs, and the right one does later', async ({
  stack,
  admin,
  complaints,
}) => {
  const { page } = admin
  const wallet = await newWallet(stack, admin)
  const { tokens } = await stack.sandbox()
  await openHost(stack, admin, { walletAddress: wallet.address })
  await page.route(CHUNK, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `window.stolen = true;${await answer.text()}` })
  })
  const call: WidgetCall = { kind: 'erc20-approve', token: tokens.erc20, spender: stranger(), amount: '5' }
  await setCall(page, call)
  await expect(widgetOf(page).getByRole('alert')).toContainText('could not be reached')
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
  await page.unroute(CHUNK)
  let served = 0
  page.on('request', (request) => (served += request.url().includes('latchkey-calls-') ? 1 : 0))
  await widgetOf(page).getByRole('button', { name: 'Start again' }).click()
  await expect(widgetOf(page).getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
  // The file that was checked is the one that runs: it is not asked for again.
  expect(served).toBe(1)
  forgive(complaints, /digest.*integrity|integrity.*digest|Failed to load/i)
})

test('behavior: on an integrator’s page of another origin a collectible is sent, and a permission needs a token for it', async ({
  stack,
  visit,
}) => {
  const { page } = await visit()
  const customer = { name: 'Cara Customer', email: uniqueEmail('cara') }
  await enterShop(page, stack, customer)
  const address = await createShopWallet(page, stack, customer.email)
  const { tokens } = await stack.sandbox()
  const token = tokens.erc721
  const tokenId = newItem()
  const to = stranger()
  await mint(stack, { token, to: address, tokenId })
  await page.getByRole('button', { name: 'Send coins' }).click()
  await review(page, { kind: 'erc721-transfer', token, to, tokenId }, `Item ${tokenId}`)
  await confirmTransfer(page)
  expect((await (await tokenState(stack)).ownerOf(tokenId)).toLowerCase()).toBe(to)
  await setCall(page, { kind: 'set-approval-for-all', token, operator: to, approved: true })
  await expect(widgetOf(page).getByRole('alert')).toContainText('may not do that with your wallet')
})
