import type { Page } from '@playwright/test'
import { locateCard, openDemoShop } from '#e2e/fixtures/console-pages.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { show } from '#e2e/fixtures/tour.ts'
import { addEndpoint } from '#e2e/fixtures/webhook-steps.ts'

async function openDoctor(page: Page) {
  await openDemoShop(page)
  await page.getByRole('link', { name: 'Integration doctor' }).click()
}

test('behavior: the doctor reads the demo shop, compares the clocks, and reports in the reader’s language', async ({
  stack,
  admin: { page },
  picture,
}) => {
  test.slow()
  const { demoUrl } = await stack.sandbox()
  await openDoctor(page)
  await page.getByLabel('Page URL').fill(demoUrl)
  await page.getByRole('button', { name: 'Run checks' }).click()
  await expect(page.getByText(`Read: ${demoUrl}/`)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('The origin is registered for “Demo shop')).toBeVisible()
  await expect(page.getByText('This browser’s clock is right')).toBeVisible()
  await expect(page.getByText(/The chain’s time is/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(page.getByText('Die Uhr dieses Browsers geht richtig')).toBeVisible()
  await expect(page.getByLabel('URL der Seite')).toHaveValue(demoUrl)
  await show(page, picture, 'doctor-de')
})

test('behavior: the doctor checks the page of a frame: who may embed it, and that the service knows those origins', async ({
  stack,
  admin: { page },
}) => {
  test.slow()
  const { demoUrl } = await stack.sandbox()
  await openDoctor(page)
  await page.getByLabel('Page URL').fill(demoUrl.replace('//', '//wallet.'))
  await page.getByRole('button', { name: 'Run checks' }).click()
  await expect(page.getByText('All checks passed')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(`${demoUrl} may embed it`)).toBeVisible()
})

test('behavior: a webhook round trip is followed from a rejected test event to a delivered one', async ({
  admin: { page },
  receiver,
  picture,
}) => {
  test.slow()
  await addEndpoint(page, receiver.url, 'For the doctor')
  await openDoctor(page)
  const card = locateCard(page, 'Webhook round trip')
  await card.getByLabel('Endpoint').selectOption(receiver.url)
  receiver.answer(401)
  await card.getByRole('button', { name: 'Send test event' }).click()
  await expect(card.getByText(/It may refuse the signature/)).toBeVisible({ timeout: 30_000 })
  await expect(card.getByText('Retrying')).toBeVisible()
  await show(page, picture, 'doctor-webhook')
  receiver.answer(204)
  await card.getByRole('button', { name: 'Send test event' }).click()
  await expect(card.getByText('Delivered')).toBeVisible({ timeout: 30_000 })
})
