import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Address, Hex } from 'viem'
import { approveToEnd, FRIEND } from '#e2e/fixtures/approver-steps.ts'
import { asAddress } from '#e2e/fixtures/chain.ts'
import { enrolledCustomer, hold, readNumber } from '#e2e/fixtures/held-calls.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { show } from '#e2e/fixtures/tour.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'

const STRANGER = asAddress('0x00000000000000000000000000000000000a5ca1')
const WARNINGS = [
  'The spender can transfer the wallet’s whole balance of this token, now and in future.',
  'The operator can transfer all NFTs of this collection, now and in future, until the approval is revoked.',
  'This call is unknown. Approve it only if you know what its data does.',
]
const TITLES = [
  'Send 1.25 DEMO',
  'Approve spending Unlimited DEMO',
  'Approve operator for all',
  'Contract call',
]

/** Expects each call in its order, with its warnings. */
async function expectEach(page: Page) {
  const items = page.getByRole('main').locator('ol > li')
  await expect(items).toContainText(TITLES)
  const [none, ...warned] = [items.nth(0), items.nth(1), items.nth(2), items.nth(3)]
  for (const [index, item] of warned.entries()) await expect(item).toContainText(WARNINGS[index] ?? '')
  for (const sentence of WARNINGS) await expect(none).not.toContainText(sentence)
}

test('behavior: each call of several is displayed like a single one, with its own warnings, on every screen', async ({
  stack,
  visit,
  admin: { page },
  picture,
}) => {
  test.slow()
  const { tokens } = await stack.sandbox()
  const customer = await enrolledCustomer(stack, () => visit(), 'Bea Batch')
  const call = (to: Address, data: Hex) => ({ to, value: 0n, data })
  const data = encodeExecuteBatch([
    call(asAddress(tokens.erc20), encodeCall('transfer(address,uint256)', [FRIEND, '1250000'])),
    call(
      asAddress(tokens.erc20),
      encodeCall('approve(address,uint256)', [STRANGER, String(2n ** 256n - 1n)]),
    ),
    call(asAddress(tokens.erc721), encodeCall('setApprovalForAll(address,bool)', [STRANGER, 'true'])),
    call(STRANGER, encodeCall('play(uint256)', ['7'])),
  ])
  const toAddress = asAddress(customer.wallet.address)
  const prepared = {
    success: true as const,
    toAddress,
    txObject: { functionSignature: '', params: [], data },
  }
  const uuid = await hold(stack, customer, { prepared, by: 'data' })

  await test.step('in the queue', async () => {
    await page.goto('/transactions/pending?user=Bea%20Batch')
    const row = page.getByRole('row', { name: /Several calls/ })
    for (const title of TITLES) await expect(row).toContainText(title)
    await show(page, picture, 'several-calls-queue')
    await row.getByRole('link', { name: 'Several calls' }).click()
  })
  await test.step('on its page', async () => {
    await expect(page.getByRole('heading', { name: 'Several calls' })).toBeVisible()
    await expectEach(page)
    await show(page, picture, 'several-calls')
  })
  await test.step('in the approval app', async () => {
    const { app } = customer
    const link = app.getByRole('link', { name: /Several calls/ })
    for (const title of TITLES) await expect(link).toContainText(title)
    await show(app, picture, 'several-calls-inbox')
    await link.click()
    await expectEach(app)
    await show(app, picture, 'several-calls-app')
    await approveToEnd(app, await readNumber(stack, uuid))
  })
  await test.step('in the wallet’s list and on the receipt’s page', async () => {
    await page.goto(`/transactions/${uuid}`)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download receipt' }).click()
    const text = await readFile(await (await saving).path())
    const { page: auditor } = await visit({ baseURL: stack.url })
    await auditor.goto('/verify-receipt')
    const file = { name: 'receipt.json', mimeType: 'application/json', buffer: text }
    await auditor.getByLabel('Receipt file').setInputFiles(file)
    await expect(auditor.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible()
    const items = auditor.locator('dd > ol > li')
    await expect(items).toHaveCount(4)
    await expect(items.nth(1)).toContainText(/Approve[^]*Spender[^]*0x0+a5ca1/i)
    for (const [name, option] of [
      ['Language', 'de'],
      ['Sprache', 'es'],
    ] as const) {
      await auditor.getByRole('combobox', { name }).selectOption(option)
      await show(auditor, picture, `verify-${option}`)
    }
  })
})
