import { forgive } from '#e2e/fixtures/complaints.ts'
import { dressAs } from '#e2e/fixtures/host-pages.ts'
import { uniqueEmail } from '#e2e/fixtures/new-wallet.ts'
import { heardBy, openHost, setAttributes } from '#e2e/fixtures/page-call.ts'
import { expect, test, type Visit } from '#e2e/fixtures/product-world.ts'
import type { Stack } from '#e2e/fixtures/stack.ts'
import { createWallet, locateWidget } from '#e2e/fixtures/widget-steps.ts'
import { en } from '#widget/texts/en.ts'

/** Members that the oldest supported browsers may lack (src/protocol/browser-floor.ts). */
const NEWER = [
  'AbortSignal.any',
  'URL.canParse',
  'URL.parse',
  'Promise.withResolvers',
  'Promise.try',
  'Array.fromAsync',
  'Object.groupBy',
  'Map.groupBy',
  'Set.prototype.union',
  'RegExp.escape',
  'Error.isError',
  'Iterator',
  'Uint8Array.prototype.toHex',
  'Uint8Array.fromBase64',
  'Element.prototype.checkVisibility',
  'Element.prototype.setHTMLUnsafe',
  'HTMLElement.prototype.showPopover',
  'PublicKeyCredential.signalCurrentUserDetails',
  'PublicKeyCredential.getClientCapabilities',
  'PublicKeyCredential.parseCreationOptionsFromJSON',
  'Crypto.prototype.randomUUID',
  'ResizeObserver',
  'IntersectionObserver',
  'requestIdleCallback',
  'structuredClone',
  'trustedTypes',
  'navigation',
  'scheduler',
]

/** Members that every supported browser has. A browser without one of them is too old. */
const NEEDED = [
  'PublicKeyCredential',
  'Crypto.prototype.subtle',
  'AbortSignal.prototype.throwIfAborted',
  'Array.prototype.toSorted',
  'CSSStyleSheet.prototype.replaceSync',
]

for (const group of chunks(NEWER, 7)) {
  test(`behavior: the widget starts without each of ${group.join(', ')}`, async ({ stack, admin }) => {
    for (const name of group) {
      await openWithout(stack, admin, [name])
      await expect(
        locateWidget(admin.page).getByRole('heading', { name: 'Create your wallet' }),
        name,
      ).toBeVisible()
    }
  })
}

test('behavior: a wallet is created without all features that are newer than the oldest browsers', async ({
  stack,
  admin,
}) => {
  await admin.authenticator.clear()
  await openWithout(stack, admin, NEWER)
  expect(await createWallet(admin.page, stack, uniqueEmail('floor'))).toMatch(/^0x[0-9a-fA-F]{40}$/)
})

test('error: without a feature that every supported browser has, one sentence says so at once', async ({
  stack,
  admin: visit,
}) => {
  for (const name of NEEDED) {
    await openWithout(stack, visit, [name])
    const card = locateWidget(visit.page).locator('[part=card]')
    await expect(card, name).toContainText(en.errors.UNSUPPORTED_BROWSER)
    expect(await card.getByRole('alert').count(), name).toBe(1)
    expect(await heardBy(visit.page), name).toMatchObject([['error', { code: 'UNSUPPORTED_BROWSER' }]])
  }
})

test('behavior: a browser without light-dark() and relative colors gets the light colors', async ({
  stack,
  admin,
}) => {
  const { page } = admin
  await page.emulateMedia({ colorScheme: 'dark' })
  const head = `<script>CSS.supports = () => false</script>`
  await openHost(stack, admin, { operations: ['create'], dress: dressAs({ name: 'old colors', head }) })
  await setAttributes(page, { flow: 'create' })
  await expect(locateWidget(page).locator('[part=card]')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  const button = locateWidget(page).getByRole('button', { name: 'Send code' })
  await expect(button).toHaveCSS('background-color', 'rgb(33, 80, 192)')
  await expect(button).toHaveCSS('color', 'rgb(255, 255, 255)')
})

for (const path of ['/sign-in', '/approve']) {
  test(`error: a browser without light-dark() shows only one sentence at ${path}`, async ({
    stack,
    visit,
    complaints,
  }) => {
    const { page } = await visit()
    await page.addInitScript(() => void (CSS.supports = () => false))
    await page.goto(`${stack.url}${path}`)
    await expect(page.locator('body')).toHaveText(
      'This browser is too old for this page. Please update it, or open a current browser.',
    )
    forgive(complaints, /no element with the id "root"/)
  })
}

/** The first step of a new wallet on a page whose browser lacks these members. */
async function openWithout(stack: Stack, visit: Visit, names: readonly string[]): Promise<void> {
  const head = `<script>for (const path of ${JSON.stringify(names)}) {
    const [name, ...owners] = path.split('.').reverse()
    delete owners.reverse().reduce((owner, part) => owner?.[part] ?? {}, window)[name]
  }</script>`
  const dress = dressAs({ name: names.join(), head })
  await openHost(stack, visit, { operations: ['create'], dress })
  await setAttributes(visit.page, { flow: 'create' })
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, part) => items.slice(part * size, part * size + size))
}
