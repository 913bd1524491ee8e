import { newWallet } from '#e2e/fixtures/new-wallet.ts'
import { openCreation, openHost, setAttributes } from '#e2e/fixtures/page-call.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { inspect } from '#e2e/fixtures/tour.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

const FRIEND = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

test('behavior: the color scheme is the page’s, and the attribute overrides it', async ({ stack, admin }) => {
  const { page } = admin
  const card = locateWidget(page).locator('[part=card]')
  const [light, dark] = ['rgb(255, 255, 255)', 'rgb(21, 26, 33)']
  await openCreation(stack, admin)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(card).toHaveCSS('background-color', dark)
  await page.evaluate(() => document.documentElement.style.setProperty('color-scheme', 'light'))
  await expect(card).toHaveCSS('background-color', light)
  await setAttributes(page, { theme: 'dark' })
  await expect(card).toHaveCSS('background-color', dark)
  await setAttributes(page, { theme: 'auto' })
  await expect(card).toHaveCSS('background-color', light)
})

test('behavior: one accent of any color keeps everything readable', async ({ stack, admin }) => {
  const { page } = admin
  await openCreation(stack, admin)
  const button = locateWidget(page).getByRole('button', { name: 'Send code' })
  await expect(button).toBeVisible()
  for (const accent of ['#ffe600', '#3b0a45', '#00c2a8', '#777777']) {
    await page.evaluate(
      (colour) =>
        document
          .querySelector<HTMLElement>('latchkey-wallet')
          ?.style.setProperty('--latchkey-accent', colour),
      accent,
    )
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await inspect(page), `${accent} ${colorScheme}`).toEqual([])
    }
  }
})

test('behavior: width, distances and corners are tokens; contrast and motion follow the user’s settings', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  await page.setViewportSize({ width: 1000, height: 900 })
  await openCreation(stack, admin)
  const card = locateWidget(page).locator('[part=card]')
  await expect(card).toHaveCSS('width', '480px')
  await expect(card).toHaveCSS('padding-left', '24px')
  await page.evaluate(() => {
    const { style } = document.querySelector<HTMLElement>('latchkey-wallet') ?? document.body
    style.setProperty('--latchkey-width', '420px')
    style.setProperty('--latchkey-space', '0.5')
    style.setProperty('--latchkey-radius-xl', '2px')
  })
  await expect(card).toHaveCSS('width', '420px')
  await expect(card).toHaveCSS('border-top-left-radius', '2px')
  await page.emulateMedia({ contrast: 'more', colorScheme: 'light' })
  await expect(locateWidget(page).locator('.lede')).toHaveCSS('color', 'rgb(23, 27, 33)')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await expect(locateWidget(page).locator('form')).toHaveCSS('animation-name', 'none')
  expect(await inspect(page)).toEqual([])
})

test('behavior: slot content of the page is displayed and covers nothing that is to be confirmed', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  const { tokens } = await stack.sandbox()
  const wallet = await newWallet(stack, admin)
  await openHost(stack, admin, { walletAddress: wallet.address })
  await setAttributes(page, { flow: 'send', 'token-address': tokens.erc20, to: FRIEND, amount: '1' })
  await page.evaluate(() => {
    const element = document.querySelector('latchkey-wallet')
    for (const name of ['header', 'footer', 'success']) {
      const cover = document.createElement('p')
      cover.slot = name
      cover.textContent = `From the page: ${name}`
      for (const [property, value] of Object.entries({
        position: 'fixed',
        inset: '0',
        'min-height': '2000px',
        'z-index': '9999',
        background: 'red',
      }))
        cover.style.setProperty(property, value)
      const line = document.createElement('p')
      line.slot = name
      line.textContent = `A line of the page: ${name}`
      element?.append(line, cover)
    }
  })
  const widget = locateWidget(page)
  await expect(widget.locator('[part=card] h2')).toBeVisible()
  await expect(page.getByText('A line of the page: header')).toBeVisible()
  await expect(page.getByText('A line of the page: success')).toBeHidden()
  const seen = await widget.locator('[part=card]').evaluate((card) => {
    const root = card.getRootNode()
    const { left, right, top, bottom } = card.getBoundingClientRect()
    // The points are away from the round corners, which are outside the card's shape.
    const xs = [left + 24, (left + right) / 2, right - 24]
    const ys = [top + 24, (top + bottom) / 2, Math.min(bottom, innerHeight) - 24]
    const at = (x: number, y: number) => (root instanceof ShadowRoot ? root.elementFromPoint(x, y) : null)
    return xs.flatMap((x) => ys.map((y) => card.contains(at(x, y))))
  })
  expect(seen).toEqual(Array.from({ length: 9 }, () => true))
})
