import type { Locator, Page } from '@playwright/test'
import { forgive } from '#e2e/fixtures/complaints.ts'
import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { expect, test, type Visit } from '#e2e/fixtures/product-world.ts'
import { storeSecret } from '#e2e/fixtures/secret-dialog.ts'
import { confirmSend } from '#e2e/fixtures/send-steps.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'

/** A form that creates something: its input, the request that it sends, and the visible result. */
type KeptForm = {
  form: string
  /** The request that the form sends: its method, and the end of its path. */
  write: [method: string, path: RegExp]
  /** Opens the page of the form. */
  open: (page: Page, place: { stack: Stack; admin: Visit }) => Promise<void>
  fill: (page: Page, name: string) => Promise<void>
  expectKept: (page: Page, name: string) => Promise<void>
  submit: (page: Page) => Locator
  /** Continues from the response until the form is done. The back button then leaves the form. */
  finish: (page: Page, name: string) => Promise<void>
  /** Page that lists what the form created. */
  list: string
  /** The created item on that page, which must exist exactly once. */
  once: (page: Page, name: string) => Locator
}

const RECIPIENT = '0x00000000000000000000000000000000000f0012'
let sendFrom = ''

const FORMS: KeptForm[] = [
  {
    form: 'a new API key',
    write: ['POST', /\/api\/org\/keys$/],
    open: async (page) => void (await page.goto('/api-keys/new')),
    fill: async (page, name) => {
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByRole('checkbox', { name: /^domain:read/ }).check()
      await page.getByLabel('Allowed IP addresses').fill('203.0.113.0/24')
    },
    expectKept: async (page, name) => {
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
      await expect(page.getByRole('checkbox', { name: /^domain:read/ })).toBeChecked()
      await expect(page.getByLabel('Allowed IP addresses')).toHaveValue('203.0.113.0/24')
    },
    submit: (page) => page.getByRole('button', { name: 'Issue key' }),
    finish: async (page) => void (await storeSecret(page)),
    list: '/api-keys',
    once: (page, name) => page.getByRole('row').filter({ hasText: name }),
  },
  {
    form: 'a webhook endpoint',
    write: ['POST', /\/api\/org\/webhooks$/],
    open: async (page) => void (await page.goto('/webhooks/new')),
    fill: async (page, name) => {
      await page.getByLabel('URL').fill('https://kept.shop.example/hooks')
      await page.getByLabel('Description').fill(name)
      await page.getByLabel('Selected events').check()
      await page.getByRole('checkbox', { name: /^wallet\.created/ }).check()
    },
    expectKept: async (page, name) => {
      await expect(page.getByLabel('URL')).toHaveValue('https://kept.shop.example/hooks')
      await expect(page.getByLabel('Description')).toHaveValue(name)
      await expect(page.getByRole('checkbox', { name: /^wallet\.created/ })).toBeChecked()
    },
    submit: (page) => page.getByRole('button', { name: 'Add endpoint' }),
    finish: async (page) => void (await storeSecret(page)),
    list: '/webhooks',
    once: (page, name) => page.getByRole('row').filter({ hasText: name }),
  },
  {
    form: 'an invitation',
    write: ['POST', /\/api\/invitations$/],
    open: async (page) => {
      await page.goto('/members')
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
    },
    fill: async (page, name) => {
      await page.getByRole('radio', { name: /^Operator/ }).check()
      await page.getByLabel('Email').fill(emailOf(name))
    },
    expectKept: async (page, name) => {
      await expect(page.getByRole('radio', { name: /^Operator/ })).toBeChecked()
      await expect(page.getByLabel('Email')).toHaveValue(emailOf(name))
    },
    submit: (page) => page.getByRole('button', { name: 'Create invitation' }),
    finish: async (page) => {
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('link', { name: 'Usage', exact: true }).click()
      await expect(page).toHaveURL('/usage')
    },
    list: '/members',
    once: (page, name) => page.getByRole('listitem').filter({ hasText: emailOf(name) }),
  },
  {
    form: 'a transfer',
    write: ['POST', /\/api\/widget\/transactions\/execute$/],
    open: async (page, { stack, admin }) => {
      const wallet = await newWallet(stack, admin, { label: 'Kept sending', coins: '5000000' })
      sendFrom = wallet.address
      await page.goto(`/wallets/${sendFrom}/send`)
      await expect(page.getByRole('button', { name: 'All: 5' })).toBeVisible()
    },
    fill: async (page) => {
      await page.getByLabel('To', { exact: true }).fill(RECIPIENT)
      await page.getByLabel('Amount', { exact: true }).fill('1.25')
    },
    expectKept: async (page) => {
      await expect(page.getByLabel('To', { exact: true })).toHaveValue(RECIPIENT)
      await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('1.25')
    },
    submit: (page) => page.getByRole('button', { name: 'Review', exact: true }),
    finish: async (page) => {
      await confirmSend(page)
    },
    list: '',
    once: (page) => page.getByRole('main').getByRole('link', { name: 'Send 1.25 DEMO', exact: true }),
  },
]

