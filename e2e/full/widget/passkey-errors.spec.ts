import { expect, test, type Visit } from '#e2e/fixtures/product-world.ts'
import { newCustomer } from '#e2e/fixtures/shop.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { confirmTransfer, locateWidget } from '#e2e/fixtures/widget-steps.ts'

/** A customer with coins on the confirm screen of a payment. */
async function openPayment({ page }: Visit, stack: Stack, name: string): Promise<string> {
  const { address } = await newCustomer(page, stack, `Customer ${name}`)
  await page.getByRole('button', { name: 'Get 25 demo coins' }).click()
  await expect(page.getByText('25.00 DEMO')).toBeVisible()
  await page.getByRole('button', { name: '4.20 DEMO' }).click()
  await expect(locateWidget(page).getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
  await page.evaluate(() => {
    Object.assign(window, { codes: [] })
    document.addEventListener('latchkey-error', (event) =>
      Reflect.get(window, 'codes').push(Reflect.get(event, 'detail').code),
    )
  })
  return address
}

test('error: a device without the wallet’s passkey is distinguished from a closed prompt, with details to copy that reveal nothing about the user', async ({
  stack,
  visit,
}) => {
  const visited = await visit({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { page, authenticator } = visited
  const address = await openPayment(visited, stack, 'nokey')
  const passkeys = await authenticator.credentials()
  await authenticator.clear()
  const alert = locateWidget(page).getByRole('alert')
  await locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }).click()
  await expect(alert).toContainText('Nothing was signed')
  expect(await inspect(page)).toEqual([])
  await alert.getByRole('button', { name: 'Copy' }).click()
  const readCopied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(readCopied).toMatch(/^code: PASSKEY_/)
  const copied = await readCopied()
  expect(copied).toContain('passkey domain: shop.localhost')
  expect(copied).toContain('browser says: NotAllowedError')
  for (const personal of [address, 'nokey', 'Customer', passkeys[0]?.credentialId ?? '?'])
    expect(copied.toLowerCase()).not.toContain(personal.toLowerCase())
  // The virtual device fails at once or a moment later, and the widget reports a different code for each.
  expect(await page.evaluate(() => Reflect.get(window, 'codes'))).toEqual([
    expect.stringMatching(/^PASSKEY_(NOT_FOUND|CANCELLED)$/),
  ])

  await authenticator.add(passkeys)
  await confirmTransfer(page)
})

test('error: a prompt that is closed after a while counts as closed, and the next attempt pays', async ({
  stack,
  visit,
}) => {
  const visited = await visit()
  const { page, authenticator } = visited
  await openPayment(visited, stack, 'closed')
  await authenticator.setVerified(false)
  // The virtual device has no user, so this adds the half second that a user looks at the prompt.
  await page.evaluate(() => {
    const { get } = CredentialsContainer.prototype
    navigator.credentials.get = async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      return get.apply(navigator.credentials, given)
    }
  })
  await locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }).click()
  await expect(locateWidget(page).getByRole('alert')).toContainText('The passkey prompt was closed')
  expect(await page.evaluate(() => Reflect.get(window, 'codes'))).toEqual(['PASSKEY_CANCELLED'])
  await authenticator.setVerified(true)
  await confirmTransfer(page)
})

test('error: if the file that explains errors cannot be loaded, the user still reads a sentence', async ({
  stack,
  visit,
}) => {
  const visited = await visit()
  const { page, authenticator } = visited
  await openPayment(visited, stack, 'offline')
  await page.route('**/widget/v1/latchkey-frame-*', (route) => route.fulfill({ status: 404, body: '' }))
  await authenticator.clear()
  await locateWidget(page).getByRole('button', { name: 'Confirm with passkey' }).click()
  await expect(locateWidget(page).getByRole('alert')).toContainText(
    'The passkey prompt was closed, or found no matching passkey. Nothing was signed.',
  )
  await expect(locateWidget(page).getByRole('alert').getByRole('button')).toBeHidden()
})
