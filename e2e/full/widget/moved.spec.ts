import type { Page } from '@playwright/test'
import { dressAs } from '#e2e/fixtures/host-pages.ts'
import { enterCode } from '#e2e/fixtures/inbox.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { openHost, setAttributes } from '#e2e/fixtures/page-call.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

/** Puts the page's content into another body, as Turbo does with permanent elements (turbolinks/turbolinks 531). */
async function moveToAnotherBody(page: Page): Promise<void> {
  await page.evaluate(() => {
    const body = document.createElement('body')
    const main = document.querySelector('main')
    if (main !== null) body.append(main)
    document.body.replaceWith(body)
  })
}

test('behavior: an element that is moved keeps its step and what was entered', async ({ stack, admin }) => {
  const { page } = admin
  await admin.authenticator.clear()
  const email = uniqueEmail('moved')
  await openHost(stack, admin, { operations: ['create'], dress: dressAs({ name: 'a plain page' }) })
  await setAttributes(page, { flow: 'create' })
  const widget = locateWidget(page)
  await widget.locator('input[type=email]').fill(email)
  await moveToAnotherBody(page)
  await expect(widget.locator('input[type=email]')).toHaveValue(email)
  await widget.getByRole('button', { name: 'Send code' }).click()
  await expect(widget.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  await moveToAnotherBody(page)
  await enterCode(widget.getByLabel('Code from the email'), stack, email)
  await widget.getByRole('button', { name: 'Continue' }).click()
  await expect(widget.getByRole('heading', { name: 'Create your passkey' })).toBeVisible()
})
