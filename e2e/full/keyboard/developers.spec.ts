import type { Page } from '@playwright/test'
import {
  choose,
  confirmTyped,
  escape,
  expectFocusKept,
  pick,
  press,
  storeSecretByKeys,
  tabTo,
  type,
} from '#e2e/fixtures/keyboard.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { readWith } from '#e2e/fixtures/service.ts'
import { deliveryLog } from '#e2e/fixtures/webhook-steps.ts'

/** Presses a copy button. Returns the content of the clipboard, pasted into another page. */
async function copiedBy(page: Page, name: string): Promise<string> {
  const button = page.getByRole('button', { name, exact: true }).last()
  await press(page, button)
  await expect(button).toHaveText('Copied')
  await expect(button).toBeFocused()
  const other = await page.context().newPage()
  await other.setContent('<textarea autofocus></textarea>')
  await tabTo(other, other.getByRole('textbox'))
  await other.keyboard.press('ControlOrMeta+V')
  const text = await other.getByRole('textbox').inputValue()
  await other.close()
  return text
}

test('behavior: with the keyboard, an API key is issued, its secret copied, its scopes changed, rotated after a step-up, and revoked', async ({
  stack,
  admin: { page, context },
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/api-keys')
  await press(page, page.getByRole('link', { name: 'New API key' }))
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Keys backend')
  await press(page, page.getByRole('checkbox', { name: /^wallet:read/ }), 'Space')
  await press(page, page.getByRole('checkbox', { name: /^domain:read/ }), 'Space')
  await choose(page, page.getByLabel('Expiry'), 'In 90 days')
  await press(page, page.getByRole('button', { name: 'Issue key' }))
  const ready = page.getByRole('dialog', { name: '“Keys backend” is ready' })
  await expect(ready.locator('[data-secret]')).toBeVisible()
  const copied = await copiedBy(page, 'Copy API key')
  await page.keyboard.press('Escape')
  await expect(ready).toBeVisible()
  expect(await storeSecretByKeys(page, '“Keys backend” is ready')).toBe(copied)

  await press(page, page.getByRole('link', { name: 'Keys backend' }))
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Edit the API key' })
  await press(page, edit)
  await escape(page, dialog, edit)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await press(page, dialog.getByRole('checkbox', { name: /^domain:read/ }), 'Space')
  await press(page, dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog).toBeHidden()
  await expect(edit).toBeFocused()
  await expect(page.getByText('domain:read', { exact: true })).toHaveCount(0)

  await test.step('the session ends meanwhile: the passkey prompt appears in place', async () => {
    await context.clearCookies()
    await press(page, page.getByRole('button', { name: 'Rotate' }))
    const rotate = page.getByRole('dialog', { name: /^Rotate/ })
    await choose(page, rotate.getByLabel('Grace period'), 'None (revoke now)')
    await press(page, rotate.getByRole('button', { name: 'Rotate key' }))
    const signIn = page.getByRole('dialog', { name: 'Confirm with your passkey' })
    await press(page, signIn.getByRole('button', { name: 'Sign in with a passkey' }))
    await expect(signIn).toBeHidden()
  })
  const next = await storeSecretByKeys(page, /new secret/)
  await expect(page.getByRole('heading', { name: 'Keys backend' })).toBeVisible()
  expect((await readWith(stack, next)).status).toBe(200)
  expect((await readWith(stack, copied)).status).toBe(401)
  await press(page, page.getByRole('button', { name: 'Revoke' }))
  await confirmTyped(page, 'Revoke this API key?', 'Keys backend')
  expect((await readWith(stack, next)).status).toBe(401)
  await expect(page.locator('main :focus')).toHaveCount(1)
})

test('behavior: with the keyboard, an endpoint is added, tested, its attempt read, resent, replayed, disabled, enabled and deleted', async ({
  admin: { page },
  receiver,
}) => {
  test.slow()
  receiver.answer(500)
  await page.goto('/webhooks')
  await press(page, page.getByRole('link', { name: /^(New endpoint|Add the first endpoint)$/ }).first())
  await expect(page.getByLabel('URL')).toBeFocused()
  await page.keyboard.type(receiver.url)
  await pick(page, page.getByRole('group', { name: 'Events', exact: true }), /^Selected events/)
  await press(page, page.getByRole('checkbox', { name: /^transaction\.cancelled/ }), 'Space')
  await press(page, page.getByRole('button', { name: 'Add endpoint' }))
  await storeSecretByKeys(page, 'The endpoint is ready')

  const log = deliveryLog(page)
  const send = page.getByRole('button', { name: 'Send test event' })
  await press(page, send)
  await expect(log).toContainText('Retrying')
  await expect(send).toBeFocused()
  await press(page, log.locator('summary').first())
  const attempts = log.getByRole('list', { name: 'Attempts, newest first' })
  await press(page, attempts.locator('summary').first(), 'Space')
  await expect(attempts).toContainText('Response 500')
  receiver.answer(200)
  await press(page, page.getByRole('button', { name: /^Resend evt_/ }))
  await expect(log).toContainText('Delivered')
  await expectFocusKept(page)

  const replay = page.getByRole('button', { name: 'Replay events' })
  const events = page.getByRole('dialog', { name: 'Replay events' })
  await press(page, replay)
  await escape(page, events, replay)
  await page.keyboard.press('Enter')
  await choose(page, events.getByLabel('Which events'), 'Since a chosen time')
  await press(page, events.getByRole('checkbox', { name: /^Skip delivered events/ }), 'Space')
  await press(page, events.getByRole('button', { name: 'Replay' }))
  await expect(events.getByText(/queued|No events/)).toBeVisible()
  await press(page, events.getByRole('button', { name: 'Done' }))
  await expect(events).toBeHidden()
  await expect(replay).toBeFocused()

  await press(page, page.getByRole('button', { name: 'Disable' }))
  const question = page.getByRole('dialog', { name: 'Disable this endpoint?' })
  await press(page, question.getByRole('button', { name: 'Disable' }))
  await expect(page.getByText('This endpoint is disabled')).toBeVisible()
  await expectFocusKept(page)
  await press(page, page.getByRole('button', { name: 'Enable' }))
  await expect(events).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(events).toBeHidden()
  await expectFocusKept(page)
  await press(page, page.getByRole('button', { name: 'Delete' }))
  await confirmTyped(page, 'Delete this endpoint?', new URL(receiver.url).host)
  await expect(page.getByRole('heading', { name: 'Webhooks' })).toBeFocused()
})

test('behavior: with the keyboard, an integration is created, its origins and operations changed, and each snippet copied', async ({
  admin: { page, context },
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/integrations')
  await press(page, page.getByRole('link', { name: 'New integration' }))
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Keys shop')
  await type(page, page.getByLabel('Origins'), 'https://keys.example')
  await press(page, page.getByRole('button', { name: 'Create integration' }))
  await storeSecretByKeys(page, '“Keys shop” is ready')
  await expect(page.getByRole('heading', { name: 'Keys shop' })).toBeFocused()

  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Edit the integration' })
  await press(page, edit)
  await type(page, dialog.getByLabel('Origins'), 'https://keys.example\nhttps://two.keys.example')
  await press(page, dialog.getByRole('checkbox', { name: 'Sign messages' }), 'Space')
  await press(page, dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog).toBeHidden()
  await expect(edit).toBeFocused()
  await expect(page.getByText('https://two.keys.example', { exact: true })).toBeVisible()

  expect(await copiedBy(page, 'Copy backend code')).toContain("origin: 'https://keys.example'")
  expect(await copiedBy(page, 'Copy policy')).toContain('script-src')
  await tabTo(page, page.getByRole('tab', { name: 'Script tag' }))
  for (const [name, word] of [
    ['ESM', "from 'latchkey'"],
    ['React', "from 'latchkey/react'"],
  ] as const) {
    await tabTo(page, page.getByRole('tab', { selected: true }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name })).toBeFocused()
    expect(await copiedBy(page, 'Copy page code')).toContain(word)
  }
  await tabTo(page, page.getByRole('tab', { selected: true }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Script tag' })).toBeFocused()
  expect(await copiedBy(page, 'Copy page code')).toContain('integrity=')

  await press(page, page.getByRole('button', { name: 'Revoke' }))
  await confirmTyped(page, 'Revoke this integration?', 'Keys shop')
  await expect(page.getByText('This integration is revoked')).toBeVisible()
  await expectFocusKept(page)
})
