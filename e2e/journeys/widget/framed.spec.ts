import { framedTest as test, heardOfFrame } from '#e2e/fixtures/framed-shop.ts'
import { confirmFramedEmail, locateFrame, press } from '#e2e/fixtures/framed-steps.ts'
import { drip } from '#e2e/fixtures/inbox.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { expect } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'

const FRIEND = '0x00000000000000000000000000000000000f0099'

test('behavior: in a frame of the shop’s subdomain a wallet is created and coins are sent, with a passkey of the shop, and the page gets the events', async ({
  stack,
  openFramedShop,
  visit,
  picture,
}) => {
  const email = uniqueEmail('framed')
  const shop = await openFramedShop({ customer: email, email })
  const { page, authenticator } = await visit()
  const frame = locateFrame(page)
  await page.goto(shop.url)
  await confirmFramedEmail(frame, stack, email)
  await expect(frame.getByRole('button', { name: 'Create passkey' })).toBeEnabled()
  await picture(page, 'framed-passkey')
  await press(frame, 'Create passkey', 'Your wallet is ready')
  expect(await authenticator.credentials()).toMatchObject([{ rpId: 'shop.localhost' }])
  const events = await heardOfFrame(page)
  const created = events.find(([name]: [string]) => name === 'created')
  expect(created).toMatchObject(['created', { address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) }])
  const { address } = created[1]
  const { tokens, chainId } = await stack.sandbox()

  await test.step('the page requests a transfer, and the service accepts the signature from the frame', async () => {
    await drip(stack, address, '50000000')
    await page.evaluate(
      ({ token, to }) => {
        const host = document.querySelector('latchkey-frame')
        for (const [name, value] of Object.entries({
          'token-address': token,
          to,
          amount: '1.25',
          flow: 'send',
        }))
          host?.setAttribute(name, value)
      },
      { token: tokens.erc20, to: FRIEND },
    )
    await expect(frame.getByRole('heading', { name: 'Check and confirm' })).toBeVisible()
    await expect(frame.locator('.amount')).toContainText('1.25 DEMO')
    const confirm = frame.getByRole('button', { name: 'Confirm with passkey' })
    // A frame works only if it is fully visible, and the card of a first payment is taller than the window.
    await confirm.scrollIntoViewIfNeeded()
    await expect(confirm).toBeEnabled()
    expect(await inspect(page)).toEqual([])
    await picture(page, 'framed-confirm')
    await press(frame, 'Confirm with passkey', 'Confirmed')
    await expect
      .poll(async () => (await heardOfFrame(page)).map(([name]: [string]) => name))
      .toEqual(expect.arrayContaining(['before-sign', 'executed', 'confirmed']))
  })

  await test.step('a sign-in is compared with the page around the frame, not with the frame', async () => {
    const signIn = (origin: string) =>
      `${new URL(origin).host} wants you to sign in with your Ethereum account:\n${address}\n\n\nURI: ${origin}/\nVersion: 1\nChain ID: ${chainId}\nNonce: abcd1234\nIssued At: 2026-11-26T12:00:00Z`
    const ask = (text: string) =>
      page.evaluate((given) => {
        const host = document.querySelector('latchkey-frame')
        Object.assign(host ?? {}, { message: { kind: 'text', text: given } })
        host?.setAttribute('flow', 'sign')
      }, text)
    const warning = frame.getByText('This signs you in to')
    await ask(signIn(shop.url))
    await expect(frame.getByText(`${shop.url} asks for your signature`)).toBeVisible()
    await expect(frame.getByText(`URI: ${shop.url}/`)).toBeVisible()
    await expect(warning).toBeHidden()
    await ask(signIn(shop.frameUrl))
    await expect(warning).toContainText(new URL(shop.frameUrl).host)
  })

  await test.step('the frame has the height of its card: nothing is cut off and nothing scrolls', async () => {
    await expect
      .poll(() => frame.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight))
      .toBeLessThanOrEqual(0)
  })
})
