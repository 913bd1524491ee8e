import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { fillAuditLog } from '#e2e/fixtures/fill-audit-log.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { callService } from '#e2e/fixtures/service.ts'
import { auditEntrySchema, auditText } from '#protocol/audit.ts'

const logOf = (page: Page) => page.getByRole('list', { name: 'Audit log, newest first' })

async function exported(page: Page, name: string): Promise<string> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'List options' }).click()
  await page.getByRole('button', { name }).click()
  return readFile(await (await waiting).path(), 'utf8')
}

test('behavior: a change appears in the log with its actor, action and place; the URL keeps filters; a rejected change is marked', async ({
  stack,
  sharedAdmin: { page },
}) => {
  test.slow()
  const { apiKey } = await stack.sandbox()
  const body = { url: 'http://localhost:9/audit', description: 'For the audit log' }
  const made = await callService(stack, 'POST', '/org/webhooks', { key: apiKey, body })
  const { id } = Object(made.content)
  await page.goto(`/webhooks/${id}`)
  await page.getByRole('button', { name: 'Disable' }).click()
  const question = page.getByRole('dialog', { name: 'Disable this endpoint?' })
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('This endpoint is disabled')).toBeVisible()

  await page.goto('/audit')
  await page.getByLabel('Search the audit log').fill(String(id))
  await expect(page).toHaveURL(new RegExp(`target=${id}`))
  const row = logOf(page).getByRole('listitem').first()
  await expect(row).toContainText('Ada Lovelace changed the webhook endpoint localhost:9')
  await row.getByRole('button', { name: /^Details/ }).click()
  await expect(row.getByText('webhook.updated')).toBeVisible()
  await expect(row.getByText('127.0.0.1').or(row.getByText('::1'))).toBeVisible()
  await expect(row.getByText('enabled', { exact: true })).toBeVisible()
  await page.reload()
  await expect(logOf(page).getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('Result').selectOption({ label: 'Failed' })
  await expect(page.getByText('No entry found')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/audit')
  await logOf(page).getByRole('link', { name: 'localhost:9' }).first().click()
  await expect(page).toHaveURL(/\/webhooks\//)
})

test('behavior: the export can be verified with SHA-256 alone, its last hash is the verified head, and a saved hash is compared', async ({
  stack,
  sharedAdmin: { page },
}) => {
  await fillAuditLog(page, stack.url)
  await page.goto('/audit')
  await expect(page.getByText(/^Verified \(\d+ entries\)$/)).toBeVisible()
  const lines = (await exported(page, 'Export with hashes')).trimEnd().split('\n')
  let previous = '0'.repeat(64)
  for (const line of lines) {
    const { hash, ...facts } = auditEntrySchema.parse(JSON.parse(line))
    expect(facts.previousHash).toBe(previous)
    expect(createHash('sha256').update(auditText(facts)).digest('hex')).toBe(hash)
    previous = hash
  }
  expect((await exported(page, 'Export CSV')).split('\r\n')[0]).toMatch(/^sequence,occurredAtDatetime/)

  await page.getByText('Compare with a saved hash').click()
  await page.getByLabel('Number of the entry').fill(`#${lines.length}`)
  await page.getByLabel('Hash', { exact: true }).fill('f'.repeat(63))
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('Must be 64 hexadecimal digits')).toBeVisible()
  await page.getByLabel('Hash', { exact: true }).fill(previous)
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText(/^Identical\./)).toBeVisible()
  await page.getByLabel('Hash', { exact: true }).fill('f'.repeat(64))
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText(/^The hash is different now/)).toBeVisible()
})
