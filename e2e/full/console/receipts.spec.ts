import { copyFile, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { locateCard } from '#e2e/fixtures/console-pages.ts'
import { approveThere, enrolledCustomer, hold } from '#e2e/fixtures/held-calls.ts'
import { expect, test, type Visit } from '#e2e/fixtures/product-world.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

const receiptSchema = z.looseObject({
  organization: z.looseObject({ name: z.string() }),
  call: z.looseObject({ value: z.string(), data: z.string() }),
  outcome: z.looseObject({ transactionHash: z.string(), blockNumber: z.string() }),
})

/** A transfer that its end-user approved, with its page in the console open. */
async function confirmed(stack: Stack, visit: () => Promise<Visit>, page: Page, name: string) {
  const customer = await enrolledCustomer(stack, () => visit(), name)
  const uuid = await hold(stack, customer, { amount: '1750000' })
  await approveThere(stack, customer, uuid)
  await page.goto(`/transactions/${uuid}`)
  await expect(page.getByRole('heading', { name: 'On-chain' })).toBeVisible()
  return uuid
}

async function download(page: Page): Promise<string> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download receipt' }).click()
  return readFile(await (await saving).path(), 'utf8')
}

const give = (page: Page, text: string) =>
  page
    .getByLabel('Receipt file')
    .setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(text) })

/** Finds a check by its title, because a sentence may mention another check. */
const itemOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(new RegExp(`^${name} (Valid|Invalid|Unknown)$`)) })

test('behavior: a downloaded receipt is valid on a page without a session; a changed one is not', async ({
  stack,
  visit,
  admin: { page },
}) => {
  test.slow()
  const uuid = await confirmed(stack, () => visit(), page, 'Radia Perlman')
  const card = locateCard(page, 'On-chain')
  await expect(card).toContainText(/Confirmations\s*[0-9]+/)
  await expect(card).toContainText(/[0-9,]+ gas at [0-9.,]+ gwei/)
  const text = await download(page)
  const receipt = receiptSchema.parse(JSON.parse(text))
  expect(receipt).toMatchObject({ transactionUuid: uuid, approval: { decision: 'approved' } })

  const { page: auditor } = await visit({ baseURL: stack.url })
  await auditor.goto('/verify-receipt')
  await give(auditor, text)
  await expect(auditor.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible()
  await expect(auditor.getByRole('listitem').filter({ hasText: 'Invalid' })).toHaveCount(0)
  await expect(auditor.getByLabel('Node of the chain')).toHaveValue(`${stack.url}/sandbox/rpc`)

  await test.step('the page is available in other languages', async () => {
    await auditor.getByRole('combobox', { name: 'Language' }).selectOption('de')
    await expect(auditor.getByRole('heading', { name: 'Dieser Beleg ist echt' })).toBeVisible()
    await expect(auditor.getByText('Beleg unverändert')).toBeVisible()
    expect(await inspect(auditor)).toEqual([])
    await auditor.getByRole('combobox', { name: 'Sprache' }).selectOption('es')
    await expect(auditor.getByRole('heading', { name: 'Este recibo es auténtico' })).toBeVisible()
    await auditor.getByRole('combobox', { name: 'Idioma' }).selectOption('en')
  })

  await test.step('a changed name, call or block is detected and located', async () => {
    const { organization, call, outcome } = receipt
    const another = { ...receipt, organization: { ...organization, name: 'Somebody else' } }
    await give(auditor, JSON.stringify(another))
    await expect(auditor.getByRole('heading', { name: 'Do not trust this receipt' })).toBeVisible()
    await expect(itemOf(auditor, 'Receipt unchanged')).toContainText('Invalid')
    await expect(itemOf(auditor, 'Passkey signature')).toContainText('Valid')
    await give(auditor, JSON.stringify({ ...receipt, call: { ...call, value: '1' } }))
    await expect(itemOf(auditor, 'Passkey signature')).toContainText('Invalid')
    await expect(itemOf(auditor, 'Digest')).toContainText('Invalid')
    const moved = { ...outcome, blockNumber: String(BigInt(outcome.blockNumber) + 1n) }
    await give(auditor, JSON.stringify({ ...receipt, outcome: moved }))
    await expect(itemOf(auditor, 'Block')).toContainText('Invalid')
    await expect(itemOf(auditor, 'Outcome')).toContainText('Valid')
  })

  await test.step('an invalid receipt and an invalid node are reported', async () => {
    await give(auditor, '{"some":"json"}')
    await expect(auditor.getByRole('alert')).toContainText('This is not a receipt')
    await give(auditor, text)
    await expect(auditor.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible()
    await auditor.getByLabel('Node of the chain').fill(`${stack.url}/healthz`)
    await auditor.getByRole('button', { name: 'Check against the chain' }).click()
    await expect(auditor.getByRole('alert')).toBeVisible()
    await expect(auditor.getByRole('heading', { name: /not checked against the chain yet/ })).toBeVisible()
  })

  await test.step('the same page works from a file, without a server of its own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'verify-'))
    for (const name of [
      'verify-receipt.html',
      'verify-receipt.js',
      'verify-receipt.css',
      'theme.js',
      'icon.svg',
    ])
      await copyFile(join('dist', 'console', name), join(folder, name))
    const { page: local } = await visit()
    await local.goto(pathToFileURL(join(folder, 'verify-receipt.html')).href)
    await give(local, text)
    await expect(local.getByRole('heading', { name: /Signatures valid/ })).toBeVisible()
    await expect(itemOf(local, 'Issuer key')).toContainText('Valid')
    await local.getByLabel('Node of the chain').fill(`${stack.url}/sandbox/rpc`)
    await local.getByRole('button', { name: 'Check against the chain' }).click()
    await expect(local.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible()
  })
})
