import { CONSOLE_PAGES, moveToPage, openPage } from '#e2e/fixtures/console-pages.ts'
import { expect, test } from '#e2e/fixtures/product-world.ts'
import { show } from '#e2e/fixtures/tour.ts'

/** Time limit for all pages, in milliseconds. */
const PAGES_MS_MAX = 400_000

// One test, because loading axe and the organization's data takes longer than looking at a page. The full tier opens
// each page by its URL, in the other two variants too.
test('behavior: every page of a busy organization is accessible, wide in light and narrow in dark', async ({
  stack,
  sharedAdmin,
  visit,
  busy,
  picture,
}) => {
  test.setTimeout(PAGES_MS_MAX)
  const signedOut = await visit({ baseURL: stack.url })
  await openPage(sharedAdmin.page, '/')
  for (const { name, isOutside, href } of CONSOLE_PAGES) {
    await test.step(name, async () => {
      const { page } = isOutside ? signedOut : sharedAdmin
      if (isOutside) await openPage(page, href(busy))
      else {
        await moveToPage(page, href(busy))
        await expect(page.locator('main header h1')).toHaveText(/\S/)
      }
      await show(page, picture, `every-${name}`, { opposites: true })
    })
  }
})