function emailOf(name: string): string {
  return `${name.replaceAll(' ', '-').toLowerCase()}@example.com`
}

/** Counts successful writing requests. */
function countWrites(page: Page, [method, path]: KeptForm['write']): { done: () => number } {
  let done = 0
  page.on('response', (response) => {
    const request = response.request()
    if (request.method() === method && path.test(new URL(request.url()).pathname) && response.ok()) done += 1
  })
  return { done: () => done }
}

for (const kept of FORMS) {
  test(`behavior: ${kept.form}: a lost connection keeps the input, going back repeats nothing, and another tab shows the result`, async ({
    stack,
    admin,
    complaints,
  }) => {
    test.slow()
    const { page, context } = admin
    const name = `Offline ${Date.now() % 1_000_000}`
    const writes = countWrites(page, kept.write)
    // Adds a history entry to return to.
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await kept.open(page, { stack, admin })
    await kept.fill(page, name)
    const other = await context.newPage()
    const list = kept.list === '' ? `/wallets/${sendFrom}` : kept.list
    await other.goto(list)
    await expect(other.locator('main h1')).toBeVisible()
    await expect(other.locator('main [aria-busy=true]')).toHaveCount(0)
    await expect(kept.once(other, name)).toHaveCount(0)

    await page.bringToFront()
    await context.setOffline(true)
    await kept.submit(page).click()
    await expect(
      page
        .getByText('No connection to the server')
        .or(page.getByText('Check that the server is running'))
        .first(),
    ).toBeVisible()
    await kept.expectKept(page, name)
    await context.setOffline(false)
    await kept.submit(page).click()
    await kept.finish(page, name)
    expect(writes.done()).toBe(1)

    await page.goBack()
    await page.goForward()
    await page.goBack()
    await expect(page.locator('main h1')).toBeVisible()
    expect(writes.done()).toBe(1)
    await expect(kept.once(other, name)).toHaveCount(1)
    await other.close()
    await page.goto(list)
    await expect(kept.once(page, name)).toHaveCount(1)
    forgive(complaints, /ERR_INTERNET_DISCONNECTED/)
  })

  test(`behavior: ${kept.form}: an ended session asks for the passkey and continues where it was`, async ({
    stack,
    admin,
  }) => {
    test.slow()
    const { page, context } = admin
    const name = `Expired ${Date.now() % 1_000_000}`
    const writes = countWrites(page, kept.write)
    await kept.open(page, { stack, admin })
    await kept.fill(page, name)
    await context.clearCookies()
    await kept.submit(page).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm with your passkey' })
    await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(dialog).toBeHidden()
    await kept.finish(page, name)
    expect(writes.done()).toBe(1)
  })
}

test('behavior: theme and language chosen in one tab apply to the other', async ({
  admin: { page, context },
}) => {
  const other = await context.newPage()
  await other.goto('/api-keys/new')
  await other.getByLabel('Name', { exact: true }).fill('Typed before')
  await page.goto('/wallets')
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(other.getByRole('button', { name: 'Dark theme' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Neuer API-Schlüssel')
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue('Typed before')
})
