import * as z from 'zod/mini'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { enrolAdministrator, startHostedConsole, type HostedConsole } from '#e2e/fixtures/hosted-console.ts'
import { startPlainService, type PlainService } from '#e2e/fixtures/plain-service.ts'
import { callService } from '#e2e/fixtures/service.ts'
import { expect, test } from '#e2e/fixtures/test.ts'
import { show } from '#e2e/fixtures/tour.ts'

let plain: PlainService | undefined
let hosted: HostedConsole | undefined
test.afterAll(async () => {
  await hosted?.stop()
  await plain?.stop()
})

const issuedSchema = z.object({ secret: z.string() })

test('behavior: in front of a service without key settings its keys are kept in a vault, with what they were seen to be allowed', async ({
  stack,
  visit,
  picture,
  complaints,
}) => {
  test.setTimeout(300_000)
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
  const issued = await callService(stack, 'POST', '/org/keys', {
    body: { label: 'For the vault', scopes: ['domain:read', 'wallet:read'] },
  })
  const { secret } = issuedSchema.parse(issued.content)
  const keyRow = (name: string) => page.getByRole('listitem').filter({ hasText: name })

  await test.step('the page of the keys is the vault', async () => {
    await page.goto('/wallets')
    await page.goto('/api-keys')
    await expect(page.getByText('This service does not let its keys be managed from here')).toBeVisible()
    await expect(keyRow('This deployment’s own key')).toContainText('In use')
    await expect(page.getByRole('link', { name: 'New API key' })).toBeHidden()
  })

  await test.step('a key that the service refuses is refused at its field', async () => {
    await page.getByRole('button', { name: 'Add a key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a key of the service' })
    await dialog.getByLabel('Name').fill('Reading only')
    await dialog.getByLabel('API key').fill('pk_live_this_is_not_a_key_of_it')
    await dialog.getByRole('button', { name: 'Store key' }).click()
    await expect(dialog.getByLabel('API key')).toHaveAccessibleDescription(/refused by the service/)
    await show(page, picture, 'vault-refused')
    await dialog.getByLabel('API key').fill(secret)
    await dialog.getByRole('button', { name: 'Store key' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('its scopes are shown as they were seen, and the key itself never again', async () => {
    const row = keyRow('Reading only')
    await expect(row.getByText('Detected')).toBeVisible()
    await expect(row).toContainText('domain:read')
    await expect(row).toContainText(/From the service’s answers, the last/)
    await expect(row).toContainText('Ada Lovelace')
    expect(await page.content()).not.toContain(secret.slice(20))
    await page.reload()
    await expect(row).toBeVisible()
    expect(await page.content()).not.toContain(secret.slice(20))
    await show(page, picture, 'vault')
  })

  await test.step('chosen, the console speaks with it; another one is chosen before it is removed', async () => {
    const row = keyRow('Reading only')
    await row.getByRole('button', { name: 'Use Reading only' }).click()
    await expect(row).toContainText('In use')
    await expect(row.getByRole('button', { name: 'Remove Reading only' })).toBeHidden()
    expect((await page.request.get('/api/baas/wallets')).status()).toBe(200)
    await page.getByRole('button', { name: 'Use This deployment’s own key' }).click()
    await expect(keyRow('This deployment’s own key')).toContainText('In use')
    const check = row.getByRole('button', { name: 'Check Reading only' })
    const learnt = page.waitForResponse('**/api/vault/keys/*/check')
    await check.click()
    await learnt
    // What was learnt moves the row: it is pressed when it rests.
    await expect(check).not.toHaveAttribute('aria-busy', 'true')
    await row.getByRole('button', { name: 'Remove Reading only' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove this key from the vault?' })
    await dialog.getByRole('textbox').fill('Reading only')
    await dialog.getByRole('button', { name: 'Remove key' }).click()
    await expect(row).toBeHidden()
  })
  // What the service does not offer is asked for and answered as such.
  forgive(complaints, /status of 501/)
})
