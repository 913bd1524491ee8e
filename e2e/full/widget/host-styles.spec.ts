import type { Page } from '@playwright/test'
import { dressAs } from '#e2e/fixtures/host-pages.ts'
import { HOST_STYLES, type HostStyle } from '#e2e/fixtures/host-styles.ts'
import { openHost, setAttributes } from '#e2e/fixtures/page-call.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { locateWidget } from '#e2e/fixtures/widget-steps.ts'

/** Only the element, in a body of the window's width. */
const PLAIN = '<style>html { color-scheme: light; } body { margin: 0; } h1 { display: none; }</style>'

for (const width of [1280, 390]) {
  test(`behavior: styles that pass the shadow root change nothing in a window of ${width} pixels`, async ({
    stack,
    admin,
  }) => {
    const { page } = admin
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const dress = dressAs({ name: 'a plain page', head: PLAIN })
    await openHost(stack, admin, { operations: ['create'], dress })
    await setAttributes(page, { flow: 'create' })
    await expect(locateWidget(page).getByRole('button', { name: 'Send code' })).toBeVisible()
    const plain = await drawCard(page)
    for (const style of HOST_STYLES) {
      await page.evaluate(putOn, style)
      expect.soft(await page.evaluate(isPressed), `${style.name}: the button is under the mouse`).toBe(true)
      const isPlain = await page.evaluate(isSamePicture, [plain, await drawCard(page)])
      expect
        .soft(isPlain, `${style.name}: drawn as on a plain page`)
        .toBe(style.drawn === 'as on a plain page')
    }
  })
}

/** A picture of the card with its heading selected, as a `data:` URL. */
async function drawCard(page: Page): Promise<string> {
  const card = locateWidget(page).locator('[part=card]')
  await card.locator('hgroup').evaluate((title) => getSelection()?.selectAllChildren(title))
  return `data:image/png;base64,${(await card.screenshot()).toString('base64')}`
}

/** Runs in the page: whether two pictures differ by no more than the rendering noise at round corners. */
async function isSamePicture(pictures: readonly string[]): Promise<boolean> {
  const STEPS_MAX = 8
  async function pixelsOf(address: string) {
    const image = new Image()
    image.src = address
    await image.decode()
    const { width, height } = image
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
    context?.drawImage(image, 0, 0)
    return { size: `${width} ${height}`, data: context?.getImageData(0, 0, width, height).data ?? [] }
  }
  const [one, other] = await Promise.all(pictures.map(pixelsOf))
  if (one === undefined || one.size !== other?.size) return false
  return one.data.every((step, index) => Math.abs(step - (other.data[index] ?? 0)) <= STEPS_MAX)
}

/** Runs in the page: replaces the previous style with this one. */
function putOn({ css, main = {} }: HostStyle): void {
  document.querySelector('#host-style')?.remove()
  const sheet = document.createElement('style')
  sheet.id = 'host-style'
  sheet.textContent = css
  document.head.append(sheet)
  const parent = document.querySelector('main')
  for (const name of parent?.getAttributeNames() ?? []) parent?.removeAttribute(name)
  for (const [name, value] of Object.entries(main)) parent?.setAttribute(name, value)
}

/** Runs in the page: whether a click in the middle of the main button reaches it. */
function isPressed(): boolean {
  const root = document.querySelector('latchkey-wallet')?.shadowRoot
  const button = root?.querySelector('button.main')
  const { left, right, top, bottom } = button?.getBoundingClientRect() ?? new DOMRect()
  return root?.elementFromPoint((left + right) / 2, (top + bottom) / 2) === button
}
