import { expect, test } from '#e2e/fixtures/product-world.ts'
import { storeSecret } from '#e2e/fixtures/secret-dialog.ts'
import { callService, issueKey, readWith } from '#e2e/fixtures/service.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

/** Sends a key as a browser would from a page. The service rejects it and raises the alarm. */
async function exposeKey(stack: Stack, key: string): Promise<void> {
  const answer = await fetch(`${stack.url}/v1/baas/wallets`, {
    headers: { 'x-api-key': key, origin: 'https://shop.example' },
  })
  expect(answer.status).toBe(403)
}

test('behavior: the page of a key shows its usage, and an allowlist is tested against it, monitored, and then enforced', async ({
  stack,
  sharedAdmin: { page },
}) => {
  const { id, secret } = await issueKey(stack, 'Ledger sync')
  for (let sent = 0; sent < 3; sent += 1) expect((await readWith(stack, secret)).status).toBe(200)

  await test.step('its requests are counted by endpoint, scope and address', async () => {
    await expect(async () => {
      await page.goto(`/api-keys/${id}`)
      const row = page.getByRole('row').filter({ hasText: 'GET /baas/wallets' })
      await expect(row.getByRole('cell', { name: '3', exact: true })).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
    const scopes = page.getByRole('listitem')
    await expect(scopes.filter({ hasText: 'wallet:create' })).toContainText('Not used yet')
    await expect(scopes.filter({ hasText: 'wallet:read' })).toContainText('3 requests')
    expect(await inspect(page)).toEqual([])
  })

  const list = page.getByLabel('IP addresses and ranges')
  await test.step('an allowlist that excludes the key’s user says so, and a click adds what is missing', async () => {
    await list.fill('203.0.113.0/24')
    await page.getByRole('button', { name: 'Test against the last 30 days' }).click()
    await expect(page.getByText('3 of 3 requests would have been refused')).toBeVisible()
    await page.getByRole('button', { name: /^Allow / }).click()
    await page.getByRole('button', { name: 'Test against the last 30 days' }).click()
    await expect(page.getByText('No request would have been refused')).toBeVisible()
  })

  await test.step('while monitored it blocks no request; enforced, it blocks other addresses', async () => {
    await list.fill('203.0.113.0/24')
    await page.getByRole('button', { name: 'Start monitoring' }).click()
    await expect(page.getByText('Monitoring', { exact: true })).toBeVisible()
    expect((await readWith(stack, secret)).status).toBe(200)
    await page.getByRole('button', { name: 'Enforce list' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enforce this list?' })
    await expect(dialog.getByText(/would have been refused/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Enforce', exact: true }).click()
    await expect(page.getByText('Enforced', { exact: true })).toBeVisible()
    expect((await readWith(stack, secret)).status).toBe(403)
    await page.getByRole('button', { name: 'Turn off' }).click()
    const question = page.getByRole('dialog', { name: 'Turn off this list?' })
    await expect(question).toContainText('Any IP address can use this key.')
    await question.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('From anywhere', { exact: true })).toBeVisible()
    expect((await readWith(stack, secret)).status).toBe(200)
  })

  await test.step('an invalid range is named and stays as typed', async () => {
    await list.fill('203.0.113.0/24\n10.1')
    await page.getByRole('button', { name: 'Test against the last 30 days' }).click()
    await expect(list).toHaveAccessibleDescription(/10\.1: must be an IP address/)
    await expect(list).toHaveValue('203.0.113.0/24\n10.1')
  })
})

test('behavior: a key sent by a browser raises an alarm on every page about keys, until it is rotated or the alarm is dismissed', async ({
  stack,
  sharedAdmin: { page },
}) => {
  const leaked = await issueKey(stack, 'Leaked in a page')
  const known = await issueKey(stack, 'Leaked on purpose')
  await page.goto('/api-keys')
  await expect(page.getByRole('row', { name: /Leaked in a page/ })).toBeVisible()
  await exposeKey(stack, leaked.secret)
  const alarmOf = (label: string) => page.getByText(`The key “${label}” was sent by a web browser`)
  // The alert appears on the page without a reload.
  await expect(alarmOf('Leaked in a page')).toBeVisible({ timeout: 20_000 })
  await exposeKey(stack, known.secret)
  await page.goto('/')
  await expect(alarmOf('Leaked in a page')).toBeVisible()
  await expect(alarmOf('Leaked on purpose')).toBeVisible({ timeout: 20_000 })

  await page.goto(`/api-keys/${known.id}`)
  await expect(page.getByText('Exposed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  const question = page.getByRole('dialog', { name: 'Keep using this key?' })
  await question.getByRole('button', { name: 'Dismiss' }).click()
  await expect(alarmOf('Leaked on purpose')).toBeHidden()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()

  await page.goto(`/api-keys/${leaked.id}`)
  await page.getByRole('button', { name: 'Rotate now' }).click()
  await expect(page.getByLabel('Grace period')).toHaveValue('3600')
  await page.getByRole('button', { name: 'Rotate key' }).click()
  await storeSecret(page, /new secret/)
  await expect(alarmOf('Leaked in a page')).toBeHidden()
})

test('behavior: search and state filter the list, and the URL keeps both', async ({
  stack,
  sharedAdmin: { page },
}) => {
  await issueKey(stack, 'Narrow me one', ['domain:read'])
  const ended = await issueKey(stack, 'Narrow me two', ['domain:read'])
  expect((await callService(stack, 'DELETE', `/org/keys/${ended.id}`)).status).toBe(200)
  await page.goto('/api-keys?q=narrow+me&show=active')
  await expect(page.getByRole('row', { name: /Narrow me one/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Narrow me two/ })).toBeHidden()
  await page.getByRole('button', { name: 'Ended' }).click()
  await expect(page).toHaveURL(/show=ended/)
  await expect(page.getByRole('row', { name: /Narrow me two/ })).toContainText('Revoked')
  await page.getByRole('searchbox').fill('nothing like this')
  await expect(page.getByText('No API keys found')).toBeVisible()
  await page.getByRole('link', { name: 'Show all API keys' }).click()
  await expect(page.getByRole('row', { name: /Narrow me one/ })).toBeVisible()
})
