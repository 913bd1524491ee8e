import { expect, test } from '#e2e/fixtures/product-world.ts'

test('behavior: only the one-time setup link creates the first administrator, and it works once', async ({
  unusedStack: stack,
  visit,
}) => {
  test.slow()
  const { setupUrl } = await stack.sandbox()
  const { page, authenticator } = await visit({ baseURL: stack.url })

  await test.step('without the link, the page says where it is', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/sign-in$/)
    await expect(page.getByText('No administrator yet')).toBeVisible()
    await expect(page.getByText('Open the one-time setup link that the server printed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden()
    expect(stack.output()).toContain(setupUrl)
  })

  await test.step('a link without its secret part says what is missing', async () => {
    await page.goto('/setup')
    await expect(page.getByText('The link is incomplete')).toBeVisible()
    await expect(page.getByLabel('Your name')).toBeHidden()
  })

  await test.step('an invented link is rejected, and the input stays', async () => {
    await page.goto('about:blank')
    await page.goto('/setup#token=made-up-by-somebody')
    await page.getByLabel('Your name').fill('Mallory')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await expect(page.getByRole('alert')).toContainText('This setup link is no longer valid')
    await expect(page.getByLabel('Your name')).toHaveValue('Mallory')
    expect(await authenticator.credentials()).toEqual([])
  })

  await test.step('the secret part leaves the address bar at once; a missing name is reported at its field', async () => {
    await page.goto('about:blank')
    await page.goto(setupUrl)
    await expect(page.getByLabel('Your name')).toBeFocused()
    await expect(page).toHaveURL(`${stack.url}/setup`)
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await expect(page.getByLabel('Your name')).toHaveAccessibleDescription(/must not be empty/i)
  })

  await test.step('after a closed passkey prompt the next attempt works', async () => {
    await authenticator.setVerified(false)
    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await expect(page.getByRole('alert')).toContainText('The passkey prompt was closed')
    await expect(page.getByLabel('Your name')).toHaveValue('Ada Lovelace')
    await authenticator.setVerified(true)
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await expect(page.getByText('Ada Lovelace')).toBeVisible()
    expect(await authenticator.credentials()).toHaveLength(1)
  })

  await test.step('the used link is rejected for the next visitor', async () => {
    const second = await visit({ baseURL: stack.url })
    await second.page.goto(setupUrl)
    await expect(second.page.getByRole('heading', { name: 'Already set up' })).toBeVisible()
    const again = await second.context.request.post('/api/setup/options', {
      headers: { origin: stack.url },
      data: { setupToken: setupUrl.split('token=')[1], name: 'Mallory' },
    })
    expect(again.status()).toBe(403)
    expect(await again.json()).toMatchObject({ content: { code: 'SETUP_LINK_INVALID' } })
    await second.page.getByRole('link', { name: 'Go to sign in' }).click()
    await expect(second.page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  })
})
